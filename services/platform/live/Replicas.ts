import { Context, Stream } from "effect"

export const Replicas = Context.Reference<{
  readonly now: () => number | null
  readonly changes: Stream.Stream<number>
}>("stowage/services/platform/live/Replicas", { defaultValue: () => ({ now: () => 1, changes: Stream.empty }) })

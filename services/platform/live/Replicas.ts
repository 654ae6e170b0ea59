import { Context, Stream } from "effect"

/** Number of processes of this installation; one by default. */
export const Replicas = Context.Reference<{
  /** Null until known; the last value while the database is unreachable. */
  readonly now: () => number | null
  /** Emits every new number. */
  readonly changes: Stream.Stream<number>
}>("stowage/services/platform/live/Replicas", { defaultValue: () => ({ now: () => 1, changes: Stream.empty }) })

import { Context, Stream } from "effect"

/** How many processes serve this installation; one by itself where nobody counts them. */
export const Replicas = Context.Reference<{
  /** Null until it is known. While the database is away, what was known last. */
  readonly now: () => number | null
  /** Each other number, as it comes to be known. */
  readonly changes: Stream.Stream<number>
}>("stowage/services/platform/live/Replicas", { defaultValue: () => ({ now: () => 1, changes: Stream.empty }) })

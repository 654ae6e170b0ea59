import { Context, type Effect } from "effect"
import type { UsageSnapshot } from "#domain/usage/Usage.ts"

/** The latest usage of each listing as rows: contexts that show the same buckets share it. */
export class UsageSnapshots extends Context.Service<UsageSnapshots, {
  readonly latest: (listingKey: string) => Effect.Effect<UsageSnapshot | null>
  /** Replaces an older one; a younger one stays. Answers what is stored. */
  readonly save: (listingKey: string, snapshot: UsageSnapshot) => Effect.Effect<UsageSnapshot>
}>()("stowage/services/usage/UsageSnapshots") {}

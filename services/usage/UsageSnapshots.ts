import { Context, type Effect } from "effect"
import type { UsageSnapshot } from "#domain/Usage.ts"

/** The latest usage of each context as rows. */
export class UsageSnapshots extends Context.Service<UsageSnapshots, {
  readonly latest: (contextId: string) => Effect.Effect<UsageSnapshot | null>
  /** Replaces an older one; a younger one stays. Answers what is stored. */
  readonly save: (snapshot: UsageSnapshot) => Effect.Effect<UsageSnapshot>
}>()("stowage/services/usage/UsageSnapshots") {}

import type { RateLimited } from "#domain/platform/errors/Errors.ts"
import { Context, type DateTime, type Duration, type Effect } from "effect"

/** What is limited: a name and who is counted. */
export interface Limit {
  readonly key: string
  readonly count: number
  readonly window: Duration.Duration
}

/** Fixed windows shared by every process. */
export class RateLimits extends Context.Service<RateLimits, {
  /** Counts one try; fails when it is above the limit, with the seconds until the window ends. */
  readonly take: (limit: Limit) => Effect.Effect<void, RateLimited>
  /** Gives a try back: limits on failures count every try first, so that many at once cannot slip through. */
  readonly giveBack: (limit: Limit) => Effect.Effect<void>
  /** Deletes some of the windows that ended; answers how many. */
  readonly clear: (now: DateTime.Utc) => Effect.Effect<number>
}>()("stowage/services/platform/limits/RateLimits") {}

import type { RateLimited } from "#domain/platform/errors/Errors.ts"
import { Context, type DateTime, type Duration, type Effect } from "effect"

export interface Limit {
  readonly key: string
  readonly count: number
  readonly window: Duration.Duration
}

export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** Above the limit it fails with the seconds until the window ends. */
    readonly take: (limit: Limit) => Effect.Effect<void, RateLimited>
    /** Limits on failures count every attempt first, so that concurrent ones cannot pass. */
    readonly giveBack: (limit: Limit) => Effect.Effect<void>
    readonly clear: (now: DateTime.Utc) => Effect.Effect<number>
  }
>()("stowage/services/platform/limits/RateLimits") {}

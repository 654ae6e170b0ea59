import { Context, type Effect } from "effect"

/** Equal for every process. Moments are epoch seconds, ages seconds. */
export interface InstallationFigures {
  readonly endpoints: ReadonlyArray<{
    readonly id: number
    readonly state: string | null
    readonly latency_ms: number | null
    readonly checked_at: number | null
    readonly incident: boolean
  }>
  readonly jobs: ReadonlyArray<{ readonly job: string; readonly succeeded_at: number }>
  readonly listings: {
    readonly good: number
    readonly failing: number
    readonly unread: number
    readonly refreshing: number
    readonly median_age: number | null
    readonly oldest_age: number | null
    readonly failing_age: number | null
  }
  readonly changes: { readonly open: number; readonly oldest_age: number | null }
  readonly work: ReadonlyArray<{ readonly state: string; readonly runs: number }>
}

export class InstallationMetrics extends Context.Service<
  InstallationMetrics,
  {
    readonly read: Effect.Effect<InstallationFigures>
  }
>()("stowage/services/platform/health/InstallationMetrics") {}

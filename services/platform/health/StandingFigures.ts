import { Context, type Effect } from "effect"

/** How the installation stands, whichever process asks. Moments are seconds of the epoch, ages seconds. */
export interface Figures {
  readonly endpoints: ReadonlyArray<{
    readonly id: number
    /** null: not checked yet. */
    readonly state: string | null
    readonly latency_ms: number | null
    readonly checked_at: number | null
    readonly incident: boolean
  }>
  /** Jobs that have run to their end, and when last. */
  readonly jobs: ReadonlyArray<{ readonly job: string; readonly succeeded_at: number }>
  readonly listings: {
    readonly good: number
    /** The last reading of these failed. */
    readonly failing: number
    readonly unread: number
    readonly refreshing: number
    readonly median_age: number | null
    readonly oldest_age: number | null
    readonly failing_age: number | null
  }
  /** Changes of gateways of which nobody knows yet how they ended. */
  readonly changes: { readonly open: number; readonly oldest_age: number | null }
  /** Long work that is not over. */
  readonly work: ReadonlyArray<{ readonly state: string; readonly runs: number }>
}

/** Figures that only the database knows. */
export class StandingFigures extends Context.Service<StandingFigures, {
  /** One statement. */
  readonly read: Effect.Effect<Figures>
}>()("stowage/services/platform/health/StandingFigures") {}

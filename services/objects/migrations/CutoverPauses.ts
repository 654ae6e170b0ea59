import { Context, Duration } from "effect"

export interface Pauses {
  /** Time in which requests that began before the lock end. */
  readonly lockSettling: Duration.Duration
  readonly releaseRetry: Duration.Duration
}

export const cutoverPauses: Pauses = { lockSettling: Duration.seconds(3), releaseRetry: Duration.seconds(5) }

export const CutoverPauses = Context.Reference<Pauses>("stowage/services/objects/migrations/CutoverPauses", {
  defaultValue: () => cutoverPauses
})

import { Context, Duration } from "effect"

export interface Pauses {
  /** Time that requests which began before the lock of the source have to end. */
  readonly lockSettling: Duration.Duration
  /** Pause between failed releases of a lock. */
  readonly releaseRetry: Duration.Duration
}

export const cutoverPauses: Pauses = { lockSettling: Duration.seconds(3), releaseRetry: Duration.seconds(5) }

/** Pauses of cutovers; shorter for gateways of tests, whose requests end at once. */
export const CutoverPauses = Context.Reference<Pauses>("stowage/services/objects/migrations/CutoverPauses", {
  defaultValue: () => cutoverPauses
})

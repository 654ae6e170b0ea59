import { Schema } from "effect"

export const ObjectFailure = Schema.Struct({
  key: Schema.String,
  version_id: Schema.NullOr(Schema.String),
  code: Schema.String,
  reason: Schema.String
}).annotate({ identifier: "ObjectFailure" })
export type ObjectFailure = typeof ObjectFailure.Type

export const MAX_FAILURES_IN_REPORT = 1_000

export interface Tally {
  readonly done: number
  readonly skipped: number
  readonly bytes: number
  readonly failures: ReadonlyArray<ObjectFailure>
}

export const emptyTally: Tally = { done: 0, skipped: 0, bytes: 0, failures: [] }

export const addTallies = (one: Tally, other: Tally): Tally => ({
  done: one.done + other.done,
  skipped: one.skipped + other.skipped,
  bytes: one.bytes + other.bytes,
  failures: [...one.failures, ...other.failures]
})

export const SweepState = Schema.Struct({
  after: Schema.NullOr(Schema.String),
  done: Schema.Int,
  skipped: Schema.Int,
  bytes: Schema.Int,
  failed: Schema.Int,
  named: Schema.Array(ObjectFailure)
})
export type SweepState = typeof SweepState.Type

export const initialSweep: SweepState = { after: null, done: 0, skipped: 0, bytes: 0, failed: 0, named: [] }

export const sumTallies = (tallies: ReadonlyArray<Tally>): Tally => tallies.reduce(addTallies, emptyTally)

export const advanceSweep = (
  state: SweepState,
  { bytes, done, failures, skipped }: Tally,
  after: string
): SweepState => ({
  after,
  done: state.done + done,
  skipped: state.skipped + skipped,
  bytes: state.bytes + bytes,
  failed: state.failed + failures.length,
  named: [...state.named, ...failures.slice(0, Math.max(0, MAX_FAILURES_IN_REPORT - state.named.length))]
})

export const sweepResult = ({ bytes, done, failed, named, skipped }: SweepState) => ({
  done,
  skipped,
  bytes,
  failed,
  failures: named
})

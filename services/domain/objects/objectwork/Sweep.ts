import { Schema } from "effect"

/** An object that something could not be done to. */
export const ObjectFailure = Schema.Struct({
  key: Schema.String,
  /** Where one version is meant. */
  version_id: Schema.NullOr(Schema.String),
  /** The gateway's code, or ours. */
  code: Schema.String,
  reason: Schema.String
}).annotate({ identifier: "ObjectFailure" })
export type ObjectFailure = typeof ObjectFailure.Type

/** So many failures of an item are named; all are counted. */
export const failuresNamed = 1_000

/** What came of some objects. */
export interface Tally {
  readonly done: number
  /** Objects that were left as they are on purpose. */
  readonly skipped: number
  readonly bytes: number
  readonly failures: ReadonlyArray<ObjectFailure>
}

export const nothingDone: Tally = { done: 0, skipped: 0, bytes: 0, failures: [] }

export const added = (one: Tally, other: Tally): Tally => ({
  done: one.done + other.done, skipped: one.skipped + other.skipped, bytes: one.bytes + other.bytes, failures: [...one.failures, ...other.failures]
})

/** How far an item of many objects is: all that a successor needs to go on. */
export const SweepState = Schema.Struct({
  /** Up to where it is through, as its reader says; null: it has only begun. */
  after: Schema.NullOr(Schema.String),
  done: Schema.Int,
  skipped: Schema.Int,
  bytes: Schema.Int,
  failed: Schema.Int,
  /** The first of what failed. */
  named: Schema.Array(ObjectFailure)
})
export type SweepState = typeof SweepState.Type

export const sweepBegin: SweepState = { after: null, done: 0, skipped: 0, bytes: 0, failed: 0, named: [] }

export const summed = (tallies: ReadonlyArray<Tally>): Tally => tallies.reduce(added, nothingDone)

/** The state after another batch, which ends at `after`. */
export const swept = (state: SweepState, { bytes, done, failures, skipped }: Tally, after: string): SweepState => ({
  after, done: state.done + done, skipped: state.skipped + skipped, bytes: state.bytes + bytes, failed: state.failed + failures.length,
  named: [...state.named, ...failures.slice(0, Math.max(0, failuresNamed - state.named.length))]
})

/** What a report tells of it. */
export const sweepResult = ({ bytes, done, failed, named, skipped }: SweepState) => ({ done, skipped, bytes, failed, failures: named })


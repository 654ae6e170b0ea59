import { Schema } from "effect"

/** Checks in a row without an answer that open an incident, and with one that close it: one lost packet is none. */
export const failuresToOpen = 3
export const answersToClose = 2

/** One check, as far as incidents go. */
export interface CheckOutcome {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Why nothing useful was answered; null when it was, be it slowly. */
  readonly cause: string | null
}

/** What the checks of an endpoint amount to so far. Moments in milliseconds since the epoch. */
export const Watch = Schema.TaggedUnion({
  /** No incident is open. `failures` in a row since `since`, the first of which failed for `cause`. */
  Answering: { at: Schema.Int, failures: Schema.Int, since: Schema.Int, cause: Schema.NullOr(Schema.String) },
  /** An incident is open. `answers` in a row since `since`. */
  Failing: { at: Schema.Int, answers: Schema.Int, since: Schema.Int }
})
export type Watch = typeof Watch.Type

/** What a check means for the incidents of its endpoint. */
export type IncidentChange =
  /** It began with the first of the failures. */
  | { readonly _tag: "Opened"; readonly startedAt: number; readonly cause: string }
  /** It ended with the first of the answers. */
  | { readonly _tag: "Closed"; readonly endedAt: number }

type Step = readonly [watch: Watch, change: IncidentChange | null]

const answering = ({ at }: CheckOutcome): Watch => Watch.cases.Answering.make({ at, failures: 0, since: at, cause: null })

/** The watch after a check; null before the first. A check that is no newer than the last one says nothing. */
export const watchOn = (watch: Watch | null, outcome: CheckOutcome): Step => {
  const { at, cause } = outcome
  if (watch === null) return watchOn(answering({ at: at - 1, cause: null }), outcome)
  if (at <= watch.at) return [watch, null]
  if (watch._tag === "Answering") {
    if (cause === null) return [answering(outcome), null]
    const first = watch.failures === 0
    const [since, why] = first ? [at, cause] : [watch.since, watch.cause ?? cause]
    return watch.failures + 1 < failuresToOpen
      ? [Watch.cases.Answering.make({ at, failures: watch.failures + 1, since, cause: why }), null]
      : [Watch.cases.Failing.make({ at, answers: 0, since: at }), { _tag: "Opened", startedAt: since, cause: why }]
  }
  if (cause !== null) return [Watch.cases.Failing.make({ at, answers: 0, since: at }), null]
  const since = watch.answers === 0 ? at : watch.since
  return watch.answers + 1 < answersToClose
    ? [Watch.cases.Failing.make({ at, answers: watch.answers + 1, since }), null]
    : [answering(outcome), { _tag: "Closed", endedAt: since }]
}

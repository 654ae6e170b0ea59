import { Schema } from "effect"

/** Consecutive checks required: a single lost packet opens no incident. */
export const failuresToOpen = 3
export const answersToClose = 2

export interface CheckOutcome {
  readonly at: number
  readonly cause: string | null
}

/** Times in milliseconds. */
export const IncidentState = Schema.TaggedUnion({
  /** `failures`: consecutive since `since`; `cause` of the first. */
  Answering: { at: Schema.Int, failures: Schema.Int, since: Schema.Int, cause: Schema.NullOr(Schema.String) },
  Failing: { at: Schema.Int, answers: Schema.Int, since: Schema.Int }
})
export type IncidentState = typeof IncidentState.Type

export type IncidentChange =
  | { readonly _tag: "Opened"; readonly startedAt: number; readonly cause: string }
  | { readonly _tag: "Closed"; readonly endedAt: number }

type Step = readonly [watch: IncidentState, change: IncidentChange | null]

const answering = ({ at }: CheckOutcome): IncidentState =>
  IncidentState.cases.Answering.make({ at, failures: 0, since: at, cause: null })

/** `watch` null: before the first check. A check that is not newer is ignored. */
export const nextIncidentState = (watch: IncidentState | null, outcome: CheckOutcome): Step => {
  const { at, cause } = outcome
  if (watch === null) return nextIncidentState(answering({ at: at - 1, cause: null }), outcome)
  if (at <= watch.at) return [watch, null]
  if (watch._tag === "Answering") {
    if (cause === null) return [answering(outcome), null]
    const first = watch.failures === 0
    const [since, why] = first ? [at, cause] : [watch.since, watch.cause ?? cause]
    return watch.failures + 1 < failuresToOpen
      ? [IncidentState.cases.Answering.make({ at, failures: watch.failures + 1, since, cause: why }), null]
      : [
          IncidentState.cases.Failing.make({ at, answers: 0, since: at }),
          { _tag: "Opened", startedAt: since, cause: why }
        ]
  }
  if (cause !== null) return [IncidentState.cases.Failing.make({ at, answers: 0, since: at }), null]
  const since = watch.answers === 0 ? at : watch.since
  return watch.answers + 1 < answersToClose
    ? [IncidentState.cases.Failing.make({ at, answers: watch.answers + 1, since }), null]
    : [answering(outcome), { _tag: "Closed", endedAt: since }]
}

import { Effect } from "effect"
import type { DomainError } from "#domain/platform/errors/Errors.ts"
import { type SweepState, sweepResult } from "#domain/objects/objectwork/Sweep.ts"
import type { Performed } from "#services/platform/work/WorkKind.ts"

export const failureText = ({ failed, named: [first] }: SweepState, cannot: string): string => {
  if (first === undefined) return `${failed.toLocaleString("en")} ${cannot}`
  return failed === 1
    ? `${first.key} ${cannot}: ${first.reason}`
    : `${failed.toLocaleString("en")} ${cannot}, the first, ${first.key}: ${first.reason}`
}

export const sweptOutcome = <E extends DomainError>(
  work: Effect.Effect<{ readonly state: SweepState; readonly end: "through" | "rested" }, E>,
  cannot: string
) =>
  Effect.map(work, ({ end, state }): Performed<null> => {
    const result = sweepResult(state)
    if (end === "rested") return { outcome: "rested", result, inverse: null }
    return state.failed === 0
      ? { outcome: "completed", result, inverse: null }
      : {
          outcome: "incomplete",
          result,
          inverse: null,
          why: failureText(state, cannot)
        }
  })

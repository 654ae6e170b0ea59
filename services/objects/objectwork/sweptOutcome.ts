import { Effect } from "effect"
import type { DomainError } from "#domain/platform/errors/Errors.ts"
import { type SweepState, sweepResult } from "#domain/objects/objectwork/Sweep.ts"
import type { Performed } from "#services/platform/work/WorkKind.ts"

export const sweptOutcome = <E extends DomainError>(
  work: Effect.Effect<{ readonly state: SweepState; readonly end: "through" | "rested" }, E>,
  cannot: string
) =>
  Effect.map(work, ({ end, state }): Performed<null> => {
    const result = sweepResult(state)
    if (end === "rested") return { outcome: "rested", result, inverse: null }
    const [first] = state.named
    return state.failed === 0
      ? { outcome: "completed", result, inverse: null }
      : {
          outcome: "incomplete",
          result,
          inverse: null,
          why:
            state.failed === 1 && first !== undefined
              ? `${first.key} ${cannot}: ${first.reason}`
              : `${state.failed.toLocaleString("en")} ${cannot}, the first: ${first?.reason ?? ""}`
        }
  })

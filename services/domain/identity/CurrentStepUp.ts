import { Context, Effect } from "effect"
import { Forbidden } from "../platform/errors/Errors.ts"

export const stepUpRequired = new Forbidden({
  code: "step_up_required",
  detail: "Confirm that it is you, then try again"
})

/**
 * Step-up check for actions that an unchanged payload exempts. The middleware provides it and the service, which knows
 * whether anything changes, runs it before writing. Outside a request it fails.
 */
export const CurrentStepUp = Context.Reference<Effect.Effect<void, Forbidden>>("stowage/domain/CurrentStepUp", {
  defaultValue: () => Effect.fail(stepUpRequired)
})

import { Context, Effect } from "effect"
import { Forbidden } from "../platform/errors/Errors.ts"

export const stepUpRequired = new Forbidden({
  code: "step_up_required",
  detail: "Confirm that it is you, then try again"
})

/** The middleware provides it; the service, which knows whether anything changes, runs it before writing. */
export const CurrentStepUp = Context.Reference<Effect.Effect<void, Forbidden>>("stowage/domain/CurrentStepUp", {
  defaultValue: () => Effect.fail(stepUpRequired)
})

import { Context, Effect } from "effect"
import { Forbidden } from "../platform/errors/Errors.ts"

export const stepUpRequired = new Forbidden({ code: "step_up_required", detail: "Confirm that it is you, then try again" })

/**
 * For actions that an unchanged payload exempts from step-up: the access middleware leaves the demand here, and the
 * service, which alone knows what changes, makes it before it writes. Outside the middleware it is always refused.
 */
export const CurrentStepUp = Context.Reference<Effect.Effect<void, Forbidden>>("stowage/domain/CurrentStepUp", {
  defaultValue: () => Effect.fail(stepUpRequired)
})

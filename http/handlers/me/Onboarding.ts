import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { Onboarding } from "#services/accounts/Onboarding.ts"

export const OnboardingHandlers = HttpApiBuilder.group(
  Api,
  "onboarding",
  Effect.fn(function* (handlers) {
    const onboarding = yield* Onboarding
    return handlers.handleAll({ state: () => onboarding.state })
  })
)

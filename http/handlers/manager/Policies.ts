import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { BucketPolicies } from "#services/buckets/policies/BucketPolicies.ts"

export const ManagerPoliciesHandlers = HttpApiBuilder.group(
  Api,
  "managerPolicies",
  Effect.fn(function* (handlers) {
    const policies = yield* BucketPolicies
    return handlers.handleAll({
      check: Effect.fn("managerPolicies.check")(function* ({ params, payload }) {
        return yield* policies.check(yield* CurrentContext, params.bucket_name, payload)
      }),
      exposure: Effect.fn("managerPolicies.exposure")(function* ({ params }) {
        return yield* policies.exposure(yield* CurrentContext, params.bucket_name)
      }),
      tests: Effect.fn("managerPolicies.tests")(function* ({ params }) {
        return yield* policies.tests(yield* CurrentContext, params.bucket_name)
      }),
      keepTests: Effect.fn("managerPolicies.keepTests")(function* ({ params, payload }) {
        return yield* policies.keepTests(yield* CurrentCaller, yield* CurrentContext, params.bucket_name, payload)
      })
    })
  })
)

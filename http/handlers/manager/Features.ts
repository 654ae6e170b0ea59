import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { BucketFeatures } from "#services/buckets/features/BucketFeatures.ts"

export const ManagerFeaturesHandlers = HttpApiBuilder.group(
  Api,
  "managerFeatures",
  Effect.fn(function* (handlers) {
    const features = yield* BucketFeatures
    return handlers.handleAll({
      all: Effect.fn("managerFeatures.all")(function* ({ params }) {
        return { items: yield* features.all(yield* CurrentContext, params.bucket_name) }
      }),
      read: Effect.fn("managerFeatures.read")(function* ({ params }) {
        return yield* features.read(yield* CurrentContext, params.bucket_name, params.feature)
      }),
      check: Effect.fn("managerFeatures.check")(function* ({ params, payload }) {
        return yield* features.check(yield* CurrentContext, params.bucket_name, params.feature, payload.value)
      }),
      change: Effect.fn("managerFeatures.change")(function* ({ params, payload }) {
        return yield* features.change(
          yield* CurrentCaller,
          yield* CurrentContext,
          params.bucket_name,
          params.feature,
          payload.value,
          payload
        )
      }),
      history: Effect.fn("managerFeatures.history")(function* ({ params, query }) {
        return yield* features.history(yield* CurrentContext, params.bucket_name, query)
      }),
      undo: Effect.fn("managerFeatures.undo")(function* ({ params }) {
        return yield* features.undo(yield* CurrentCaller, yield* CurrentContext, params.bucket_name, params.change_id)
      })
    })
  })
)

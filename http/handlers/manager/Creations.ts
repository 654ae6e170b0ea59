import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { bucketTemplates } from "#domain/buckets/bucketTemplates.ts"
import { BucketCreations } from "#services/buckets/BucketCreations.ts"

export const CreationsHandlers = HttpApiBuilder.group(
  Api,
  "bucketCreations",
  Effect.fn(function* (handlers) {
    const creations = yield* BucketCreations
    return handlers.handleAll({
      templates: () => Effect.succeed({ items: bucketTemplates }),
      create: Effect.fn("bucketCreations.create")(function* ({ payload }) {
        return yield* creations.create(yield* CurrentCaller, yield* CurrentContext, payload)
      })
    })
  })
)

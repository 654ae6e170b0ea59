import { Effect, Stream } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { BucketAccess } from "#services/iam/bucketaccess/BucketAccess.ts"
import { numberedFrames } from "../numberedFrames.ts"
import { interruptOnRevocation } from "../streamRights.ts"

export const BucketAccessHandlers = HttpApiBuilder.group(
  Api,
  "bucketAccess",
  Effect.fn(function* (handlers) {
    const bucketAccess = yield* BucketAccess
    return handlers.handleAll({
      list: Effect.fn("bucketAccess.list")(function* ({ params, query }) {
        return yield* bucketAccess.list(yield* CurrentContext, params.bucket_name, query.prefix ?? "")
      }),
      follow: Effect.fn("bucketAccess.follow")(function* ({ params, query }) {
        const context = yield* CurrentContext
        const allowed = yield* interruptOnRevocation("manager", query.context_id)
        return (yield* bucketAccess.follow(context, params.bucket_name, query.prefix ?? "")).pipe(
          Stream.concat(Stream.succeed({ event: "done" as const, data: {} })),
          numberedFrames,
          allowed
        )
      })
    })
  })
)

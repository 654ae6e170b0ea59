import { Effect, Stream } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { AccessGrants } from "#services/iam/bucketaccess/AccessGrants.ts"
import { BucketAccess } from "#services/iam/bucketaccess/BucketAccess.ts"
import { numberedFrames } from "../numberedFrames.ts"
import { interruptOnRevocation } from "../streamRights.ts"

export const BucketAccessHandlers = HttpApiBuilder.group(
  Api,
  "bucketAccess",
  Effect.fn(function* (handlers) {
    const bucketAccess = yield* BucketAccess
    const grants = yield* AccessGrants
    return handlers.handleAll({
      list: Effect.fn("bucketAccess.list")(function* ({ params, query }) {
        return yield* bucketAccess.list(yield* CurrentContext, params.bucket_name, query.prefix ?? "")
      }),
      plan: Effect.fn("bucketAccess.plan")(function* ({ params, payload }) {
        return yield* grants.plan(yield* CurrentCaller, yield* CurrentContext, params.bucket_name, payload)
      }),
      apply: Effect.fn("bucketAccess.apply")(function* ({ params, payload: { change, plan_hash } }) {
        return yield* grants.apply(yield* CurrentCaller, yield* CurrentContext, params.bucket_name, change, plan_hash)
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

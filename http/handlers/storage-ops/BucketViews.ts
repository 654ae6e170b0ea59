import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { makeBucketViewHandlers } from "../bucketViews.ts"

export const OpsBucketViewsHandlers = HttpApiBuilder.group(
  Api,
  "opsBucketViews",
  Effect.fn(function* (handlers) {
    return handlers.handleAll(yield* makeBucketViewHandlers)
  })
)

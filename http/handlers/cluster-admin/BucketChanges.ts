import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { makeBucketChangeHandlers } from "../bucketChanges.ts"

export const ClusterBucketChangesHandlers = HttpApiBuilder.group(
  Api,
  "clusterBucketChanges",
  Effect.fn(function* (handlers) {
    return handlers.handleAll(yield* makeBucketChangeHandlers)
  })
)

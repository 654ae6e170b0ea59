import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import type { BucketQuery } from "#domain/buckets/BucketListing.ts"
import { CurrentTool } from "#domain/platform/access/CurrentTool.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { ContextWorkspace } from "#domain/accounts/contexts/ExecutionContext.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { StreamRights } from "#services/accounts/contexts/StreamRights.ts"
import { respondFeed } from "../EventFeed.ts"
import { bucketFrames } from "./bucketFrames.ts"

export const makeBucketFeed = Effect.gen(function* () {
  const listings = yield* BucketListings
  const rights = yield* StreamRights
  return Effect.fnUntraced(function* (
    workspace: ContextWorkspace,
    query: BucketQuery & { readonly context_id: string }
  ) {
    const { listingKey } = yield* CurrentContext
    const right = { caller: yield* CurrentCaller, workspace, contextId: query.context_id, tool: yield* CurrentTool }
    const after = (yield* HttpServerRequest.HttpServerRequest).headers["last-event-id"] ?? null
    return respondFeed((reader) => {
      const unwatch = rights.watch(right, () => reader.end())
      const unfollow = listings.follow(listingKey, query, after, (news) => reader.send(bucketFrames(news)))
      return () => {
        unwatch()
        unfollow()
      }
    })
  })
})

import { Effect } from "effect"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentTool } from "#domain/platform/access/CurrentTool.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { StreamRights } from "#services/accounts/contexts/StreamRights.ts"
import { FeatureColumns, type FeatureQuestion } from "#services/buckets/features/FeatureColumns.ts"
import { respondFeed } from "../EventFeed.ts"
import { cachedTextFrames } from "../cachedFrameEncoder.ts"

export const makeFeatureFeed = Effect.gen(function* () {
  const columns = yield* FeatureColumns
  const rights = yield* StreamRights
  return Effect.fnUntraced(function* (question: FeatureQuestion) {
    const context = yield* CurrentContext
    const right = {
      caller: yield* CurrentCaller,
      workspace: "manager" as const,
      contextId: context.context.id,
      tool: yield* CurrentTool
    }
    return respondFeed((reader) => {
      const unwatch = rights.watch(right, () => reader.end())
      const unfollow = columns.follow(context, question, (news) => reader.send(cachedTextFrames(news)))
      return () => {
        unwatch()
        unfollow()
      }
    })
  })
})

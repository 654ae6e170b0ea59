import { Effect } from "effect"
import { CurrentScope, rightsOfScope } from "#domain/accounts/scope/RequestScope.ts"
import type { AssignUiTags, EditUiTag } from "#domain/buckets/workbench/UiTag.ts"
import type { WorkbenchRequest } from "#domain/buckets/workbench/WorkbenchRequest.ts"
import { clusterScope, contextsScope, type WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"
import { callerUser, CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentTool } from "#domain/platform/access/CurrentTool.ts"
import { StreamRights } from "#services/accounts/contexts/StreamRights.ts"
import { adviseBuckets } from "#services/buckets/workbench/adviseBuckets.ts"
import { BucketWorkbench } from "#services/buckets/workbench/BucketWorkbench.ts"
import { UiTags } from "#services/buckets/workbench/UiTags.ts"
import { WorkbenchFeeds } from "#services/buckets/workbench/WorkbenchFeeds.ts"
import { respondFeed } from "../EventFeed.ts"
import { cachedTextFrames } from "../cachedFrameEncoder.ts"

const currentWorkbench = Effect.gen(function* () {
  const scope = yield* CurrentScope
  const userId = callerUser(yield* CurrentCaller)?.id ?? 0
  if (scope._tag === "Endpoint") return clusterScope(userId, scope.endpoint)
  if (scope._tag === "Contexts") return contextsScope(userId, scope.contexts)
  return yield* Effect.die(new Error(`The scope ${scope._tag} has no bucket workbench`))
})

export const makeWorkbenchHandlers = Effect.gen(function* () {
  const workbench = yield* BucketWorkbench
  const feeds = yield* WorkbenchFeeds
  const tags = yield* UiTags
  const rights = yield* StreamRights
  const advise = yield* adviseBuckets

  const inScope =
    <Args extends ReadonlyArray<unknown>, A, E, R = never>(
      handle: (scope: WorkbenchScope, ...args: Args) => Effect.Effect<A, E, R>
    ) =>
    (...args: Args) =>
      Effect.flatMap(currentWorkbench, (scope) => handle(scope, ...args))

  const stream = Effect.fnUntraced(function* (request: WorkbenchRequest) {
    const scope = yield* currentWorkbench
    // an invalid request gets an error, not an event
    yield* workbench.snapshot(scope, request)
    const [caller, tool] = [yield* CurrentCaller, yield* CurrentTool]
    const needed = rightsOfScope(yield* CurrentScope).map((right) => ({ ...right, caller, tool }))
    return respondFeed((reader) => {
      const watched = needed.map((right) => rights.watch(right, () => reader.end()))
      const unfollow = feeds.follow(scope, request, (messages) => reader.send(cachedTextFrames(messages)))
      return () => {
        for (const unwatch of watched) unwatch()
        unfollow()
      }
    })
  })

  return {
    page: inScope(workbench.page),
    stream,
    refresh: inScope(workbench.refresh),
    advice: inScope((scope) => Effect.map(advise(scope), (items) => ({ items }))),
    tags: inScope((scope) => Effect.map(tags.list(scope), (items) => ({ items }))),
    assignTags: inScope((scope, change: AssignUiTags) =>
      Effect.andThen(
        tags.assign(scope, change),
        Effect.map(tags.list(scope), (items) => ({ items }))
      )
    ),
    editTag: inScope((scope, id: number, change: EditUiTag) => tags.edit(scope, id, change)),
    removeTag: inScope((scope, id: number) => tags.remove(scope, id))
  }
})

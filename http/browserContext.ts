import { Effect } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { managerBrowser } from "#api/RequiredScope.ts"
import { type ClusterContextRef, parseClusterContextId } from "#domain/accounts/contexts/ClusterContextId.ts"
import { namesBucket } from "#domain/buckets/namesBucket.ts"
import { Forbidden, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { ClusterBrowsing } from "#services/accounts/contexts/ClusterBrowsing.ts"
import { requireDataAccess } from "#services/accounts/contexts/dataAccess.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"

const workspaceHeader = "x-s3-workspace"

/** Operations of the Browser that Cluster Admin may use: reads. Links are left out, because they outlive the right. */
const CLUSTER_OPERATIONS: ReadonlySet<string> = new Set([
  "browserObjects/list",
  "browserObjects/facts",
  "browserObjects/download",
  "browserObjectDetails/read",
  "browserListings/versions",
  "browserListings/multipart",
  "browserListings/search",
  "browserListings/folderSize"
])

const readsOnly = new Forbidden({
  code: "forbidden",
  detail: "Cluster Admin reads objects only: this is not possible in the context of an endpoint"
})

const browseCluster = Effect.map(ClusterBrowsing, (browsing) =>
  Effect.fnUntraced(function* (caller: Caller, context: ClusterContextRef, operation: string) {
    yield* browsing.requireOperator(caller, context)
    const { bucket_name: bucket } = yield* HttpRouter.params
    if (bucket === undefined || !CLUSTER_OPERATIONS.has(operation)) return yield* readsOnly
    // refused before the gateway is asked for its owner; the path's schema is read later
    if (!namesBucket(bucket)) return yield* new NotFound({ entity: "Bucket", id: bucket })
    return yield* browsing.open(caller, context, bucket, operation).pipe(
      // the frame answers 503: without the owner nothing can be decided
      Effect.catchTags({
        StorageError: (error) => Effect.die(error),
        StorageTimeout: (error) => Effect.die(error),
        Unavailable: (error) => Effect.die(error)
      })
    )
  })
)

export const browserContext = Effect.gen(function* () {
  const contexts = yield* ExecutionContexts
  const inCluster = yield* browseCluster
  return Effect.fnUntraced(function* (caller: Caller, contextId: string, operation: string) {
    const { headers, url } = yield* HttpServerRequest.HttpServerRequest
    // downloads and media players send no header: the query parameter replaces it
    const workspace =
      headers[workspaceHeader] ?? new URLSearchParams(/\?.*$/s.exec(url)?.[0]).get("s3_workspace") ?? undefined
    if (workspace !== undefined && workspace !== managerBrowser)
      return yield* InvalidInput.at(`headers.${workspaceHeader}`, `Expected ${managerBrowser}`)
    const cluster = workspace === undefined ? parseClusterContextId(contextId) : null
    if (cluster !== null) return yield* inCluster(caller, cluster, operation)
    return yield* workspace === undefined
      ? contexts.resolve(caller, "browser", contextId)
      : Effect.flatMap(contexts.resolve(caller, "manager", contextId), requireDataAccess)
  })
})

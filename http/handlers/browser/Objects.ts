import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { byteRange } from "#domain/objects/byteRange.ts"
import { BucketMeasures } from "#services/buckets/BucketMeasures.ts"
import { ObjectBrowser } from "#services/objects/ObjectBrowser.ts"
import { ImmediateDeletion } from "#services/objects/objectwork/ImmediateDeletion.ts"
import { customerKeyOf } from "../customerKeyOf.ts"
import { listRequest } from "../listRequest.ts"
import { conditionally } from "../../conditionally.ts"
import { respondObject } from "../../respondObject.ts"
import { strongTag } from "../../strongTag.ts"
import { watchRight } from "../streamRights.ts"

const proxiedUrl = (contextId: string, bucket: string, key: string, version: string | undefined) =>
  `/api/browser/buckets/${encodeURIComponent(bucket)}/objects/download?${new URLSearchParams({ context_id: contextId, key, ...(version === undefined ? {} : { version_id: version }) })}`

export const BrowserObjectsHandlers = HttpApiBuilder.group(
  Api,
  "browserObjects",
  Effect.fn(function* (handlers) {
    const objects = yield* ObjectBrowser
    const deletion = yield* ImmediateDeletion
    const measures = yield* BucketMeasures
    return handlers.handleAll({
      list: Effect.fn("browserObjects.list")(function* ({ params, query }) {
        return yield* objects.list(yield* CurrentContext, params.bucket_name, listRequest(query))
      }),
      facts: Effect.fn("browserObjects.facts")(function* ({ params, query }) {
        return yield* objects.facts(yield* CurrentContext, params.bucket_name, query.key)
      }),
      link: Effect.fn("browserObjects.link")(function* ({ params, query }) {
        const context = yield* CurrentContext
        const { key, version_id } = query
        return yield* objects.link(
          context,
          params.bucket_name,
          key,
          proxiedUrl(context.context.id, params.bucket_name, key, version_id),
          { versionId: version_id ?? null }
        )
      }),
      share: Effect.fn("browserObjects.share")(function* ({ params, query }) {
        return yield* objects.share(yield* CurrentContext, params.bucket_name, query.key, query.expires_seconds, {
          versionId: query.version_id ?? null
        })
      }),
      download: Effect.fn("browserObjects.download")(function* ({ headers: requestHeaders, params, query }) {
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        const context = yield* CurrentContext
        const { key, version_id } = query
        const range = byteRange(headers["range"])
        const ifRange = headers["if-range"]
        const tag = strongTag(ifRange)
        const sight = { versionId: version_id ?? null, customerKey: customerKeyOf(requestHeaders) }
        const opened =
          range !== null && tag !== null
            ? objects.goOn(context, params.bucket_name, key, range, tag, sight)
            : objects.open(context, params.bucket_name, key, ifRange === undefined ? range : null, sight)
        const right = yield* watchRight("browser", query.context_id)
        return yield* conditionally(
          headers,
          Effect.map(objects.facts(context, params.bucket_name, key, sight), ({ etag }) => etag),
          Effect.map(opened, (object) => respondObject(key, object, { heldBy: right, played: query.as }))
        )
      }),
      createFolder: Effect.fn("browserObjects.createFolder")(function* ({ params, payload }) {
        const context = yield* CurrentContext
        const key = yield* objects.createFolder(context, params.bucket_name, payload.prefix)
        yield* measures.changed(context, params.bucket_name)
        return { key }
      }),
      removeMany: Effect.fn("browserObjects.removeMany")(function* ({
        params,
        payload: { bypass_governance = false, keys = [], planned_at = null, versions = [] }
      }) {
        const context = yield* CurrentContext
        const entries = [
          ...keys.map((key) => ({ key, versionId: null })),
          ...versions.map(({ key, version_id }) => ({ key, versionId: version_id }))
        ]
        const results = yield* deletion.remove(context, params.bucket_name, entries, {
          plannedAt: planned_at,
          bypassGovernance: bypass_governance
        })
        yield* measures.changed(context, params.bucket_name)
        return { results }
      })
    })
  })
)

import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentContext } from "#domain/contexts/CurrentContext.ts"
import { byteRange } from "#domain/objects/byteRange.ts"
import { ObjectBrowser } from "#services/objects/ObjectBrowser.ts"
import { listWanted } from "../listWanted.ts"
import { respondObject } from "../../respondObject.ts"

/** The address of a download through this service. */
const proxiedUrl = (contextId: string, bucket: string, key: string) =>
  `/api/browser/buckets/${encodeURIComponent(bucket)}/objects/download?${new URLSearchParams({ context_id: contextId, key })}`

export const BrowserObjectsHandlers = HttpApiBuilder.group(Api, "browserObjects", Effect.fn(function*(handlers) {
  const objects = yield* ObjectBrowser
  return handlers.handleAll({
    list: Effect.fn("browserObjects.list")(function*({ params, query }) {
      return yield* objects.list(yield* CurrentContext, params.bucket_name, listWanted(query))
    }),
    facts: Effect.fn("browserObjects.facts")(function*({ params, query }) {
      return yield* objects.facts(yield* CurrentContext, params.bucket_name, query.key)
    }),
    link: Effect.fn("browserObjects.link")(function*({ params, query }) {
      const context = yield* CurrentContext
      return yield* objects.link(context, params.bucket_name, query.key, proxiedUrl(context.context.id, params.bucket_name, query.key))
    }),
    download: Effect.fn("browserObjects.download")(function*({ params, query }) {
      const { headers } = yield* HttpServerRequest.HttpServerRequest
      const opened = yield* objects.open(yield* CurrentContext, params.bucket_name, query.key, byteRange(headers["range"]))
      return respondObject(query.key, opened)
    }),
    createFolder: Effect.fn("browserObjects.createFolder")(function*({ params, payload, query }) {
      return { key: yield* objects.createFolder(yield* CurrentContext, params.bucket_name, payload.prefix) }
    }),
    removeMany: Effect.fn("browserObjects.removeMany")(function*({ params, payload, query }) {
      return { results: yield* objects.removeMany(yield* CurrentContext, params.bucket_name, payload.keys) }
    })
  })
}))

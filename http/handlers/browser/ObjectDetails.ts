import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentContext } from "#domain/contexts/CurrentContext.ts"
import { ObjectInspector } from "#services/objects/ObjectInspector.ts"
import { ObjectVersions } from "#services/objects/ObjectVersions.ts"
import type { CustomerKey } from "#services/objects/ObjectDetailStore.ts"

const keyOf = (headers: { readonly "x-sse-customer-key"?: NonNullable<CustomerKey> }): CustomerKey => headers["x-sse-customer-key"] ?? null

export const BrowserObjectDetailsHandlers = HttpApiBuilder.group(Api, "browserObjectDetails", Effect.fn(function*(handlers) {
  const objects = yield* ObjectInspector
  const versions = yield* ObjectVersions
  return handlers.handleAll({
    read: Effect.fn("browserObjectDetails.read")(function*({ headers, params, query }) {
      const ref = { bucket: params.bucket_name, key: query.key, versionId: query.version_id ?? null }
      return yield* objects.read(yield* CurrentContext, ref, keyOf(headers))
    }),
    edit: Effect.fn("browserObjectDetails.edit")(function*({ headers, params, payload }) {
      return yield* objects.edit(yield* CurrentContext, params.bucket_name, payload, keyOf(headers))
    }),
    editTags: Effect.fn("browserObjectDetails.editTags")(function*({ params, payload }) {
      return { tags: yield* objects.editTags(yield* CurrentContext, params.bucket_name, payload) }
    }),
    setAcl: Effect.fn("browserObjectDetails.setAcl")(function*({ params, payload }) {
      yield* objects.setAcl(yield* CurrentContext, params.bucket_name, payload)
    }),
    setLegalHold: Effect.fn("browserObjectDetails.setLegalHold")(function*({ params, payload }) {
      yield* objects.setLegalHold(yield* CurrentContext, params.bucket_name, payload)
    }),
    setRetention: Effect.fn("browserObjectDetails.setRetention")(function*({ params, payload }) {
      yield* objects.setRetention(yield* CurrentContext, params.bucket_name, payload)
    }),
    recall: Effect.fn("browserObjectDetails.recall")(function*({ params, payload }) {
      yield* objects.recall(yield* CurrentContext, params.bucket_name, payload)
    }),
    restoreVersion: Effect.fn("browserObjectDetails.restoreVersion")(function*({ headers, params, payload }) {
      return yield* versions.restore(yield* CurrentContext, params.bucket_name, payload, keyOf(headers))
    }),
    undelete: Effect.fn("browserObjectDetails.undelete")(function*({ params, payload }) {
      yield* versions.undelete(yield* CurrentContext, params.bucket_name, payload)
    }),
    removeVersion: Effect.fn("browserObjectDetails.removeVersion")(function*({ params, payload }) {
      yield* versions.remove(yield* CurrentContext, params.bucket_name, payload)
    })
  })
}))

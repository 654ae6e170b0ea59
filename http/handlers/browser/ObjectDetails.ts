import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { BucketMeasures } from "#services/buckets/BucketMeasures.ts"
import { ObjectInspector } from "#services/objects/ObjectInspector.ts"
import { ObjectVersions } from "#services/objects/ObjectVersions.ts"
import { customerKeyOf as keyOf } from "../customerKeyOf.ts"

export const BrowserObjectDetailsHandlers = HttpApiBuilder.group(
  Api,
  "browserObjectDetails",
  Effect.fn(function* (handlers) {
    const objects = yield* ObjectInspector
    const versions = yield* ObjectVersions
    const measures = yield* BucketMeasures
    const withMeasurement = Effect.fnUntraced(function* <A, E>(
      bucket: string,
      done: (context: CurrentContext["Service"]) => Effect.Effect<A, E>
    ) {
      const context = yield* CurrentContext
      const answer = yield* done(context)
      yield* measures.changed(context, bucket)
      return answer
    })
    return handlers.handleAll({
      read: Effect.fn("browserObjectDetails.read")(function* ({ headers, params, query }) {
        const ref = { bucket: params.bucket_name, key: query.key, versionId: query.version_id ?? null }
        return yield* objects.read(yield* CurrentContext, ref, keyOf(headers))
      }),
      edit: Effect.fn("browserObjectDetails.edit")(function* ({ headers, params, payload }) {
        return yield* withMeasurement(params.bucket_name, (context) =>
          objects.edit(context, params.bucket_name, payload, keyOf(headers))
        )
      }),
      editTags: Effect.fn("browserObjectDetails.editTags")(function* ({ params, payload }) {
        return { tags: yield* objects.editTags(yield* CurrentContext, params.bucket_name, payload) }
      }),
      setAcl: Effect.fn("browserObjectDetails.setAcl")(function* ({ params, payload }) {
        yield* objects.setAcl(yield* CurrentContext, params.bucket_name, payload)
      }),
      setLegalHold: Effect.fn("browserObjectDetails.setLegalHold")(function* ({ params, payload }) {
        yield* objects.setLegalHold(yield* CurrentContext, params.bucket_name, payload)
      }),
      setRetention: Effect.fn("browserObjectDetails.setRetention")(function* ({ params, payload }) {
        yield* objects.setRetention(yield* CurrentContext, params.bucket_name, payload)
      }),
      recall: Effect.fn("browserObjectDetails.recall")(function* ({ params, payload }) {
        yield* objects.recall(yield* CurrentContext, params.bucket_name, payload)
      }),
      restoreVersion: Effect.fn("browserObjectDetails.restoreVersion")(function* ({ headers, params, payload }) {
        return yield* withMeasurement(params.bucket_name, (context) =>
          versions.restore(context, params.bucket_name, payload, keyOf(headers))
        )
      }),
      undelete: Effect.fn("browserObjectDetails.undelete")(function* ({ params, payload }) {
        yield* withMeasurement(params.bucket_name, (context) => versions.undelete(context, params.bucket_name, payload))
      }),
      removeVersion: Effect.fn("browserObjectDetails.removeVersion")(function* ({ params, payload }) {
        yield* withMeasurement(params.bucket_name, (context) => versions.remove(context, params.bucket_name, payload))
      })
    })
  })
)

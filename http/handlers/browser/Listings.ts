import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { BucketHistory } from "#services/objects/BucketHistory.ts"
import { DirectAccess } from "#services/objects/DirectAccess.ts"
import { FolderSizes } from "#services/objects/FolderSizes.ts"
import { ObjectSearch } from "#services/objects/ObjectSearch.ts"
import { searchRequest } from "../searchRequest.ts"
import { objectEventStream } from "../objectEventStream.ts"

const MAX_PAGE_SIZE = 1000

export const BrowserListingsHandlers = HttpApiBuilder.group(
  Api,
  "browserListings",
  Effect.fn(function* (handlers) {
    const history = yield* BucketHistory
    const searches = yield* ObjectSearch
    const sizes = yield* FolderSizes
    const direct = yield* DirectAccess
    return handlers.handleAll({
      versions: Effect.fn("browserListings.versions")(function* ({ params, query }) {
        const context = yield* CurrentContext
        const { delimiter = "", key, key_marker, max_keys = MAX_PAGE_SIZE, prefix = "", version_id_marker } = query
        const after =
          key_marker === undefined && version_id_marker === undefined
            ? null
            : { key: key_marker ?? "", versionId: version_id_marker ?? "" }
        return yield* key === undefined
          ? history.versions(context, params.bucket_name, { prefix, delimiter, after, maxKeys: max_keys })
          : history.versionsOf(context, params.bucket_name, key, { after, maxKeys: max_keys })
      }),
      multipart: Effect.fn("browserListings.multipart")(function* ({ params, query }) {
        const { key_marker, max_uploads = MAX_PAGE_SIZE, prefix = "", upload_id_marker } = query
        const after =
          key_marker === undefined && upload_id_marker === undefined
            ? null
            : { key: key_marker ?? "", uploadId: upload_id_marker ?? "" }
        return yield* history.uploads(yield* CurrentContext, params.bucket_name, {
          prefix,
          after,
          maxUploads: max_uploads
        })
      }),
      abort: Effect.fn("browserListings.abort")(function* ({ params, query }) {
        yield* history.abort(yield* CurrentContext, params.bucket_name, query.key, query.upload_id)
      }),
      search: Effect.fn("browserListings.search")(function* ({ params, query }) {
        const events = yield* searches.search(yield* CurrentContext, params.bucket_name, searchRequest(query))
        return yield* objectEventStream(query.context_id, events)
      }),
      folderSize: Effect.fn("browserListings.folderSize")(function* ({
        params,
        query: { context_id, prefix = "", versions }
      }) {
        const events = yield* sizes.measure(yield* CurrentContext, {
          bucket: params.bucket_name,
          prefix,
          versions: versions === "true"
        })
        return yield* objectEventStream(context_id, events)
      }),
      corsAdvice: Effect.fn("browserListings.corsAdvice")(function* ({ params }) {
        return yield* direct.advice(yield* CurrentContext, params.bucket_name)
      })
    })
  })
)

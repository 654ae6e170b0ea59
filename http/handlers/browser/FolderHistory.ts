import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { AttributeEdits } from "#services/objects/objectwork/AttributeEdits.ts"
import { FolderHistory } from "#services/objects/objectwork/FolderHistory.ts"
import { objectEventStream } from "../objectEventStream.ts"

export const BrowserFolderHistoryHandlers = HttpApiBuilder.group(
  Api,
  "browserFolderHistory",
  Effect.fn(function* (handlers) {
    const attributes = yield* AttributeEdits
    const history = yield* FolderHistory
    return handlers.handleAll({
      editAttributes: Effect.fn("browserFolderHistory.editAttributes")(function* ({ params, payload }) {
        return yield* attributes.edit(yield* CurrentCaller, yield* CurrentContext, params.bucket_name, payload)
      }),
      previewRestore: Effect.fn("browserFolderHistory.previewRestore")(function* ({
        params,
        query: { at, context_id, prefix = "" }
      }) {
        return yield* objectEventStream(
          context_id,
          yield* history.previewRestore(yield* CurrentContext, params.bucket_name, prefix, at)
        )
      }),
      restore: Effect.fn("browserFolderHistory.restore")(function* ({ params, payload }) {
        return yield* history.restore(yield* CurrentCaller, yield* CurrentContext, params.bucket_name, payload)
      }),
      previewCleaning: Effect.fn("browserFolderHistory.previewCleaning")(function* ({
        params,
        query: { context_id, orphan_markers, prefix = "", ...rules }
      }) {
        return yield* objectEventStream(
          context_id,
          yield* history.previewCleaning(yield* CurrentContext, params.bucket_name, prefix, {
            ...rules,
            orphan_markers: orphan_markers === "true"
          })
        )
      }),
      clean: Effect.fn("browserFolderHistory.clean")(function* ({ params, payload }) {
        return yield* history.clean(yield* CurrentCaller, yield* CurrentContext, params.bucket_name, payload)
      })
    })
  })
)

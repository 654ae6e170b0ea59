import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { archiveName } from "#domain/objects/archive/Archive.ts"
import { attachment } from "#domain/objects/attachment.ts"
import { Archives } from "#services/objects/Archives.ts"
import { archiveBytes } from "../../zip/archiveBytes.ts"
import { failOnRevocation } from "../streamRights.ts"

export const BrowserArchivesHandlers = HttpApiBuilder.group(
  Api,
  "browserArchives",
  Effect.fn(function* (handlers) {
    const archives = yield* Archives
    const owner = Effect.gen(function* () {
      return { caller: yield* CurrentCaller, context: yield* CurrentContext }
    })
    return handlers.handleAll({
      order: Effect.fn("browserArchives.order")(function* ({ params, payload, query }) {
        const id = yield* archives.order(yield* owner, params.bucket_name, payload)
        const url = `/api/browser/archives/${id}?${new URLSearchParams({ context_id: query.context_id })}`
        return { id, url, file_name: archiveName(params.bucket_name, { objects: [], ...payload }) }
      }),
      download: Effect.fn("browserArchives.download")(function* ({ params, query }) {
        const { file_name, members, order } = yield* archives.open(yield* owner, params.archive_id)
        const allowed = yield* failOnRevocation("browser", query.context_id)
        return HttpServerResponse.stream(allowed(archiveBytes(members, order.prefix)), {
          contentType: "application/zip",
          headers: {
            "content-disposition": attachment(file_name),
            "cache-control": "no-store, no-transform",
            "x-content-type-options": "nosniff"
          }
        })
      })
    })
  })
)

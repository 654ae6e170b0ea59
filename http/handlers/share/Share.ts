import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { attachment } from "#domain/objects/attachment.ts"
import { byteRange } from "#domain/objects/byteRange.ts"
import { CurrentVisit } from "#domain/objects/shares/ShareRecord.ts"
import { ShareDownloads } from "#services/objects/shares/ShareDownloads.ts"
import { shareNotFound } from "#services/objects/shares/shareToken.ts"
import { ShareUploads } from "#services/objects/shares/ShareUploads.ts"
import { ShareVisits } from "#services/objects/shares/ShareVisits.ts"
import { announcedLength } from "../../announcedLength.ts"
import { respondObject } from "../../respondObject.ts"
import { setShareProof } from "../../shareProof.ts"
import { strongTag } from "../../strongTag.ts"
import { archiveBytes } from "../../zip/archiveBytes.ts"
import { raceRevocation, failOnRevocation } from "../streamRights.ts"

export const ShareHandlers = HttpApiBuilder.group(
  Api,
  "share",
  Effect.fn(function* (handlers) {
    const visits = yield* ShareVisits
    const downloads = yield* ShareDownloads
    const uploads = yield* ShareUploads
    return handlers.handleAll({
      view: Effect.fn("share.view")(function* () {
        return yield* downloads.view(yield* CurrentVisit)
      }),
      unlock: Effect.fn("share.unlock")(function* ({ params, payload }) {
        yield* setShareProof(params.token, yield* visits.unlock(yield* CurrentVisit, payload.password))
      }),
      files: Effect.fn("share.files")(function* ({ query }) {
        return yield* downloads.files(yield* CurrentVisit, query.after ?? "")
      }),
      file: Effect.fn("share.file")(function* ({ query }) {
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        const visit = yield* CurrentVisit
        const range = byteRange(headers["range"])
        const tag = strongTag(headers["if-range"])
        const rangeRequest = { range: headers["if-range"] === undefined || tag !== null ? range : null, ifMatch: tag }
        const allowed = yield* failOnRevocation("browser", visit.share.context_id)
        const { logged, name, opened } = yield* downloads.file(visit, query.name ?? null, rangeRequest)
        return respondObject(name, opened, { bytes: logged(allowed(opened.body)) })
      }),
      archive: Effect.fn("share.archive")(function* () {
        const visit = yield* CurrentVisit
        const allowed = yield* failOnRevocation("browser", visit.share.context_id)
        const { file_name, logged, members } = yield* downloads.archive(visit)
        return HttpServerResponse.stream(logged(allowed(archiveBytes(members, ""))), {
          contentType: "application/zip",
          headers: {
            "content-disposition": attachment(file_name),
            "cache-control": "no-store, no-transform",
            "x-content-type-options": "nosniff"
          }
        })
      }),
      send: Effect.fn("share.send")(function* ({ payload, query }) {
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        const visit = yield* CurrentVisit
        const file = { name: query.name, length: announcedLength(headers["content-length"]), bytes: payload }
        return yield* raceRevocation(
          "browser",
          visit.share.context_id,
          uploads.receive(yield* CurrentCaller, visit, file),
          shareNotFound
        )
      })
    })
  })
)

import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentContext } from "#domain/contexts/CurrentContext.ts"
import { CurrentCaller } from "#domain/access/Caller.ts"
import { type UploadOwner, Uploads } from "#services/objects/Uploads.ts"

/** The announced length of a body; null when it is chunked. */
const lengthOf = (text: string | undefined): number | null => text !== undefined && /^\d+$/.test(text) ? Number(text) : null

export const BrowserUploadsHandlers = HttpApiBuilder.group(Api, "browserUploads", Effect.fn(function*(handlers) {
  const uploads = yield* Uploads
  const ownerOf = Effect.fnUntraced(function*(request: {
    readonly params: { readonly bucket_name: string }
    readonly query: { readonly context_id: string }
  }) {
    const owner: UploadOwner = {
      caller: yield* CurrentCaller, context: yield* CurrentContext, bucket: request.params.bucket_name
    }
    return owner
  })
  return handlers.handleAll({
    start: Effect.fn("browserUploads.start")(function*(request) {
      return yield* uploads.start(yield* ownerOf(request), request.payload)
    }),
    open: Effect.fn("browserUploads.open")(function*() {
      return { uploads: yield* uploads.open({ caller: yield* CurrentCaller, context: yield* CurrentContext }) }
    }),
    state: Effect.fn("browserUploads.state")(function*(request) {
      return yield* uploads.state(yield* ownerOf(request), request.params.upload_id)
    }),
    links: Effect.fn("browserUploads.links")(function*(request) {
      return { links: yield* uploads.links(yield* ownerOf(request), request.params.upload_id, request.payload.part_numbers, request.payload.checksum ?? null) }
    }),
    part: Effect.fn("browserUploads.part")(function*(request) {
      const { headers } = yield* HttpServerRequest.HttpServerRequest
      const { part_number, upload_id } = request.params
      const checksum = headers["x-amz-checksum-crc32"] ?? null
      return yield* uploads.part(yield* ownerOf(request), upload_id, part_number, lengthOf(headers["content-length"]), request.payload, checksum)
    }),
    complete: Effect.fn("browserUploads.complete")(function*(request) {
      return yield* uploads.complete(yield* ownerOf(request), request.params.upload_id, request.query.checksum ?? null)
    }),
    abort: Effect.fn("browserUploads.abort")(function*(request) {
      yield* uploads.abort(yield* ownerOf(request), request.params.upload_id)
    })
  })
}))

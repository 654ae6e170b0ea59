import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { BucketMeasures } from "#services/buckets/BucketMeasures.ts"
import type { UploadOwner } from "#services/objects/UploadOwner.ts"
import { Uploads } from "#services/objects/Uploads.ts"
import { announcedLength } from "../../announcedLength.ts"
import { nativeBody } from "../../nativeBody.ts"
import { transferPolicy, transferWorker } from "../../transferWorker.ts"
import { customerKeyOf } from "../customerKeyOf.ts"

export const BrowserUploadsHandlers = HttpApiBuilder.group(
  Api,
  "browserUploads",
  Effect.fn(function* (handlers) {
    const uploads = yield* Uploads
    const measures = yield* BucketMeasures
    const ownerOf = Effect.fnUntraced(function* (request: {
      readonly params: { readonly bucket_name: string }
      readonly query: { readonly context_id: string }
      readonly headers?: Parameters<typeof customerKeyOf>[0]
    }) {
      const owner: UploadOwner = {
        caller: yield* CurrentCaller,
        context: yield* CurrentContext,
        bucket: request.params.bucket_name,
        customerKey: customerKeyOf(request.headers ?? {})
      }
      return owner
    })
    return handlers.handleAll({
      start: Effect.fn("browserUploads.start")(function* (request) {
        return yield* uploads.start(yield* ownerOf(request), request.payload)
      }),
      whole: Effect.fn("browserUploads.whole")(function* (request) {
        const incoming = yield* HttpServerRequest.HttpServerRequest
        const { headers } = incoming
        const owner = yield* ownerOf(request)
        const stored = yield* uploads.uploadObject(
          owner,
          request.query,
          announcedLength(headers["content-length"]),
          nativeBody(incoming, request.payload),
          headers["x-amz-checksum-crc32"] ?? null
        )
        yield* measures.changed(owner.context, owner.bucket)
        return stored
      }),
      open: Effect.fn("browserUploads.open")(function* () {
        return { uploads: yield* uploads.open({ caller: yield* CurrentCaller, context: yield* CurrentContext }) }
      }),
      state: Effect.fn("browserUploads.state")(function* (request) {
        return yield* uploads.state(yield* ownerOf(request), request.params.upload_id)
      }),
      links: Effect.fn("browserUploads.links")(function* (request) {
        return {
          links: yield* uploads.links(
            yield* ownerOf(request),
            request.params.upload_id,
            request.payload.part_numbers,
            request.payload.checksum ?? null
          )
        }
      }),
      transferWorker: Effect.fn("browserUploads.transferWorker")(function* ({ params }) {
        const origin = yield* uploads.directOrigin(yield* CurrentContext, params.bucket_name)
        return HttpServerResponse.text(transferWorker, {
          contentType: "text/javascript; charset=utf-8",
          headers: { "content-security-policy": transferPolicy(origin), "cache-control": "private, no-store" }
        })
      }),
      part: Effect.fn("browserUploads.part")(function* (request) {
        const incoming = yield* HttpServerRequest.HttpServerRequest
        const { headers } = incoming
        const { part_number, upload_id } = request.params
        const checksum = headers["x-amz-checksum-crc32"] ?? null
        return yield* uploads.part(
          yield* ownerOf(request),
          upload_id,
          part_number,
          announcedLength(headers["content-length"]),
          nativeBody(incoming, request.payload),
          checksum
        )
      }),
      complete: Effect.fn("browserUploads.complete")(function* (request) {
        const owner = yield* ownerOf(request)
        const completed = yield* uploads.complete(owner, request.params.upload_id, request.query.checksum ?? null)
        yield* measures.changed(owner.context, owner.bucket)
        return completed
      }),
      abort: Effect.fn("browserUploads.abort")(function* (request) {
        yield* uploads.abort(yield* ownerOf(request), request.params.upload_id)
      })
    })
  })
)

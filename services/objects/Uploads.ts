import { Context, DateTime, Effect, Layer, Redacted, type Stream } from "effect"
import { callerUser } from "#domain/platform/access/Caller.ts"
import { Conflict, type GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import {
  type CompletedUpload,
  isDirectUpload,
  type OpenUpload,
  partBytes,
  type PartLink,
  planUpload,
  type StartedUpload,
  type StartUpload,
  type UploadedPart,
  uploadHeaderNames,
  type UploadPlan,
  type UploadState,
  SINGLE_UPLOAD_LIMIT_BYTES,
  type SingleUpload
} from "#domain/objects/Upload.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Settings } from "#services/platform/Settings.ts"
import { keyAsInput } from "./customerKeyFault.ts"
import { MultipartStore } from "./MultipartStore.ts"
import type { CustomerKey } from "./ObjectDetailStore.ts"
import { ObjectStore } from "./ObjectStore.ts"
import { type UploadRecord, UploadRecords } from "./UploadRecords.ts"
import type { UploadFailure, UploadOwner } from "./UploadOwner.ts"
import { addressOf, lengthMismatch, requireCrc32, uploadVerification } from "./uploadVerification.ts"

/** Distinguishes keys only: they are 32 random bytes. */
const digestOf = (key: CustomerKey | undefined) =>
  key === null || key === undefined
    ? Effect.succeed(null)
    : Effect.promise(async () =>
        Array.from(
          new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(Redacted.value(key)))).subarray(
            0,
            16
          ),
          (byte) => byte.toString(16).padStart(2, "0")
        ).join("")
      )

/** Allows for a queue on a slow connection. */
const LINK_LIFETIME_SECONDS = 3600
const MAX_OPEN_UPLOADS = 200

/** Multipart uploads are stored before their first part, so that the sweep finds abandoned ones. */
export class Uploads extends Context.Service<
  Uploads,
  {
    /** Resumes an unfinished upload of the same local file to the same key: read its state afterwards. */
    readonly start: (owner: UploadOwner, input: StartUpload) => Effect.Effect<StartedUpload, UploadFailure>
    /** `length`: null when chunked. A wrong length or checksum stores nothing. */
    readonly uploadObject: (
      owner: UploadOwner,
      input: SingleUpload,
      length: number | null,
      bytes: Stream.Stream<Uint8Array, unknown>,
      checksum: string | null
    ) => Effect.Effect<CompletedUpload, UploadFailure>
    readonly open: (owner: Omit<UploadOwner, "bucket">) => Effect.Effect<ReadonlyArray<OpenUpload>>
    readonly state: (owner: UploadOwner, id: string) => Effect.Effect<UploadState, UploadFailure>
    readonly links: (
      owner: UploadOwner,
      id: string,
      partNumbers: ReadonlyArray<number>,
      checksum?: string | null
    ) => Effect.Effect<ReadonlyArray<PartLink>, UploadFailure>
    readonly directOrigin: (context: ResolvedContext, bucket: string) => Effect.Effect<string, GatewayFailure>
    readonly part: (
      owner: UploadOwner,
      id: string,
      partNumber: number,
      length: number | null,
      bytes: Stream.Stream<Uint8Array, unknown>,
      checksum?: string | null
    ) => Effect.Effect<UploadedPart, UploadFailure>
    /** Idempotent. `state_conflict`: missing parts or wrong checksum; `already_exists`: the key must be free. */
    readonly complete: (
      owner: UploadOwner,
      id: string,
      checksum?: string | null
    ) => Effect.Effect<CompletedUpload, UploadFailure>
    readonly abort: (owner: UploadOwner, id: string) => Effect.Effect<void, GatewayFailure>
  }
>()("stowage/services/objects/Uploads") {
  static readonly layer = Layer.effect(
    Uploads,
    Effect.gen(function* () {
      const records = yield* UploadRecords
      const objects = yield* ObjectStore
      const multipart = yield* MultipartStore
      const { acceptSameObject, findUploaded, joinParts } = yield* uploadVerification
      const { publicOrigin } = yield* Settings

      // an S3 session has no user, but its listing key is unique; visitors share the uploads of their link
      const ownerOf = ({ caller, context, bucket }: UploadOwner) => ({
        userId: callerUser(caller)?.id ?? null,
        contextId:
          caller._tag === "S3Session"
            ? context.listingKey
            : caller._tag === "Share"
              ? `share:${caller.share_id}`
              : context.context.id,
        bucket
      })

      const planOf = ({
        checksum,
        content_type,
        id,
        key,
        part_count,
        part_size_bytes,
        strategy,
        transport
      }: UploadRecord): UploadPlan => ({
        id,
        key,
        content_type,
        strategy,
        transport,
        part_size_bytes,
        part_count,
        checksum
      })

      const requireUpload = Effect.fnUntraced(function* (owner: UploadOwner, id: string) {
        const record = yield* records.find(id, ownerOf(owner))
        return record ?? (yield* new NotFound({ entity: "Upload", id }))
      })

      const withKey = Effect.fnUntraced(function* (owner: UploadOwner, id: string) {
        const record = yield* requireUpload(owner, id)
        if ((yield* digestOf(owner.customerKey)) === (record.attributes.customer_key ?? null)) return record
        return yield* InvalidInput.at(
          "headers.x-sse-customer-key",
          record.attributes.customer_key === undefined
            ? "This upload was begun without a key"
            : "This upload was begun with another key"
        )
      })

      const underWay = Effect.fnUntraced(function* (owner: UploadOwner, id: string) {
        const record = yield* withKey(owner, id)
        return record.completed ? yield* new NotFound({ entity: "Upload", id }) : record
      })

      const unfinished = Effect.fnUntraced(function* (owner: UploadOwner, storedUpload: UploadRecord) {
        if (storedUpload.file_modified_ms === null) return null
        const similarUpload = yield* records.alike(storedUpload, ownerOf(owner))
        if (similarUpload?.gateway_upload_id == null) return null
        return yield* multipart
          .parts(
            owner.context.s3,
            { ...addressOf(similarUpload), gatewayUploadId: similarUpload.gateway_upload_id },
            owner.customerKey
          )
          .pipe(
            Effect.as(similarUpload),
            Effect.catchTag("NotFound", () => Effect.as(records.remove(similarUpload.id), null))
          )
      })

      const start = Effect.fn("Uploads.start")(function* (owner: UploadOwner, input: StartUpload) {
        const { bucket, context } = owner
        const contentType =
          input.content_type === undefined || input.content_type === ""
            ? "application/octet-stream"
            : input.content_type
        const rules = yield* objects.corsRules(context.s3, bucket)
        const cut = planUpload(input.size_bytes)
        const { cache_control, metadata, storage_class, tags } = input
        const customer_key = yield* digestOf(owner.customerKey)
        const attributes = {
          ...(cache_control === undefined ? {} : { cache_control }),
          ...(customer_key === null ? {} : { customer_key }),
          ...(metadata === undefined ? {} : { metadata }),
          ...(input.on_conflict === "refuse" ? { only_new: true as const } : {}),
          ...(storage_class === undefined ? {} : { storage_class }),
          ...(tags === undefined ? {} : { tags })
        }
        const headers = cut.strategy === "single" ? uploadHeaderNames(attributes) : []
        const plan: UploadPlan = {
          id: crypto.randomUUID(),
          key: input.key,
          content_type: contentType,
          ...cut,
          checksum: "CRC32",
          // SSE-C keys must not be in signed URLs: such uploads pass through the service
          transport:
            customer_key === null &&
            isDirectUpload({ rules, publicOrigin, gatewayUrl: context.s3.url, key: input.key, headers })
              ? "direct"
              : "proxied"
        }
        const now = yield* DateTime.now
        const record = (gatewayUploadId: string | null): UploadRecord => {
          const { userId, contextId } = ownerOf(owner)
          return {
            ...plan,
            user_id: userId,
            context_id: contextId,
            listing_key: context.listingKey,
            bucket,
            size_bytes: input.size_bytes,
            file_modified_ms: input.file_modified_ms ?? null,
            attributes,
            gateway_upload_id: gatewayUploadId,
            completed: false
          }
        }
        if (plan.strategy === "single") yield* records.add(record(null), now)
        else {
          const resumable = yield* unfinished(owner, record(null))
          if (resumable !== null) {
            yield* records.active(resumable.id, now)
            return { ...planOf(resumable), resumed: true }
          }
          // uninterruptible between the gateway's upload and our row
          yield* Effect.uninterruptible(
            Effect.gen(function* () {
              const gatewayUploadId = yield* multipart.start(
                context.s3,
                bucket,
                input.key,
                contentType,
                attributes,
                owner.customerKey
              )
              const address = { bucket, key: input.key, gatewayUploadId }
              yield* records
                .add(record(gatewayUploadId), now)
                .pipe(Effect.onError(() => Effect.ignore(multipart.abort(context.s3, address), { log: true })))
            })
          )
        }
        return { ...plan, resumed: false }
      }, keyAsInput)

      const uploadObject = Effect.fn("Uploads.uploadObject")(function* (
        { bucket, context, customerKey = null }: UploadOwner,
        { attributes = {}, content_type = "", key, on_conflict }: SingleUpload,
        length: number | null,
        bytes: Stream.Stream<Uint8Array, unknown>,
        checksum: string | null
      ) {
        if (length === null || length > SINGLE_UPLOAD_LIMIT_BYTES)
          return yield* InvalidInput.at(
            "headers.content-length",
            "An object that is sent whole has at most 4 MiB, and says how many bytes; others go in parts"
          )
        yield* requireCrc32(checksum)
        yield* objects
          .put(context.s3, bucket, key, {
            size_bytes: length,
            content_type: content_type === "" ? "application/octet-stream" : content_type,
            bytes,
            checksum,
            customerKey,
            attributes: on_conflict === "refuse" ? { ...attributes, only_new: true } : attributes
          })
          .pipe(acceptSameObject({ bucket, context, customerKey }, key, length, checksum))
        const { checksum: sentChecksum = null, size_bytes } = yield* objects.facts(context.s3, bucket, key, {
          customerKey
        })
        if (size_bytes !== length || (checksum !== null && sentChecksum !== null && sentChecksum !== checksum))
          return yield* lengthMismatch()
        return { key, checksum: sentChecksum, verified: checksum !== null && sentChecksum === checksum }
      }, keyAsInput)
      const open = Effect.fn("Uploads.open")((owner: Omit<UploadOwner, "bucket">) =>
        records.open(ownerOf({ ...owner, bucket: "" }), MAX_OPEN_UPLOADS)
      )

      const partsOf = ({ context, customerKey }: UploadOwner, record: UploadRecord) =>
        record.gateway_upload_id === null
          ? Effect.succeed<ReadonlyArray<UploadedPart>>([])
          : multipart.parts(
              context.s3,
              { ...addressOf(record), gatewayUploadId: record.gateway_upload_id },
              customerKey
            )

      const state = Effect.fn("Uploads.state")(function* (owner: UploadOwner, id: string) {
        const record = yield* underWay(owner, id)
        return { ...planOf(record), size_bytes: record.size_bytes, parts: yield* partsOf(owner, record) }
      })

      const links = Effect.fn("Uploads.links")(function* (
        owner: UploadOwner,
        id: string,
        partNumbers: ReadonlyArray<number>,
        checksum: string | null = null
      ) {
        const record = yield* underWay(owner, id)
        if (record.transport !== "direct")
          return yield* new Conflict({ code: "state_conflict", detail: "This upload goes through the service" })
        if (partNumbers.some((number) => number > record.part_count))
          return yield* InvalidInput.at("payload.part_numbers", `There are ${record.part_count} parts`)
        yield* records.active(id, yield* DateTime.now)
        return yield* Effect.forEach(partNumbers, (partNumber) =>
          Effect.map(
            multipart.partUrl(
              owner.context.s3,
              addressOf(record),
              partNumber,
              record.content_type,
              LINK_LIFETIME_SECONDS,
              { checksum, attributes: record.attributes }
            ),
            (link) => ({ part_number: partNumber, ...link })
          )
        )
      })

      const directOrigin = Effect.fn("Uploads.directOrigin")((context: ResolvedContext, bucket: string) =>
        Effect.map(
          multipart.partUrl(
            context.s3,
            { bucket, key: "any", gatewayUploadId: null },
            1,
            "application/octet-stream",
            LINK_LIFETIME_SECONDS
          ),
          ({ url }) => new URL(url).origin
        )
      )

      const part = Effect.fn("Uploads.part")(function* (
        owner: UploadOwner,
        id: string,
        partNumber: number,
        length: number | null,
        bytes: Stream.Stream<Uint8Array, unknown>,
        checksum: string | null = null
      ) {
        const record = yield* underWay(owner, id)
        yield* requireCrc32(checksum)
        const expected = partBytes(record.size_bytes, record.part_size_bytes, partNumber)
        if (expected === null)
          return yield* InvalidInput.at("params.part_number", `There are ${record.part_count} parts`)
        if (length !== null && length !== expected)
          return yield* InvalidInput.at("headers.content-length", `Part ${partNumber} has ${expected} bytes`)
        const body = {
          size_bytes: expected,
          content_type: record.content_type,
          bytes,
          checksum,
          attributes: record.attributes,
          customerKey: owner.customerKey ?? null
        }
        const etag = yield* record.gateway_upload_id === null
          ? objects
              .put(owner.context.s3, record.bucket, record.key, body)
              .pipe(acceptSameObject(owner, record.key, expected, checksum))
          : multipart.part(
              owner.context.s3,
              { ...addressOf(record), gatewayUploadId: record.gateway_upload_id },
              partNumber,
              body
            )
        yield* records.active(id, yield* DateTime.now)
        return { part_number: partNumber, etag, size_bytes: expected, checksum }
      }, keyAsInput)

      const complete = Effect.fn("Uploads.complete")(
        function* (owner: UploadOwner, id: string, checksum: string | null = null) {
          const record = yield* withKey(owner, id)
          const here = Effect.fnUntraced(function* () {
            const facts = yield* findUploaded(owner, record)
            return facts === null ? null : (facts.checksum ?? null)
          })
          const done = (sentChecksum: string | null): CompletedUpload => ({
            key: record.key,
            checksum: sentChecksum,
            verified: checksum !== null && sentChecksum === checksum
          })
          if (record.completed) return done(yield* here())
          let sentChecksum: string | null
          if (record.gateway_upload_id !== null) {
            sentChecksum = yield* joinParts(owner, record, record.gateway_upload_id, checksum).pipe(
              // the gateway may have completed it before, with a lost response
              Effect.catchTag("NotFound", (notFound) =>
                Effect.flatMap(findUploaded(owner, record), (facts) =>
                  facts === null ? Effect.fail(notFound) : Effect.succeed(facts.checksum ?? null)
                )
              )
            )
          } else {
            const facts = yield* findUploaded(owner, record)
            if (facts === null)
              return yield* new Conflict({ code: "state_conflict", detail: "The object has not arrived" })
            sentChecksum = facts.checksum ?? null
            if (checksum !== null && sentChecksum !== null && sentChecksum !== checksum) {
              return yield* lengthMismatch()
            }
          }
          yield* records.complete(id, yield* DateTime.now)
          return done(sentChecksum)
          // an interruption must not separate the object from our row
        },
        keyAsInput,
        Effect.uninterruptible
      )

      const abort = Effect.fn("Uploads.abort")(function* (owner: UploadOwner, id: string) {
        const record = yield* records.find(id, ownerOf(owner))
        if (record === null || record.completed) return
        if (record.gateway_upload_id !== null) {
          yield* multipart.abort(owner.context.s3, { ...addressOf(record), gatewayUploadId: record.gateway_upload_id })
        }
        yield* records.remove(id)
      }, Effect.uninterruptible)

      return Uploads.of({ start, uploadObject, open, state, links, directOrigin, part, complete, abort })
    })
  )
}

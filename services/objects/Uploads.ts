import { Context, DateTime, Effect, Layer, type Stream } from "effect"
import { type Caller, callerUser } from "#domain/access/Caller.ts"
import { Conflict, type GatewayFailure, InvalidInput, NotFound } from "#domain/errors/Errors.ts"
import { goesDirect, partBytes, type PartLink, planUpload, type StartUpload, type UploadedPart, type UploadPlan, type UploadState } from "#domain/objects/Upload.ts"
import type { ResolvedContext } from "#domain/contexts/CurrentContext.ts"
import { Settings } from "#services/settings/Settings.ts"
import { MultipartStore } from "./MultipartStore.ts"
import { ObjectStore } from "./ObjectStore.ts"
import { type UploadRecord, UploadRecords } from "./UploadRecords.ts"

/** Whose upload: nobody else's is found. */
export interface UploadOwner {
  readonly caller: Caller
  readonly context: ResolvedContext
  readonly bucket: string
}

type Failure = NotFound | InvalidInput | Conflict | GatewayFailure

/** Seconds that a signed part may be started in; long enough for a queue of parts on a slow line. */
const linkLifetime = 3600

/**
 * Uploads of any size in constant memory. One in parts is known to the database from before its first part, so that
 * whatever ends it (page, service, gateway) leaves nothing that the sweep does not find.
 */
export class Uploads extends Context.Service<Uploads, {
  readonly start: (owner: UploadOwner, input: StartUpload) => Effect.Effect<UploadPlan, Failure>
  readonly state: (owner: UploadOwner, id: string) => Effect.Effect<UploadState, Failure>
  /** Signed addresses for parts of a direct upload. */
  readonly links: (owner: UploadOwner, id: string, partNumbers: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<PartLink>, Failure>
  /** A part through this service; `length` as announced, null when it was not, must be the part's, and so must the bytes. */
  readonly part: (
    owner: UploadOwner, id: string, partNumber: number, length: number | null, bytes: Stream.Stream<Uint8Array, unknown>
  ) => Effect.Effect<UploadedPart, Failure>
  /** Joins the parts; `state_conflict` while some are missing. Answers the key, also when it is asked again. */
  readonly complete: (owner: UploadOwner, id: string) => Effect.Effect<string, Failure>
  /** Ends the upload and its parts. Doing it twice is fine. */
  readonly abort: (owner: UploadOwner, id: string) => Effect.Effect<void, GatewayFailure>
}>()("stowage/services/objects/Uploads") {
  static readonly layer = Layer.effect(Uploads, Effect.gen(function*() {
    const records = yield* UploadRecords
    const objects = yield* ObjectStore
    const multipart = yield* MultipartStore
    const { publicOrigin } = yield* Settings

    // a direct S3 session has no user: its listing key, which names the session, keeps its uploads apart
    const ownerOf = ({ caller, context, bucket }: UploadOwner) => ({
      userId: callerUser(caller)?.id ?? null, contextId: caller._tag === "S3Session" ? context.listingKey : context.context.id, bucket
    })

    const known = Effect.fnUntraced(function*(owner: UploadOwner, id: string) {
      const record = yield* records.find(id, ownerOf(owner))
      return record ?? (yield* new NotFound({ entity: "Upload", id }))
    })

    const underWay = Effect.fnUntraced(function*(owner: UploadOwner, id: string) {
      const record = yield* known(owner, id)
      return record.completed ? yield* new NotFound({ entity: "Upload", id }) : record
    })

    const start = Effect.fn("Uploads.start")(function*(owner: UploadOwner, input: StartUpload) {
      const { bucket, context } = owner
      const contentType = input.content_type === undefined || input.content_type === "" ? "application/octet-stream" : input.content_type
      const rules = yield* objects.corsRules(context.s3, bucket)
      const cut = planUpload(input.size_bytes)
      const plan: UploadPlan = {
        id: crypto.randomUUID(), key: input.key, content_type: contentType, ...cut,
        transport: goesDirect({ rules, publicOrigin, gatewayUrl: context.s3.url, key: input.key }) ? "direct" : "proxied"
      }
      const now = yield* DateTime.now
      const record = (gatewayUploadId: string | null): UploadRecord => {
        const { userId, contextId } = ownerOf(owner)
        return {
          ...plan, user_id: userId, context_id: contextId, listing_key: context.listingKey, bucket,
          size_bytes: input.size_bytes, gateway_upload_id: gatewayUploadId, completed: false
        }
      }
      if (plan.strategy === "single") yield* records.add(record(null), now)
      else {
        // nothing may come between the gateway's upload and our row of it
        yield* Effect.uninterruptible(Effect.gen(function*() {
          const gatewayUploadId = yield* multipart.start(context.s3, bucket, input.key, contentType)
          const address = { bucket, key: input.key, gatewayUploadId }
          yield* records.add(record(gatewayUploadId), now).pipe(
            Effect.onError(() => Effect.ignore(multipart.abort(context.s3, address), { log: true }))
          )
        }))
      }
      return plan
    })

    const addressOf = (record: UploadRecord) => ({ bucket: record.bucket, key: record.key, gatewayUploadId: record.gateway_upload_id })

    const partsOf = (context: ResolvedContext, record: UploadRecord) =>
      record.gateway_upload_id === null
        ? Effect.succeed<ReadonlyArray<UploadedPart>>([])
        : multipart.parts(context.s3, { ...addressOf(record), gatewayUploadId: record.gateway_upload_id })

    const state = Effect.fn("Uploads.state")(function*(owner: UploadOwner, id: string) {
      const record = yield* underWay(owner, id)
      const { content_type, key, part_count, part_size_bytes, size_bytes, strategy, transport } = record
      const parts = yield* partsOf(owner.context, record)
      return { id, key, content_type, strategy, transport, part_size_bytes, part_count, size_bytes, parts }
    })

    const links = Effect.fn("Uploads.links")(function*(owner: UploadOwner, id: string, partNumbers: ReadonlyArray<number>) {
      const record = yield* underWay(owner, id)
      if (record.transport !== "direct") return yield* new Conflict({ code: "state_conflict", detail: "This upload goes through the service" })
      if (partNumbers.some((number) => number > record.part_count)) return yield* InvalidInput.at("payload.part_numbers", `There are ${record.part_count} parts`)
      yield* records.active(id, yield* DateTime.now)
      return yield* Effect.forEach(partNumbers, (partNumber) =>
        Effect.map(
          multipart.partUrl(owner.context.s3, addressOf(record), partNumber, record.content_type, linkLifetime),
          (link) => ({ part_number: partNumber, ...link })
        ))
    })

    const part = Effect.fn("Uploads.part")(
      function*(owner: UploadOwner, id: string, partNumber: number, length: number | null, bytes: Stream.Stream<Uint8Array, unknown>) {
        const record = yield* underWay(owner, id)
        const expected = partBytes(record.size_bytes, record.part_size_bytes, partNumber)
        if (expected === null) return yield* InvalidInput.at("params.part_number", `There are ${record.part_count} parts`)
        if (length !== null && length !== expected) return yield* InvalidInput.at("headers.content-length", `Part ${partNumber} has ${expected} bytes`)
        const body = { size_bytes: expected, content_type: record.content_type, bytes }
        const etag = yield* record.gateway_upload_id === null
          ? objects.put(owner.context.s3, record.bucket, record.key, body)
          : multipart.part(owner.context.s3, { ...addressOf(record), gatewayUploadId: record.gateway_upload_id }, partNumber, body)
        yield* records.active(id, yield* DateTime.now)
        return { part_number: partNumber, etag, size_bytes: expected }
      }
    )

    const hasArrived = (context: ResolvedContext, record: UploadRecord) =>
      objects.facts(context.s3, record.bucket, record.key).pipe(
        Effect.map((facts) =>
          facts.size_bytes === record.size_bytes && (record.strategy === "single" || facts.etag?.replaceAll("\"", "").endsWith(`-${record.part_count}`) === true)),
        Effect.catchTag("NotFound", () => Effect.succeed(false))
      )

    const join = Effect.fnUntraced(function*(context: ResolvedContext, record: UploadRecord, gatewayUploadId: string) {
      const address = { ...addressOf(record), gatewayUploadId }
      const parts = yield* multipart.parts(context.s3, address)
      const arrived = parts.reduce((total, { size_bytes }) => total + size_bytes, 0)
      if (parts.length !== record.part_count || arrived !== record.size_bytes) {
        return yield* new Conflict({ code: "state_conflict", detail: `${parts.length} of ${record.part_count} parts have arrived` })
      }
      yield* multipart.complete(context.s3, address, parts)
    })

    const complete = Effect.fn("Uploads.complete")(function*(owner: UploadOwner, id: string) {
      const record = yield* known(owner, id)
      if (record.completed) return record.key
      if (record.gateway_upload_id !== null) {
        yield* join(owner.context, record, record.gateway_upload_id).pipe(
          // the gateway may have joined them before, and its answer or our row of it got lost
          Effect.catchTag("NotFound", (gone) => Effect.filterOrFail(hasArrived(owner.context, record), (here) => here, () => gone))
        )
      } else if (!(yield* hasArrived(owner.context, record))) {
        return yield* new Conflict({ code: "state_conflict", detail: "The object has not arrived" })
      }
      yield* records.complete(id, yield* DateTime.now)
      return record.key
      // whoever hangs up once the parts are being joined leaves no object that our row does not know; calls have their own limits
    }, Effect.uninterruptible)

    const abort = Effect.fn("Uploads.abort")(function*(owner: UploadOwner, id: string) {
      const record = yield* records.find(id, ownerOf(owner))
      if (record === null || record.completed) return
      if (record.gateway_upload_id !== null) {
        yield* multipart.abort(owner.context.s3, { ...addressOf(record), gatewayUploadId: record.gateway_upload_id })
      }
      yield* records.remove(id)
    }, Effect.uninterruptible)

    return Uploads.of({ start, state, links, part, complete, abort })
  }))
}

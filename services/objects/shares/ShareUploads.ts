import { Context, DateTime, Effect, Layer, Stream } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { CurrentOrigin } from "#domain/platform/access/RequestOrigin.ts"
import {
  Conflict,
  type GatewayFailure,
  InvalidInput,
  type NotFound,
  PayloadTooLarge,
  type Unavailable
} from "#domain/platform/errors/Errors.ts"
import { clientNetwork } from "#domain/platform/clientNetwork.ts"
import { objectLimitBytes, partBytes } from "#domain/objects/Upload.ts"
import { cleanName, numberedName } from "#domain/objects/shares/sharedNames.ts"
import type { SharedFile } from "#domain/objects/shares/SharedView.ts"
import type { Visit } from "#domain/objects/shares/ShareRecord.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import { Uploads } from "#services/objects/Uploads.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { splitStream } from "./splitStream.ts"
import { maskStorageErrors, STORAGE_UNAVAILABLE } from "./maskStorageErrors.ts"
import { ShareHits } from "./ShareHits.ts"
import { ShareRecords } from "./ShareRecords.ts"
import { shareNotFound } from "./shareToken.ts"

const MAX_NUMBERED_NAMES = 50

export interface SentFile {
  readonly name: string
  readonly length: number | null
  readonly bytes: Stream.Stream<Uint8Array, unknown>
}

type Failure = NotFound | InvalidInput | Conflict | PayloadTooLarge | Unavailable

/** Never overwrites; incomplete files leave nothing. */
export class ShareUploads extends Context.Service<
  ShareUploads,
  {
    readonly receive: (caller: Caller, visit: Visit, file: SentFile) => Effect.Effect<SharedFile, Failure>
  }
>()("stowage/services/objects/shares/ShareUploads") {
  static readonly layer = Layer.effect(
    ShareUploads,
    Effect.gen(function* () {
      const records = yield* ShareRecords
      const hits = yield* ShareHits
      const store = yield* ObjectStore
      const uploads = yield* Uploads
      const secrets = yield* Secrets

      /** Reserves budget before the first byte, so that concurrent uploads cannot exceed it. */
      const take = Effect.fnUntraced(function* ({ share }: Visit, length: number) {
        if (share.max_file_bytes !== null && length > share.max_file_bytes)
          return yield* new PayloadTooLarge({ limit_bytes: share.max_file_bytes })
        if (length > objectLimitBytes) return yield* new PayloadTooLarge({ limit_bytes: objectLimitBytes })
        const now = yield* DateTime.now
        if (yield* records.take(share.id, length, now)) return
        const present = yield* records.living({ id: share.id }, now)
        if (present === null) return yield* shareNotFound
        if (present.max_uses !== null && present.uses >= present.max_uses)
          return yield* new Conflict({ code: "state_conflict", detail: "This link takes no more files" })
        return yield* new PayloadTooLarge({ limit_bytes: Math.max(0, (present.max_total_bytes ?? 0) - present.bytes) })
      })

      const placeFor = Effect.fnUntraced(function* ({ context, share }: Visit, requestedName: string, bytes: number) {
        const plain = cleanName(requestedName)
        const network = clientNetwork((yield* CurrentOrigin).address)
        for (let number = 1; ; number++) {
          const name = numberedName(
            number <= MAX_NUMBERED_NAMES ? plain : `${(yield* secrets.id).slice(0, 8)} ${plain}`,
            number <= MAX_NUMBERED_NAMES ? number : 1
          )
          const key = share.prefix + name
          const free = yield* maskStorageErrors(
            store.facts(context.s3, share.bucket, key).pipe(
              Effect.as(false),
              Effect.catchTag("NotFound", () => Effect.succeed(true))
            )
          )
          if (!free) continue
          const place = secrets.digest(`${context.listingKey}\n${share.bucket}\n${key}`)
          const hit = yield* hits.add({
            shareId: share.id,
            what: "upload",
            name,
            outcome: "open",
            network,
            bytes,
            at: yield* DateTime.now,
            place
          })
          if (hit !== null) return { hit, key, name }
        }
      })

      const send = Effect.fnUntraced(function* (
        caller: Caller,
        { context, share }: Visit,
        key: string,
        length: number,
        bytes: Stream.Stream<Uint8Array, unknown>
      ) {
        const owner = { caller, context, bucket: share.bucket }
        const plan = yield* uploads.start(owner, { key, size_bytes: length })
        let read = 0
        const counted = Stream.map(bytes, (chunk) => {
          read += chunk.length
          return chunk
        })
        const parts = Effect.scoped(
          Effect.gen(function* () {
            const piece = yield* splitStream(counted)
            for (let number = 1; number <= plan.part_count; number++) {
              const size = partBytes(length, plan.part_size_bytes, number) ?? 0
              yield* uploads.part(owner, plan.id, number, size, piece(size))
            }
          })
        )
        /** A lost response may have stored a single-part object. */
        const leaveNothing = Effect.gen(function* () {
          yield* uploads.abort(owner, plan.id)
          if (plan.strategy === "single" && read === length) yield* store.removeMany(context.s3, share.bucket, [key])
        })
        yield* Effect.uninterruptibleMask((restore) =>
          restore(parts).pipe(
            Effect.andThen(uploads.complete(owner, plan.id)),
            Effect.onError(() => Effect.ignore(leaveNothing, { log: true }))
          )
        )
      })

      const hideStorageError = <A>(work: Effect.Effect<A, NotFound | InvalidInput | Conflict | GatewayFailure>) =>
        maskStorageErrors(
          Effect.catchTag(work, "Conflict", (conflict) =>
            Effect.andThen(Effect.logWarning(conflict.detail), Effect.fail(STORAGE_UNAVAILABLE))
          )
        )

      const receive = Effect.fn("ShareUploads.receive")(
        (caller: Caller, visit: Visit, { bytes, length, name: requestedName }: SentFile) =>
          Effect.uninterruptibleMask((restore) =>
            Effect.gen(function* () {
              const { share } = visit
              if (share.kind !== "upload") return yield* shareNotFound
              if (length === null) return yield* InvalidInput.at("headers.content-length", "Say how many bytes it has")
              yield* take(visit, length)
              const giveBack = records.count(share.id, -1, -length)
              const { hit, key, name } = yield* Effect.onError(
                restore(placeFor(visit, requestedName, length)),
                () => giveBack
              )
              yield* restore(hideStorageError(send(caller, visit, key, length, bytes))).pipe(
                Effect.onError(() => Effect.andThen(hits.finish(hit, 0, "cut"), giveBack))
              )
              yield* hits.finish(hit, length, "done")
              return { name, size_bytes: length, modified_at: DateTime.formatIso(yield* DateTime.now) }
            })
          )
      )

      return ShareUploads.of({ receive })
    })
  )
}

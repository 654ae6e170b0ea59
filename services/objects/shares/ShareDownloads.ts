import { Context, DateTime, Effect, Layer, Stream } from "effect"
import { CurrentOrigin } from "#domain/platform/access/RequestOrigin.ts"
import type { InvalidInput, NotFound, RangeNotSatisfiable, Unavailable } from "#domain/platform/errors/Errors.ts"
import { clientNetwork } from "#domain/platform/clientNetwork.ts"
import { fileNameOf } from "#domain/objects/attachment.ts"
import { isShared, sharedName } from "#domain/objects/shares/sharedNames.ts"
import type { SharedFiles, SharedView } from "#domain/objects/shares/SharedView.ts"
import type { Visit } from "#domain/objects/shares/ShareRecord.ts"
import { type ArchiveMember, Archives } from "#services/objects/Archives.ts"
import { ObjectBrowser } from "#services/objects/ObjectBrowser.ts"
import { ObjectStore, type OpenObject } from "#services/objects/ObjectStore.ts"
import { maskStorageErrors, STORAGE_UNAVAILABLE } from "./maskStorageErrors.ts"
import { sharedPage } from "./sharedPage.ts"
import { ShareHits } from "./ShareHits.ts"
import { ShareRecords } from "./ShareRecords.ts"
import { shareNotFound } from "./shareToken.ts"

export interface RequestedBytes {
  readonly range: string | null
  readonly ifMatch: string | null
}

type Failure = NotFound | InvalidInput | RangeNotSatisfiable | Unavailable
type Logged = <E, R>(bytes: Stream.Stream<Uint8Array, E, R>) => Stream.Stream<Uint8Array, E, R>

/** Each counts as use and hit. Responses reveal no bucket, gateway or other key. */
export class ShareDownloads extends Context.Service<
  ShareDownloads,
  {
    readonly view: (visit: Visit) => Effect.Effect<SharedView, Failure>
    readonly files: (visit: Visit, after: string) => Effect.Effect<SharedFiles, Failure>
    readonly file: (
      visit: Visit,
      name: string | null,
      wanted: RequestedBytes
    ) => Effect.Effect<{ readonly opened: OpenObject; readonly name: string; readonly logged: Logged }, Failure>
    readonly archive: (
      visit: Visit
    ) => Effect.Effect<
      { readonly members: Stream.Stream<ArchiveMember>; readonly file_name: string; readonly logged: Logged },
      Failure
    >
  }
>()("stowage/services/objects/shares/ShareDownloads") {
  static readonly layer = Layer.effect(
    ShareDownloads,
    Effect.gen(function* () {
      const records = yield* ShareRecords
      const hits = yield* ShareHits
      const store = yield* ObjectStore
      const browser = yield* ObjectBrowser
      const archives = yield* Archives

      /** Named after the single shared entry: the folder of a selection is not disclosed. */
      const archiveNameOf = ({ share: { keys, objects, title } }: Visit) => {
        const [only = "", ...more] = [...keys, ...objects]
        return `${title !== "" ? title : more.length === 0 ? fileNameOf(only) : "files"}.zip`
      }

      const view = Effect.fn("ShareDownloads.view")(function* (visit: Visit) {
        const { context, share, unlocked } = visit
        if (!unlocked) return { kind: "locked" } satisfies SharedView
        const shareView = { title: share.title, note: share.note, expires_at: DateTime.formatIso(share.expires_at) }
        const remainingOf = (limit: number | null, taken: number) =>
          limit === null ? null : Math.max(0, limit - taken)
        switch (share.kind) {
          case "archive":
            return { kind: "archive", ...shareView, file_name: archiveNameOf(visit) } satisfies SharedView
          case "upload":
            return {
              kind: "upload",
              ...shareView,
              max_file_bytes: share.max_file_bytes,
              bytes_left: remainingOf(share.max_total_bytes, share.bytes),
              files_left: remainingOf(share.max_uses, share.uses)
            } satisfies SharedView
          case "object": {
            const facts = yield* maskStorageErrors(
              store.facts(context.s3, share.bucket, share.keys[0] ?? "", { versionId: share.version_id })
            )
            return {
              kind: "object",
              ...shareView,
              file: { name: fileNameOf(facts.key), size_bytes: facts.size_bytes, modified_at: facts.modified_at }
            } satisfies SharedView
          }
        }
      })

      const files = Effect.fn("ShareDownloads.files")(({ context, share }: Visit, after: string) =>
        share.kind === "archive"
          ? maskStorageErrors(sharedPage(store, context.s3, share, after))
          : Effect.fail(shareNotFound)
      )

      const countUse = <A>(
        visit: Visit,
        kind: "file" | "archive",
        name: string,
        open: Effect.Effect<A, Failure>
      ): Effect.Effect<{ readonly opened: A; readonly logged: Logged }, Failure> =>
        Effect.uninterruptibleMask((restore) =>
          Effect.gen(function* () {
            const { share } = visit
            const now = yield* DateTime.now
            if (!(yield* records.take(share.id, 0, now))) return yield* shareNotFound
            const network = clientNetwork((yield* CurrentOrigin).address)
            const hit = yield* hits.add({
              shareId: share.id,
              what: kind,
              name,
              outcome: "open",
              network,
              bytes: 0,
              at: now,
              place: null
            })
            const end = (bytes: number, outcome: "done" | "cut") =>
              Effect.andThen(
                hit === null ? Effect.void : hits.finish(hit, bytes, outcome),
                bytes === 0 ? Effect.void : records.count(share.id, 0, bytes)
              )
            const opened = yield* Effect.onError(restore(open), () =>
              Effect.andThen(end(0, "cut"), records.count(share.id, -1, 0))
            )
            const logged: Logged = (stream) =>
              Stream.suspend(() => {
                let bytes = 0
                let isComplete = false
                return stream.pipe(
                  Stream.map((chunk) => {
                    bytes += chunk.length
                    return chunk
                  }),
                  Stream.concat(
                    Stream.suspend(() => {
                      isComplete = true
                      return Stream.empty
                    })
                  ),
                  Stream.ensuring(Effect.suspend(() => end(bytes, isComplete ? "done" : "cut")))
                )
              })
            return { opened, logged }
          })
        )

      const keyOf = ({ share }: Visit, name: string | null): string | null => {
        if (share.kind === "object") return name === null ? (share.keys[0] ?? null) : null
        if (share.kind === "upload" || name === null) return null
        const key = share.prefix + name
        return isShared(share, key) ? key : null
      }

      const file = Effect.fn("ShareDownloads.file")(function* (
        visit: Visit,
        name: string | null,
        { ifMatch, range }: RequestedBytes
      ) {
        const { context, share } = visit
        const key = keyOf(visit, name)
        if (key === null) return yield* shareNotFound
        const open =
          range !== null && ifMatch !== null
            ? browser.goOn(context, share.bucket, key, range, ifMatch, { versionId: share.version_id })
            : browser.open(context, share.bucket, key, range, { versionId: share.version_id })
        const { logged, opened } = yield* countUse(
          visit,
          "file",
          sharedName(share, key) || fileNameOf(key),
          maskStorageErrors(open)
        )
        return { opened, logged, name: fileNameOf(key) }
      })

      const archive = Effect.fn("ShareDownloads.archive")(function* (visit: Visit) {
        const { context, share } = visit
        if (share.kind !== "archive") return yield* shareNotFound
        // gateway errors contain bucket and key
        const countMember = (member: ArchiveMember): ArchiveMember => {
          const key = sharedName(share, member.key)
          if (member._tag === "Missing") return { ...member, key, reason: "it could not be read" }
          return member._tag === "Streamed"
            ? { ...member, key, open: hideStorageError(member.open) }
            : { ...member, key }
        }
        const file_name = archiveNameOf(visit)
        const { logged, opened } = yield* countUse(
          visit,
          "archive",
          file_name,
          Effect.succeed(archives.members(context, share.bucket, share))
        )
        return { members: Stream.map(opened, countMember), file_name, logged }
      })

      return ShareDownloads.of({ view, files, file, archive })
    })
  )
}

const hideStorageError = (open: Extract<ArchiveMember, { readonly _tag: "Streamed" }>["open"]): typeof open =>
  open.pipe(
    Effect.map((opened) => ({ ...opened, body: Stream.mapError(opened.body, () => STORAGE_UNAVAILABLE) })),
    Effect.mapError(() => STORAGE_UNAVAILABLE)
  )

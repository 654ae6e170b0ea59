import { Array as Arr, Context, DateTime, Duration, Effect, Layer, Stream } from "effect"
import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { NotFound, RateLimited } from "#domain/platform/errors/Errors.ts"
import { archiveName, type OrderArchive } from "#domain/objects/archive/Archive.ts"
import type { ListedObject } from "#domain/objects/ObjectListing.ts"
import { selectedEntries, type SelectedKeys } from "#domain/objects/archive/selectedEntries.ts"
import { isFolderMarker } from "#domain/objects/folderMarker.ts"
import { ArchiveOrders, type StoredOrder } from "./ArchiveOrders.ts"
import { ObjectStore, type OpenObject } from "./ObjectStore.ts"
import { type ListedKey, listKeysUnder } from "./listKeysUnder.ts"
import { type ReadFailure, readFailureText } from "./readFailureText.ts"
import { resumingBody } from "./resumingBody.ts"

export interface OpenMember extends Omit<OpenObject, "body"> {
  readonly body: Stream.Stream<Uint8Array, ReadFailure>
}

export type ArchiveMember =
  | { readonly _tag: "Folder"; readonly key: string; readonly modified_at: string | null }
  | { readonly _tag: "Held"; readonly key: string; readonly modified_at: string | null; readonly bytes: Uint8Array }
  | { readonly _tag: "Streamed"; readonly key: string; readonly open: Effect.Effect<OpenMember, ReadFailure> }
  | { readonly _tag: "Missing"; readonly key: string; readonly reason: string }

export interface OpenArchive {
  readonly order: StoredOrder
  readonly file_name: string
  readonly members: Stream.Stream<ArchiveMember>
}

export interface ArchiveOwner {
  readonly caller: Caller
  readonly context: ResolvedContext
}

const ORDER_LIFETIME = Duration.hours(1)
/** Per user or S3 session; each order stores up to 1,000 keys. */
const MAX_ORDERS = 60
const MAX_BUFFERED_BYTES = 512 * 1024
const [KEYS_PER_BATCH, MAX_BATCH_BYTES, CONCURRENT_BATCHES] = [32, 4 * 1024 * 1024, 2] as const
const CONCURRENT_SINGLE_READS = 8

const isSmall = ({ listed, missing }: ListedKey): boolean =>
  missing === null && (listed === null || (listed.size_bytes <= MAX_BUFFERED_BYTES && !isFolder(listed)))
const isFolder = (listed: ListedObject | null) => listed !== null && isFolderMarker(listed)

const cut = function* (foundKeys: ReadonlyArray<ListedKey>): Generator<Arr.NonEmptyReadonlyArray<ListedKey>> {
  let [part, bytes] = [[] as Array<ListedKey>, 0]
  for (const one of foundKeys) {
    const size = isSmall(one) ? (one.listed?.size_bytes ?? MAX_BUFFERED_BYTES) : 0
    if (Arr.isArrayNonEmpty(part) && bytes + size > MAX_BATCH_BYTES) {
      yield part
      ;[part, bytes] = [[], 0]
    }
    part.push(one)
    bytes += size
  }
  if (Arr.isArrayNonEmpty(part)) yield part
}

const concatBytes = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  if (chunks.length === 1 && chunks[0] !== undefined) return chunks[0]
  const readObjects = new Uint8Array(chunks.reduce((total, { length }) => total + length, 0))
  let at = 0
  for (const chunk of chunks) {
    readObjects.set(chunk, at)
    at += chunk.length
  }
  return readObjects
}

export class Archives extends Context.Service<
  Archives,
  {
    readonly order: (owner: ArchiveOwner, bucket: string, wanted: OrderArchive) => Effect.Effect<string, RateLimited>
    readonly members: (context: ResolvedContext, bucket: string, chosen: SelectedKeys) => Stream.Stream<ArchiveMember>
    readonly open: (owner: ArchiveOwner, id: string) => Effect.Effect<OpenArchive, NotFound>
  }
>()("stowage/services/objects/Archives") {
  static readonly layer = Layer.effect(
    Archives,
    Effect.gen(function* () {
      const orders = yield* ArchiveOrders
      const store = yield* ObjectStore

      // a direct S3 session has no user, but its listing key is unique
      const ownerOf = ({ caller, context }: ArchiveOwner) => ({
        userId: callerUser(caller)?.id ?? null,
        contextId: caller._tag === "S3Session" ? context.listingKey : context.context.id
      })

      const order = Effect.fn("Archives.order")(function* (owner: ArchiveOwner, bucket: string, request: OrderArchive) {
        const id = crypto.randomUUID()
        const now = yield* DateTime.now
        const oldest = yield* orders.add(
          id,
          ownerOf(owner),
          { objects: [], ...request, bucket },
          now,
          DateTime.subtractDuration(now, ORDER_LIFETIME),
          MAX_ORDERS
        )
        if (oldest === null) return id
        const wait = DateTime.distance(now, DateTime.addDuration(oldest, ORDER_LIFETIME))
        return yield* new RateLimited({ retry_after_seconds: Math.max(1, Math.ceil(Duration.toSeconds(wait))) })
      })

      const readAlone = (
        context: ResolvedContext,
        bucket: string,
        key: string,
        listed: ListedObject | null
      ): Effect.Effect<ArchiveMember> => {
        const open: Effect.Effect<OpenMember, ReadFailure> = Effect.map(
          store.open(context.s3, bucket, key, null),
          (opened) => ({ ...opened, body: resumingBody(store, context.s3, bucket, opened) })
        )
        const streamed: ArchiveMember = { _tag: "Streamed", key, open }
        if (listed !== null && listed.size_bytes > MAX_BUFFERED_BYTES) return Effect.succeed(streamed)
        return open.pipe(
          Effect.flatMap(({ body, facts, size_bytes }): Effect.Effect<ArchiveMember, ReadFailure> => {
            // reading only the head closes the connection
            if (size_bytes > MAX_BUFFERED_BYTES) return Effect.as(Stream.runHead(body), streamed)
            return Effect.map(
              Stream.runCollect(body),
              (chunks): ArchiveMember => ({
                _tag: "Held",
                key,
                modified_at: facts.modified_at,
                bytes: concatBytes(chunks)
              })
            )
          }),
          Effect.catch((error) =>
            Effect.succeed<ArchiveMember>({ _tag: "Missing", key, reason: readFailureText(error) })
          )
        )
      }

      const readTogether = Effect.fnUntraced(function* (
        context: ResolvedContext,
        bucket: string,
        foundKeys: Arr.NonEmptyReadonlyArray<ListedKey>
      ) {
        const small = foundKeys.filter(isSmall).map(({ key }) => key)
        const readObjects = yield* store.readSmall(context.s3, bucket, small, MAX_BUFFERED_BYTES)
        const read = new Map(small.map((key, index) => [key, readObjects[index] ?? null]))
        return yield* Effect.forEach(
          foundKeys,
          ({ key, listed, missing }): Effect.Effect<ArchiveMember> => {
            if (missing !== null) return Effect.succeed({ _tag: "Missing", key, reason: missing })
            if (isFolder(listed))
              return Effect.succeed({ _tag: "Folder", key, modified_at: listed?.modified_at ?? null })
            const readContent = read.get(key) ?? null
            return readContent === null
              ? readAlone(context, bucket, key, listed)
              : Effect.succeed({ _tag: "Held", key, ...readContent })
          },
          { concurrency: CONCURRENT_SINGLE_READS }
        )
      })

      const members = (
        context: ResolvedContext,
        bucket: string,
        selection: SelectedKeys
      ): Stream.Stream<ArchiveMember> =>
        Stream.fromIterable(selectedEntries(selection)).pipe(
          Stream.flatMap(
            ({ isFolder, key }): Stream.Stream<ListedKey> =>
              isFolder
                ? listKeysUnder(store, context.s3, bucket, key)
                : Stream.succeed({ key, listed: null, missing: null })
          ),
          Stream.grouped(KEYS_PER_BATCH),
          Stream.flatMap((foundKeys) => Stream.fromIterable(cut(foundKeys))),
          Stream.mapEffect((foundKeys) => readTogether(context, bucket, foundKeys), {
            concurrency: CONCURRENT_BATCHES
          }),
          Stream.flattenArray
        )

      const open = Effect.fn("Archives.open")(function* (owner: ArchiveOwner, id: string) {
        const foundKeys = yield* orders.find(
          id,
          ownerOf(owner),
          DateTime.subtractDuration(yield* DateTime.now, ORDER_LIFETIME)
        )
        if (foundKeys === null) return yield* new NotFound({ entity: "Archive", id })
        return {
          order: foundKeys,
          file_name: archiveName(foundKeys.bucket, foundKeys),
          members: members(owner.context, foundKeys.bucket, foundKeys)
        }
      })

      return Archives.of({ order, members, open })
    })
  )
}

import { Array as Arr, Context, DateTime, Duration, Effect, Layer, Stream } from "effect"
import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import { archiveName, type OrderArchive } from "#domain/objects/archive/Archive.ts"
import type { ListedObject } from "#domain/objects/ObjectListing.ts"
import { chosenEntries, type ChosenKeys } from "#domain/objects/archive/chosenEntries.ts"
import { isFolderMarker } from "#domain/objects/folderMarker.ts"
import { ArchiveOrders, type KeptOrder } from "./ArchiveOrders.ts"
import { ObjectStore, type OpenObject } from "./ObjectStore.ts"
import { type FoundKey, keysBelow } from "./keysBelow.ts"
import { type ReadFailure, saidOf } from "./saidOf.ts"
import { unbroken } from "./unbroken.ts"

/** A member whose turn has come. */
export interface OpenMember extends Omit<OpenObject, "body"> {
  readonly body: Stream.Stream<Uint8Array, ReadFailure>
}

/** Something that goes into an archive, or should have. A member that is larger than what is held is opened when its turn comes. */
export type ArchiveMember =
  | { readonly _tag: "Folder"; readonly key: string; readonly modified_at: string | null }
  | { readonly _tag: "Held"; readonly key: string; readonly modified_at: string | null; readonly bytes: Uint8Array }
  | { readonly _tag: "Streamed"; readonly key: string; readonly open: Effect.Effect<OpenMember, ReadFailure> }
  | { readonly _tag: "Missing"; readonly key: string; readonly said: string }

export interface OpenArchive {
  readonly order: KeptOrder
  readonly file_name: string
  readonly members: Stream.Stream<ArchiveMember>
}

/** Who wants an archive, and of which context. */
export interface ArchiveOwner {
  readonly caller: Caller
  readonly context: ResolvedContext
}

/** How long an order may be fetched. */
const kept = Duration.hours(1)
/** Objects up to this many bytes are held whole, and read ahead. */
const heldBytes = 512 * 1024
/** So many are read together, of so many bytes at most; and so many such batches at once: what is held stays below four of them. */
const [together, batchBytes, batches] = [32, 4 * 1024 * 1024, 2] as const
/** Of those that could not be read together. */
const aloneAtOnce = 8

const isSmall = ({ listed, missing }: FoundKey): boolean =>
  missing === null && (listed === null || (listed.size_bytes <= heldBytes && !isFolder(listed)))
const isFolder = (listed: ListedObject | null) => listed !== null && isFolderMarker(listed)

/** Cuts what was found so that no part holds more bytes than a batch may; of what was not listed the most is reckoned. */
const cut = function*(found: ReadonlyArray<FoundKey>): Generator<Arr.NonEmptyReadonlyArray<FoundKey>> {
  let [part, bytes] = [[] as Array<FoundKey>, 0]
  for (const one of found) {
    const size = isSmall(one) ? one.listed?.size_bytes ?? heldBytes : 0
    if (Arr.isArrayNonEmpty(part) && bytes + size > batchBytes) {
      yield part
      ;[part, bytes] = [[], 0]
    }
    part.push(one)
    bytes += size
  }
  if (Arr.isArrayNonEmpty(part)) yield part
}

/** The pieces of a body as one. */
const joined = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  if (chunks.length === 1 && chunks[0] !== undefined) return chunks[0]
  const whole = new Uint8Array(chunks.reduce((total, { length }) => total + length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** Several objects as one archive, made while it is read: nothing is kept but the order. */
export class Archives extends Context.Service<Archives, {
  /** Answers the id under which the owner may fetch it. */
  readonly order: (owner: ArchiveOwner, bucket: string, wanted: OrderArchive) => Effect.Effect<string>
  /** The chosen objects and folders, and all below those folders, in the order of their keys. */
  readonly members: (context: ResolvedContext, bucket: string, chosen: ChosenKeys) => Stream.Stream<ArchiveMember>
  /** The members in the order of their keys, without end for as long as somebody reads. */
  readonly open: (owner: ArchiveOwner, id: string) => Effect.Effect<OpenArchive, NotFound>
}>()("stowage/services/objects/Archives") {
  static readonly layer = Layer.effect(Archives, Effect.gen(function*() {
    const orders = yield* ArchiveOrders
    const store = yield* ObjectStore

    // a direct S3 session has no user: its listing key names the session
    const ownerOf = ({ caller, context }: ArchiveOwner) =>
      ({ userId: callerUser(caller)?.id ?? null, contextId: caller._tag === "S3Session" ? context.listingKey : context.context.id })

    const order = Effect.fn("Archives.order")(function*(owner: ArchiveOwner, bucket: string, wanted: OrderArchive) {
      const id = crypto.randomUUID()
      const now = yield* DateTime.now
      yield* orders.add(id, ownerOf(owner), { objects: [], ...wanted, bucket }, now, DateTime.subtractDuration(now, kept))
      return id
    })

    /** A small object whole; of a large one only that it is there. */
    const readAlone = (context: ResolvedContext, bucket: string, key: string, listed: ListedObject | null): Effect.Effect<ArchiveMember> => {
      const open: Effect.Effect<OpenMember, ReadFailure> = Effect.map(store.open(context.s3, bucket, key, null), (opened) => ({ ...opened, body: unbroken(store, context.s3, bucket, opened) }))
      const streamed: ArchiveMember = { _tag: "Streamed", key, open }
      if (listed !== null && listed.size_bytes > heldBytes) return Effect.succeed(streamed)
      return open.pipe(
        Effect.flatMap(({ body, facts, size_bytes }): Effect.Effect<ArchiveMember, ReadFailure> => {
          // reading its beginning and no more ends the connection
          if (size_bytes > heldBytes) return Effect.as(Stream.runHead(body), streamed)
          return Effect.map(Stream.runCollect(body), (chunks): ArchiveMember => ({ _tag: "Held", key, modified_at: facts.modified_at, bytes: joined(chunks) }))
        }),
        Effect.catch((error) => Effect.succeed<ArchiveMember>({ _tag: "Missing", key, said: saidOf(error) }))
      )
    }

    const readTogether = Effect.fnUntraced(function*(context: ResolvedContext, bucket: string, found: Arr.NonEmptyReadonlyArray<FoundKey>) {
      const small = found.filter(isSmall).map(({ key }) => key)
      const whole = yield* store.readSmall(context.s3, bucket, small, heldBytes)
      const read = new Map(small.map((key, index) => [key, whole[index] ?? null]))
      return yield* Effect.forEach(found, ({ key, listed, missing }): Effect.Effect<ArchiveMember> => {
        if (missing !== null) return Effect.succeed({ _tag: "Missing", key, said: missing })
        if (isFolder(listed)) return Effect.succeed({ _tag: "Folder", key, modified_at: listed?.modified_at ?? null })
        const held = read.get(key) ?? null
        return held === null ? readAlone(context, bucket, key, listed) : Effect.succeed({ _tag: "Held", key, ...held })
      }, { concurrency: aloneAtOnce })
    })

    const members = (context: ResolvedContext, bucket: string, chosen: ChosenKeys): Stream.Stream<ArchiveMember> =>
      Stream.fromIterable(chosenEntries(chosen)).pipe(
        Stream.flatMap(({ isFolder, key }): Stream.Stream<FoundKey> =>
          isFolder ? keysBelow(store, context.s3, bucket, key) : Stream.succeed({ key, listed: null, missing: null })),
        Stream.grouped(together),
        Stream.flatMap((found) => Stream.fromIterable(cut(found))),
        Stream.mapEffect((found) => readTogether(context, bucket, found), { concurrency: batches }),
        Stream.flattenArray
      )

    const open = Effect.fn("Archives.open")(function*(owner: ArchiveOwner, id: string) {
      const found = yield* orders.find(id, ownerOf(owner), DateTime.subtractDuration(yield* DateTime.now, kept))
      if (found === null) return yield* new NotFound({ entity: "Archive", id })
      return { order: found, file_name: archiveName(found.bucket, found), members: members(owner.context, found.bucket, found) }
    })

    return Archives.of({ order, members, open })
  }))
}

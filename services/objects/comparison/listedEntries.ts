import { Effect } from "effect"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { ListedEntry } from "#domain/objects/comparison/compareEntries.ts"
import { type EntryPair, type ListingBuffer, mergeListings } from "#domain/objects/comparison/mergeListings.ts"
import type { BucketPages } from "#services/objects/BucketPages.ts"
import type { ObjectStore } from "#services/objects/ObjectStore.ts"
import { type ListedObject, readPortion } from "../objectwork/readPortion.ts"
import type { ResolvedSide, ResolvedSides } from "./comparisonSides.ts"

interface Stores {
  readonly store: ObjectStore["Service"]
  readonly pages: BucketPages["Service"]
}

const positionAfter = (key: string | null, versions: boolean): string | null =>
  key === null ? null : versions ? JSON.stringify([key, ""]) : key

const openListing = (stores: Stores, { bucket, context }: ResolvedSide, versions: boolean, after: string | null) => {
  const whole = { _tag: "Folder", prefix: "" } as const
  const read = readPortion(stores, context.s3, bucket, whole, versions ? "versions" : "current")
  let position = positionAfter(after, versions)
  let last: ListedEntry | null = null
  const entryOf = ({ facts, isMarker, key, versionId }: ListedObject): ListedEntry => {
    last = {
      key,
      index: last?.key === key ? last.index + 1 : 0,
      versionId,
      isMarker,
      size: facts?.size ?? 0,
      etag: facts?.etag ?? null,
      modifiedAt: facts?.modifiedAt ?? null,
      ...(facts === null ? {} : { storageClass: facts.storageClass })
    }
    return last
  }
  return Effect.map(
    Effect.suspend(() => read(position)),
    ({ more, entries: things }): ListingBuffer<ListedEntry> => {
      position = things.at(-1)?.at ?? position
      return { entries: things.map(({ entry: thing }) => entryOf(thing)), more: more && things.length > 0 }
    }
  )
}

export const entriesOfKey = Effect.fnUntraced(function* (
  stores: Stores,
  { bucket, context }: ResolvedSide,
  key: string
) {
  const named = { _tag: "Named", entries: [{ key, version_id: null }] } as const
  const read = readPortion(stores, context.s3, bucket, named, "versions")
  const entries: Array<ListedEntry> = []
  let after: string | null = null
  for (;;) {
    const page: Effect.Success<ReturnType<typeof read>> = yield* read(after)
    for (const { entry: thing } of page.entries)
      entries.push({
        key,
        index: entries.length,
        versionId: thing.versionId,
        isMarker: thing.isMarker,
        size: thing.facts?.size ?? 0,
        etag: thing.facts?.etag ?? null,
        modifiedAt: thing.facts?.modifiedAt ?? null
      })
    after = page.entries.at(-1)?.at ?? null
    if (!page.more || after === null) return entries
  }
})

/** Each batch holds whole keys, null at the end. Memory: two pages and the versions of one key. */
export const mergedListings = (
  stores: Stores,
  { source, target }: ResolvedSides,
  versions: boolean,
  after: string | null
) => {
  const pending: ListingBuffer<ListedEntry> = { entries: [], more: true }
  const [readSource, readTarget] = [source, target].map((side) => openListing(stores, side, versions, after)) as [
    ReturnType<typeof openListing>,
    ReturnType<typeof openListing>
  ]
  let buffers = { source: pending, target: pending }
  let carried: ReadonlyArray<EntryPair<ListedEntry>> = []
  const filled = (buffer: ListingBuffer<ListedEntry>, read: typeof readSource) =>
    buffer.more && buffer.entries.length === 0 ? read : Effect.succeed(buffer)

  const next: Effect.Effect<ReadonlyArray<EntryPair<ListedEntry>> | null, NotFound | GatewayFailure> = Effect.gen(
    function* () {
      while (buffers.source.more || buffers.target.more || buffers.source.entries.length > 0) {
        const [sourceBuffer, targetBuffer] = yield* Effect.all(
          [filled(buffers.source, readSource), filled(buffers.target, readTarget)],
          { concurrency: 2 }
        )
        const { pairs, ...rest } = mergeListings(sourceBuffer, targetBuffer)
        buffers = rest
        const allPairs = [...carried, ...pairs]
        const ended = !rest.source.more && !rest.target.more
        const lastKey = allPairs.at(-1)?.key
        const cut = ended || !versions ? allPairs.length : allPairs.findIndex(({ key }) => key === lastKey)
        carried = allPairs.slice(Math.max(0, cut))
        if (cut > 0) return allPairs.slice(0, cut)
      }
      return null
    }
  )
  return next
}

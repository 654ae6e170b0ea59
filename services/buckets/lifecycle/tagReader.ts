import { Effect } from "effect"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { StoredVersion, TagsOf } from "#domain/buckets/lifecycle/lifecycleOutcome.ts"

export const MAX_TAGGED_OBJECTS = 20_000
const MAX_CONCURRENT_READS = 16

type Tags = ReadonlyArray<{ readonly key: string; readonly value: string }>
type Failure = NotFound | GatewayFailure

export interface TagReader {
  /** Reads the tags of all versions in `needed` until it names none. Other versions have no tags. */
  readonly known: (
    keys: ReadonlyArray<{ readonly key: string; readonly versions: ReadonlyArray<StoredVersion> }>,
    needed: (key: string, versions: ReadonlyArray<StoredVersion>, tagsOf: TagsOf) => ReadonlyArray<StoredVersion>
  ) => Effect.Effect<TagsOf, Failure>
  readonly read: () => number
  readonly unread: () => number
}

export const tagReader = (tags: (key: string, versionId: string) => Effect.Effect<Tags, Failure>): TagReader => {
  let read = 0
  let unread = 0
  let refused = false
  const one = (key: string, version: StoredVersion): Effect.Effect<Tags, Failure> => {
    if (refused || read >= MAX_TAGGED_OBJECTS) {
      unread++
      return Effect.succeed([])
    }
    read++
    return Effect.catchIf(
      tags(key, version.versionId),
      (error) => error._tag === "StorageError" && [403, 405, 501].includes(error.storage_status ?? 0),
      () =>
        Effect.sync((): Tags => {
          refused = true
          read--
          unread++
          return []
        })
    )
  }
  return {
    known: Effect.fnUntraced(function* (keys, needed) {
      const tagsByVersion = new Map<StoredVersion, Tags>()
      const tagsOf: TagsOf = (version) => tagsByVersion.get(version)
      // tags of one version may require another
      for (let pendingKeys = keys; pendingKeys.length > 0; ) {
        const requested = pendingKeys
          .map(({ key, versions }) => ({ key, versions, missing: needed(key, versions, tagsOf) }))
          .filter(({ missing }) => missing.length > 0)
        yield* Effect.forEach(
          requested.flatMap(({ key, missing }) => missing.map((version) => [key, version] as const)),
          ([key, version]) => Effect.map(one(key, version), (some) => tagsByVersion.set(version, some)),
          { concurrency: MAX_CONCURRENT_READS, discard: true }
        )
        pendingKeys = requested
      }
      return tagsOf
    }),
    read: () => read,
    unread: () => unread
  }
}

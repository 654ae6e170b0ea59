import { Effect } from "effect"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { StoredVersion, TagsOf } from "#domain/buckets/lifecycle/lifecycleOutcome.ts"

/** Objects whose tags one simulation asks for. */
export const mostTags = 20_000
/** At once. */
const together = 16

type Tags = ReadonlyArray<{ readonly key: string; readonly value: string }>
type Failure = NotFound | GatewayFailure

/** Reads tags of versions that need them, until there were too many of them or the key may not. */
export interface TagReader {
  /** Knows the tags of all that `needed` names, asking again until it names none; what is not asked for has none. */
  readonly known: (
    keys: ReadonlyArray<{ readonly key: string; readonly versions: ReadonlyArray<StoredVersion> }>,
    needed: (key: string, versions: ReadonlyArray<StoredVersion>, tagsOf: TagsOf) => ReadonlyArray<StoredVersion>
  ) => Effect.Effect<TagsOf, Failure>
  readonly read: () => number
  readonly unread: () => number
}

/** `tags` reads those of one version. */
export const tagReader = (tags: (key: string, versionId: string) => Effect.Effect<Tags, Failure>): TagReader => {
  let read = 0
  let unread = 0
  let refused = false
  const one = (key: string, version: StoredVersion): Effect.Effect<Tags, Failure> => {
    if (refused || read >= mostTags) {
      unread++
      return Effect.succeed([])
    }
    read++
    return Effect.catchIf(
      tags(key, version.versionId),
      (error) => error._tag === "StorageError" && [403, 405, 501].includes(error.storage_status ?? 0),
      () => Effect.sync((): Tags => {
        refused = true
        read--
        unread++
        return []
      })
    )
  }
  return {
    known: Effect.fnUntraced(function*(keys, needed) {
      const found = new Map<StoredVersion, Tags>()
      const tagsOf: TagsOf = (version) => found.get(version)
      // what is known of one version may bring up another
      for (let waiting = keys; waiting.length > 0;) {
        const asked = waiting.map(({ key, versions }) => ({ key, versions, missing: needed(key, versions, tagsOf) })).filter(({ missing }) => missing.length > 0)
        yield* Effect.forEach(
          asked.flatMap(({ key, missing }) => missing.map((version) => [key, version] as const)),
          ([key, version]) => Effect.map(one(key, version), (some) => found.set(version, some)),
          { concurrency: together, discard: true })
        waiting = asked
      }
      return tagsOf
    }),
    read: () => read,
    unread: () => unread
  }
}

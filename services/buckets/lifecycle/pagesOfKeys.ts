import { Effect, Option, Stream } from "effect"
import type { StoredVersion } from "#domain/buckets/lifecycle/lifecycleOutcome.ts"
import type { VersionPage } from "./LifecycleScan.ts"

export interface KeyVersions {
  readonly key: string
  readonly versions: ReadonlyArray<StoredVersion>
  readonly cut: boolean
}

/** Bounds the memory for a key overwritten a million times. */
export const MAX_VERSIONS = 100_000

const keyCollector = () => {
  let pendingKey: { readonly key: string; readonly versions: Array<StoredVersion>; cut: boolean } | null = null
  return (page: VersionPage<unknown>): ReadonlyArray<KeyVersions> => {
    const completeKeys: Array<KeyVersions> = []
    for (const version of page.versions) {
      if (pendingKey !== null && pendingKey.key === version.key) {
        if (pendingKey.versions.length < MAX_VERSIONS) pendingKey.versions.push(version)
        else pendingKey.cut = true
        continue
      }
      if (pendingKey !== null) completeKeys.push(pendingKey)
      pendingKey = { key: version.key, versions: [version], cut: false }
    }
    if (page.next === null && pendingKey !== null) {
      completeKeys.push(pendingKey)
      pendingKey = null
    }
    return completeKeys
  }
}

export const pagesOfKeys = <Position, E, R>(
  page: (after: Position | null) => Effect.Effect<VersionPage<Position>, E, R>
): Stream.Stream<ReadonlyArray<KeyVersions>, E, R> =>
  Stream.suspend(() => {
    const completeKeys = keyCollector()
    return Stream.paginate(null as Position | null, (after) =>
      Effect.map(
        page(after),
        (page) =>
          [
            [page],
            page.next === null ? Option.none<Position | null>() : Option.some<Position | null>(page.next)
          ] as const
      )
    ).pipe(Stream.buffer({ capacity: 2 }), Stream.map(completeKeys))
  })

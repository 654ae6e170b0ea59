import { Effect, Option, Stream } from "effect"
import type { StoredVersion } from "#domain/buckets/lifecycle/lifecycleOutcome.ts"
import type { VersionPage } from "./LifecycleScan.ts"

/** A key and what is stored under it, newest first. */
export interface KeyVersions {
  readonly key: string
  readonly versions: ReadonlyArray<StoredVersion>
  /** There were more than are looked at. */
  readonly cut: boolean
}

/** Versions of one key that are held at once: whoever overwrites one key a million times shall not fill the memory. */
export const mostVersions = 100_000

/** Whole keys of pages; the last key of a page waits for the next one. */
const gathered = () => {
  let held: { readonly key: string; readonly versions: Array<StoredVersion>; cut: boolean } | null = null
  return (page: VersionPage<unknown>): ReadonlyArray<KeyVersions> => {
    const whole: Array<KeyVersions> = []
    for (const version of page.versions) {
      if (held !== null && held.key === version.key) {
        if (held.versions.length < mostVersions) held.versions.push(version)
        else held.cut = true
        continue
      }
      if (held !== null) whole.push(held)
      held = { key: version.key, versions: [version], cut: false }
    }
    if (page.next === null && held !== null) {
      whole.push(held)
      held = null
    }
    return whole
  }
}

/** All keys of a listing, a page at a time; the next page is asked for while this one is worked on. */
export const pagesOfKeys = <Position, E, R>(
  page: (after: Position | null) => Effect.Effect<VersionPage<Position>, E, R>
): Stream.Stream<ReadonlyArray<KeyVersions>, E, R> =>
  Stream.suspend(() => {
    const whole = gathered()
    return Stream.paginate(null as Position | null, (after) =>
      Effect.map(page(after), (found) => [[found], found.next === null ? Option.none<Position | null>() : Option.some<Position | null>(found.next)] as const)
    ).pipe(Stream.buffer({ capacity: 2 }), Stream.map(whole))
  })

import type { KeptVersion } from "./pointInTime.ts"

/** Which old versions go. Where both are said, both have to hold; where neither is, only markers go. */
export interface OldWanted {
  /** So many of the newest that are not current stay; null: not counted. */
  readonly keepNewest: number | null
  /** Not current for more than so many days, and a marker written before so many; null: of any age. */
  readonly olderThanDays: number | null
  /** Delete markers with no version beneath, or none that stays. */
  readonly orphanMarkers: boolean
  /** Milliseconds: what counts is what was there by then. */
  readonly at: number
}

const dayLength = 86_400_000

/**
 * The old versions of one key that go, in the order in which they have to: the oldest first, and a delete marker only once nothing
 * is beneath it any more, so that wherever this ends, nothing comes back that was hidden. `versions`: all of the key, newest first.
 * Never the current version; what came after `at`, and what that covered, stays.
 */
export const oldVersions = (versions: ReadonlyArray<KeptVersion>, { at, keepNewest, olderThanDays, orphanMarkers }: OldWanted): ReadonlyArray<KeptVersion> => {
  const cutoff = olderThanDays === null ? at : at - olderThanDays * dayLength
  const cleans = keepNewest !== null || olderThanDays !== null
  const gone = new Set<KeptVersion>()
  let newer = 0
  for (const [index, version] of versions.entries()) {
    const above = versions[index - 1]
    // the current one, and what was current when it was decided what goes
    if (above === undefined || above.writtenAt > at || version.writtenAt > at || version.isMarker) continue
    if (cleans && newer >= (keepNewest ?? 0) && above.writtenAt <= cutoff) gone.add(version)
    newer++
  }
  const order: Array<KeptVersion> = []
  let bare = true
  for (const version of versions.toReversed()) {
    if (version.isMarker) {
      if (bare && orphanMarkers && version.writtenAt <= cutoff) order.push(version)
    } else if (gone.has(version)) order.push(version)
    else bare = false
  }
  return order
}

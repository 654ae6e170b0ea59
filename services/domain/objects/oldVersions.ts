import type { RetainedVersion } from "./pointInTime.ts"

/** Both numbers must hold if set; with neither, only markers are deleted. */
export interface OldVersionsRule {
  readonly keepNewest: number | null
  /** Days since replacement (markers: since creation); null: any age. */
  readonly olderThanDays: number | null
  /** Delete markers with no remaining version below them. */
  readonly orphanMarkers: boolean
  /** Milliseconds; later versions are ignored. */
  readonly at: number
}

const dayLength = 86_400_000

/** Oldest first, a delete marker after everything below it, so that an interruption never reveals a hidden version. */
export const oldVersions = (
  versions: ReadonlyArray<RetainedVersion>,
  { at, keepNewest, olderThanDays, orphanMarkers }: OldVersionsRule
): ReadonlyArray<RetainedVersion> => {
  const cutoff = olderThanDays === null ? at : at - olderThanDays * dayLength
  const cleans = keepNewest !== null || olderThanDays !== null
  const deleted = new Set<RetainedVersion>()
  let newer = 0
  for (const [index, version] of versions.entries()) {
    const above = versions[index - 1]
    // skips the current version and the one current at the time of the plan
    if (above === undefined || above.writtenAt > at || version.writtenAt > at || version.isMarker) continue
    if (cleans && newer >= (keepNewest ?? 0) && above.writtenAt <= cutoff) deleted.add(version)
    newer++
  }
  const order: Array<RetainedVersion> = []
  let bare = true
  for (const version of versions.toReversed()) {
    if (version.isMarker) {
      if (bare && orphanMarkers && version.writtenAt <= cutoff) order.push(version)
    } else if (deleted.has(version)) order.push(version)
    else bare = false
  }
  return order
}

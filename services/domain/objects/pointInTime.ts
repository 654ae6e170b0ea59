export interface RetainedVersion {
  readonly versionId: string
  readonly isMarker: boolean
  readonly writtenAt: number
  readonly size: number
  readonly etag: string | null
}

/** `alike`: the ETag is equal, headers or tags may differ. `undelete`: copy `from` over the delete markers. */
export type PointInTime =
  | { readonly act: "keep" }
  | { readonly act: "restore"; readonly from: RetainedVersion; readonly alike: boolean }
  | { readonly act: "hide" }
  | { readonly act: "undelete"; readonly from: RetainedVersion }

export const currentAt = (versions: ReadonlyArray<RetainedVersion>, at: number): RetainedVersion | null => {
  const then = versions.find(({ writtenAt }) => writtenAt <= at)
  return then === undefined || then.isMarker ? null : then
}

const sameBytes = (one: RetainedVersion, other: RetainedVersion): boolean =>
  one.etag !== null && one.etag === other.etag && one.size === other.size

/** Deletes nothing, so that later restores still work. `versions`: listing order is more precise than timestamps. */
export const pointInTime = (versions: ReadonlyArray<RetainedVersion>, at: number): PointInTime => {
  const [current] = versions
  if (current === undefined) return { act: "keep" }
  const then = currentAt(versions, at)
  if (then === null) return { act: current.isMarker ? "keep" : "hide" }
  if (then === current) return { act: "keep" }
  const above = versions.slice(0, versions.indexOf(then))
  if (above.every(({ isMarker }) => isMarker)) return { act: "undelete", from: then }
  return { act: "restore", from: then, alike: sameBytes(current, then) }
}

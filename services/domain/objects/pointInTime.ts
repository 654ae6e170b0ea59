export interface RetainedVersion {
  /** `null` for a version from before versioning. */
  readonly versionId: string
  readonly isMarker: boolean
  /** Milliseconds. */
  readonly writtenAt: number
  readonly size: number
  readonly etag: string | null
}

/**
 * Action that makes a key show its earlier state. `restore`: copy `from` on top (`alike`: the current ETag is equal,
 * headers or tags may differ); `hide`: create a delete marker; `undelete`: copy `from` over the delete markers.
 */
export type PointInTime =
  | { readonly act: "keep" }
  | { readonly act: "restore"; readonly from: RetainedVersion; readonly alike: boolean }
  | { readonly act: "hide" }
  | { readonly act: "undelete"; readonly from: RetainedVersion }

/** Version visible at a time; null: none. `versions`: newest first. */
export const currentAt = (versions: ReadonlyArray<RetainedVersion>, at: number): RetainedVersion | null => {
  const then = versions.find(({ writtenAt }) => writtenAt <= at)
  return then === undefined || then.isMarker ? null : then
}

const sameBytes = (one: RetainedVersion, other: RetainedVersion): boolean =>
  one.etag !== null && one.etag === other.etag && one.size === other.size

/**
 * Decides about one key. `versions`: all, newest first in listing order, which is more precise than timestamps. `at`:
 * milliseconds. Nothing is deleted, so that later restores to any time still work.
 */
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

/** One version of a key, or a delete marker, as a listing tells. */
export interface KeptVersion {
  /** `null` of what was written while the bucket kept no versions. */
  readonly versionId: string
  readonly isMarker: boolean
  /** Milliseconds. */
  readonly writtenAt: number
  /** Bytes; 0 of a marker. */
  readonly size: number
  /** Null of a marker. */
  readonly etag: string | null
}

/**
 * What has to happen to a key so that it shows what it showed at a moment. `restore`: a copy of `from` is laid on top; `alike`: the
 * current one has the same bytes by its ETag, and is the same unless it says something else (headers, metadata, tags). `hide`: a
 * delete marker is put, where nothing was to be seen then. `undelete`: a copy of `from` is laid over the delete markers that hide it.
 */
export type PointInTime =
  | { readonly act: "keep" }
  | { readonly act: "restore"; readonly from: KeptVersion; readonly alike: boolean }
  | { readonly act: "hide" }
  | { readonly act: "undelete"; readonly from: KeptVersion }

/** What a key showed at a moment: null where there was nothing to be seen. `versions`: newest first. */
export const currentAt = (versions: ReadonlyArray<KeptVersion>, at: number): KeptVersion | null => {
  const then = versions.find(({ writtenAt }) => writtenAt <= at)
  return then === undefined || then.isMarker ? null : then
}

const sameBytes = (one: KeptVersion, other: KeptVersion): boolean => one.etag !== null && one.etag === other.etag && one.size === other.size

/**
 * Decides about one key. `versions`: all there are of it, newest first, in the order of the listing, which tells more than their times
 * do. `at`: milliseconds. History is only added to: no decision deletes a version or a delete marker, so that a later restore to any moment
 * finds what was there then.
 */
export const pointInTime = (versions: ReadonlyArray<KeptVersion>, at: number): PointInTime => {
  const [current] = versions
  if (current === undefined) return { act: "keep" }
  const then = currentAt(versions, at)
  if (then === null) return { act: current.isMarker ? "keep" : "hide" }
  if (then === current) return { act: "keep" }
  const above = versions.slice(0, versions.indexOf(then))
  if (above.every(({ isMarker }) => isMarker)) return { act: "undelete", from: then }
  return { act: "restore", from: then, alike: sameBytes(current, then) }
}

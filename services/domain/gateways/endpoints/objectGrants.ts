/** Right on a folder of a bucket. `prefix` ends with a slash; empty: the whole bucket. */
export interface ObjectGrant {
  readonly bucket: string
  readonly prefix: string
  readonly right: GrantedRight
}
export type GrantedRight = "read" | "write" | "manage"

/** Request of a gateway, as far as a grant decides on it. */
export interface ObjectRequest {
  /** As the SDK names it, without `Command`: `GetObject`. */
  readonly operation: string
  readonly bucket: string
  /** Object; absent for requests on the bucket. */
  readonly key?: string | undefined
  /** Beginning of the listed keys. */
  readonly prefix?: string | undefined
  /** The request names a version. */
  readonly versioned?: boolean
}

const RANK: Readonly<Record<GrantedRight, number>> = { read: 0, write: 1, manage: 2 }

const managed = new Set([
  "ListObjectVersions",
  "PutObjectAcl",
  "PutObjectLegalHold",
  "PutObjectRetention",
  "RestoreObject"
])
/** Reads of unfinished uploads, which only those who write see. */
const uploads = new Set(["ListParts", "ListMultipartUploads"])
const lists = new Set(["ListObjectsV2", "ListObjectVersions", "ListMultipartUploads"])

/** Least right that a request needs. */
const requiredRight = ({ operation, versioned = false }: ObjectRequest): GrantedRight => {
  if (versioned || managed.has(operation)) return "manage"
  return /^(?:Get|Head|List)/u.test(operation) && !uploads.has(operation) ? "read" : "write"
}

/**
 * Tests whether one of the grants allows a request. A request on the bucket itself is allowed as a read only: its
 * settings belong to no grant.
 */
export const isGranted = (grants: ReadonlyArray<ObjectGrant>, request: ObjectRequest): boolean => {
  const required = requiredRight(request)
  const listed = lists.has(request.operation)
  const place = request.key ?? (listed ? (request.prefix ?? "") : null)
  if (place === null && required !== "read") return false
  return grants.some(
    ({ bucket, prefix, right }) =>
      bucket === request.bucket && RANK[right] >= RANK[required] && (place === null || place.startsWith(prefix))
  )
}

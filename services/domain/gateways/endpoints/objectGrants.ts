/** `prefix` ends with a slash; empty: the whole bucket. */
export interface ObjectGrant {
  readonly bucket: string
  readonly prefix: string
  readonly right: GrantedRight
}
export type GrantedRight = "read" | "write" | "manage"

export interface ObjectRequest {
  readonly operation: string
  readonly bucket: string
  readonly key?: string | undefined
  readonly prefix?: string | undefined
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
const uploads = new Set(["ListParts", "ListMultipartUploads"])
const lists = new Set(["ListObjectsV2", "ListObjectVersions", "ListMultipartUploads"])

const requiredRight = ({ operation, versioned = false }: ObjectRequest): GrantedRight => {
  if (versioned || managed.has(operation)) return "manage"
  return /^(?:Get|Head|List)/u.test(operation) && !uploads.has(operation) ? "read" : "write"
}

/** Requests on the bucket itself are allowed as reads only: its settings belong to no grant. */
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

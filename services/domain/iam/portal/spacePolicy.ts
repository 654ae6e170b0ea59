import type { SpaceRight } from "./StorageSpace.ts"

export interface SpaceGrant {
  readonly space_id: number
  readonly bucket: string
  readonly prefix: string
  readonly right: SpaceRight
}

const READ = ["s3:GetObject", "s3:GetObjectTagging"]
const WRITE = [
  ...READ,
  "s3:PutObject",
  "s3:PutObjectTagging",
  "s3:DeleteObject",
  "s3:AbortMultipartUpload",
  "s3:ListMultipartUploadParts"
]
const MANAGE = [...WRITE, "s3:GetObjectVersion", "s3:GetObjectVersionTagging", "s3:DeleteObjectVersion"]
const OBJECT_ACTIONS: Readonly<Record<SpaceRight, ReadonlyArray<string>>> = {
  read: READ,
  write: WRITE,
  manage: MANAGE
}

const documentOf = ({ bucket, prefix, right }: SpaceGrant) => {
  const arn = `arn:aws:s3:::${bucket}`
  const allow = (action: ReadonlyArray<string>, resource: string, more: object = {}) => ({
    Effect: "Allow",
    Action: action,
    Resource: resource,
    ...more
  })
  const lists = ["s3:ListBucket", ...(right === "manage" ? ["s3:ListBucketVersions"] : [])]
  return JSON.stringify({
    Version: "2012-10-17",
    Statement: [
      prefix === ""
        ? allow(lists, arn)
        : allow(lists, arn, { Condition: { StringLike: { "s3:prefix": `${prefix}*` } } }),
      // RGW knows no s3:prefix for lists of uploads: in a folder they would show the keys of others
      allow(
        ["s3:GetBucketLocation", ...(prefix === "" && right !== "read" ? ["s3:ListBucketMultipartUploads"] : [])],
        arn
      ),
      allow(OBJECT_ACTIONS[right], `${arn}/${prefix}*`)
    ]
  })
}

export const spacePolicyName = (spaceId: number): string => `stowage-space-${spaceId}`

export const spacePolicies = (grants: ReadonlyArray<SpaceGrant>) =>
  [...grants]
    .sort((one, other) => one.space_id - other.space_id)
    .map((grant) => ({ name: spacePolicyName(grant.space_id), document: documentOf(grant) }))

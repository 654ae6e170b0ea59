import { namesBucket } from "#domain/buckets/namesBucket.ts"
import { keyFault } from "#domain/objects/keyFault.ts"

/** S1: RGW ignores unknown sub-resources: `DELETE /bucket?ownershipControls` deletes the bucket. */
const reads = new Set([
  "ListBucketsCommand",
  "HeadBucketCommand",
  "GetBucketCorsCommand",
  "ListObjectsV2Command",
  "HeadObjectCommand",
  "GetObjectCommand",
  "ListPartsCommand",
  "ListMultipartUploadsCommand",
  "ListObjectVersionsCommand",
  "GetBucketVersioningCommand",
  "GetObjectLockConfigurationCommand",
  "GetBucketLifecycleConfigurationCommand",
  "GetObjectTaggingCommand",
  "GetBucketReplicationCommand",
  "GetObjectAclCommand"
])

const objects = new Set([
  "PutObjectCommand",
  "DeleteObjectCommand",
  "DeleteObjectsCommand",
  "CreateMultipartUploadCommand",
  "UploadPartCommand",
  "CompleteMultipartUploadCommand",
  "AbortMultipartUploadCommand",
  "CopyObjectCommand",
  "UploadPartCopyCommand",
  "PutObjectTaggingCommand",
  "PutObjectAclCommand",
  "PutObjectLegalHoldCommand",
  "PutObjectRetentionCommand",
  "RestoreObjectCommand"
])

const changes = new Set(["CreateBucketCommand", "DeleteBucketCommand"])

type Command = { readonly constructor: { readonly name: string } }

export const isAllowedCommand = ({ constructor: { name } }: Command): boolean => reads.has(name) || objects.has(name)

export const isAllowedChange = ({ constructor: { name } }: Command): boolean => changes.has(name)

const commandsWithoutBucket = new Set(["ListBucketsCommand"])

interface Named {
  readonly input: { readonly Bucket?: string; readonly Key?: string }
}

/** The SDK writes names unescaped: bucket `..` is the service, `admin` is Admin Ops, an empty key is the bucket. */
export const addressesOneResource = (command: object): boolean => {
  const {
    input: { Bucket, Key }
  } = command as Named
  if (Bucket === undefined) return commandsWithoutBucket.has(command.constructor.name)
  return namesBucket(Bucket) && (Key === undefined || (Key !== "" && keyFault(Key) === null))
}

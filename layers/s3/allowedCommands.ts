import { namesBucket } from "#domain/buckets/namesBucket.ts"
import { keyFault } from "#domain/objects/keyFault.ts"

/**
 * S1: RGW ignores sub-resources that it does not know, so that a request meant for one reaches the bucket itself:
 * `DELETE /bucket?ownershipControls` deletes the bucket. Only what was seen to work is ever sent.
 */
const reads = new Set([
  "ListBucketsCommand", "HeadBucketCommand", "GetBucketCorsCommand", "ListObjectsV2Command", "HeadObjectCommand", "GetObjectCommand",
  "ListPartsCommand", "ListMultipartUploadsCommand", "ListObjectVersionsCommand", "GetBucketVersioningCommand", "GetObjectLockConfigurationCommand",
  "GetBucketLifecycleConfigurationCommand", "GetObjectTaggingCommand", "GetBucketReplicationCommand", "GetObjectAclCommand"
])

/** Objects change without audit: data plane. */
const objects = new Set([
  "PutObjectCommand", "DeleteObjectCommand", "DeleteObjectsCommand", "CreateMultipartUploadCommand", "UploadPartCommand", "CompleteMultipartUploadCommand",
  "AbortMultipartUploadCommand", "CopyObjectCommand", "UploadPartCopyCommand", "PutObjectTaggingCommand", "PutObjectAclCommand",
  "PutObjectLegalHoldCommand", "PutObjectRetentionCommand", "RestoreObjectCommand"
])

/** Control plane: sent under an intent alone. */
const changes = new Set(["CreateBucketCommand", "DeleteBucketCommand"])

type Command = { readonly constructor: { readonly name: string } }

/** Whether a command of the SDK may be sent to a gateway without an intent. */
export const isAllowedCommand = ({ constructor: { name } }: Command): boolean => reads.has(name) || objects.has(name)

/** Whether it may be sent under one. */
export const isAllowedChange = ({ constructor: { name } }: Command): boolean => changes.has(name)

/** The commands that name no bucket. */
const ofTheOwner = new Set(["ListBucketsCommand"])

/** What a command names. */
interface Named {
  readonly input: { readonly Bucket?: string; readonly Key?: string }
}

/**
 * Whether a command reaches what it names and nothing else. The SDK writes names into the path as they are: the bucket `..`
 * is the service itself, `admin` is Admin Ops, and an object with the empty key is its bucket, so that deleting the one
 * deletes the other. A key may hold `..`: the path is sent, signed and read by the gateway without being resolved.
 */
export const addressesOne = (command: object): boolean => {
  const { input: { Bucket, Key } } = command as Named
  if (Bucket === undefined) return ofTheOwner.has(command.constructor.name)
  return namesBucket(Bucket) && (Key === undefined || (Key !== "" && keyFault(Key) === null))
}

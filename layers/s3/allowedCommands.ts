import { namesBucket } from "#domain/buckets/BucketName.ts"
import { keyFault } from "#domain/objects/ObjectListing.ts"

/**
 * S1: RGW ignores sub-resources that it does not know, so that a request meant for one reaches the bucket itself:
 * `DELETE /bucket?ownershipControls` deletes the bucket. Only what was seen to work is ever sent.
 */
const allowed = new Set([
  "ListBucketsCommand", "HeadBucketCommand", "CreateBucketCommand", "DeleteBucketCommand", "GetBucketCorsCommand",
  "ListObjectsV2Command", "HeadObjectCommand", "GetObjectCommand", "PutObjectCommand", "DeleteObjectCommand", "DeleteObjectsCommand",
  "CreateMultipartUploadCommand", "UploadPartCommand", "ListPartsCommand", "CompleteMultipartUploadCommand",
  "AbortMultipartUploadCommand", "ListMultipartUploadsCommand"
])

/** Whether a command of the SDK may be sent to a gateway. */
export const isAllowedCommand = (command: { readonly constructor: { readonly name: string } }): boolean =>
  allowed.has(command.constructor.name)

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

/**
 * S1: RGW ignores sub-resources that it does not know, so that a request meant for one reaches the bucket itself:
 * `DELETE /bucket?ownershipControls` deletes the bucket. Only what was seen to work is ever sent.
 */
const allowed = new Set([
  "ListBucketsCommand", "HeadBucketCommand", "CreateBucketCommand", "DeleteBucketCommand", "GetBucketCorsCommand",
  "ListObjectsV2Command", "HeadObjectCommand", "GetObjectCommand", "PutObjectCommand", "DeleteObjectsCommand",
  "CreateMultipartUploadCommand", "UploadPartCommand", "ListPartsCommand", "CompleteMultipartUploadCommand",
  "AbortMultipartUploadCommand", "ListMultipartUploadsCommand"
])

/** Whether a command of the SDK may be sent to a gateway. */
export const isAllowedCommand = (command: { readonly constructor: { readonly name: string } }): boolean =>
  allowed.has(command.constructor.name)

import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand
} from "@aws-sdk/client-s3"

const PART_SIZE = 8 * 1024 * 1024

/** A copy to another gateway has parts where its source has them. */
export const putInParts = async (client: S3Client, Bucket: string, Key: string, body: Buffer) => {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))
  const Parts: Array<{ readonly PartNumber: number; readonly ETag: string | undefined }> = []
  for (let start = 0; start < body.length; start += PART_SIZE) {
    const PartNumber = Parts.length + 1
    const Body = body.subarray(start, start + PART_SIZE)
    const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))
    Parts.push({ PartNumber, ETag })
  }
  await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }))
}

import { CreateBucketCommand, ListObjectsV2Command, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3"

/** Makes a bucket with so many objects of a byte each, in fifty folders below `prefix`, 16 at a time. */
export const fillBucket = async (client: S3Client, bucket: string, count: number, prefix = ""): Promise<void> => {
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  let next = 0
  const worker = async () => {
    while (next < count) {
      const index = next++
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: `${prefix}folder ${index % 50}/object ${String(index).padStart(7, "0")}`, Body: "x" }))
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker))
}

/** How many objects there are below a prefix. */
export const countBelow = async (client: S3Client, bucket: string, prefix: string): Promise<number> => {
  let count = 0
  for (let token: string | undefined; ;) {
    const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }))
    count += page.KeyCount ?? 0
    if (page.NextContinuationToken === undefined) return count
    token = page.NextContinuationToken
  }
}

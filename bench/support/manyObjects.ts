import { CreateBucketCommand, ListObjectsV2Command, type S3Client } from "@aws-sdk/client-s3"
import { createHash } from "node:crypto"
import * as http from "node:http"
import { requestSigner } from "#layers/rgw/requestSigner.ts"
import type { RealGateway } from "../../test/support/RealGateway.ts"

/** Creates objects of `size` bytes, 16 at a time. The SDK would take as long as the gateway. */
export const fillBucket = async (
  { accounts: [{ root }], url }: RealGateway,
  client: S3Client,
  bucket: string,
  count: number,
  prefix = "",
  size = 1
): Promise<void> => {
  const body = Buffer.alloc(size, "x")
  const bodyHash = createHash("sha256").update(body).digest("hex")
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  const { host, hostname, port } = new URL(url)
  const sign = requestSigner({ ...root, sessionToken: null }, "default")
  const agent = new http.Agent({ keepAlive: true })
  const put = (key: string) =>
    new Promise<void>((resolve, reject) => {
      const path = `/${bucket}/${key.split("/").map(encodeURIComponent).join("/")}`
      const headers = sign(
        { method: "PUT", host, path, query: "", headers: { "x-amz-content-sha256": bodyHash } },
        Date.now()
      )
      http
        .request(
          { agent, hostname, port, method: "PUT", path, headers: { ...headers, "content-length": body.length } },
          (answer) => {
            answer
              .resume()
              .once("end", () =>
                answer.statusCode === 200 ? resolve() : reject(new Error(`${key}: ${answer.statusCode}`))
              )
          }
        )
        .once("error", reject)
        .end(body)
    })
  let next = 0
  const worker = async () => {
    while (next < count) {
      const index = next++
      await put(`${prefix}folder ${index % 50}/object ${String(index).padStart(7, "0")}`)
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker)).finally(() => agent.destroy())
}

export const countBelow = async (client: S3Client, bucket: string, prefix: string): Promise<number> => {
  let count = 0
  for (let token: string | undefined; ; ) {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token })
    )
    count += page.KeyCount ?? 0
    if (page.NextContinuationToken === undefined) return count
    token = page.NextContinuationToken
  }
}

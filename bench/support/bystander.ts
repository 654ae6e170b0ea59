import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3"
import { parentPort, workerData } from "node:worker_threads"

const { accessKeyId, bucket, endpoint, key, secretAccessKey } = workerData as Readonly<
  Record<"accessKeyId" | "bucket" | "endpoint" | "key" | "secretAccessKey", string>
>

const client = new S3Client({
  endpoint,
  region: "default",
  forcePathStyle: true,
  maxAttempts: 1,
  responseChecksumValidation: "WHEN_REQUIRED",
  credentials: { accessKeyId, secretAccessKey }
})
let times: Array<number> = []
parentPort?.on("message", (word: string) => {
  if (word === "begin") times = []
  else parentPort?.postMessage(times)
})
for (;;) {
  const began = performance.now()
  const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
  await Body?.transformToByteArray()
  times.push(performance.now() - began)
  await new Promise((resolve) => setTimeout(resolve, 10))
}

import {
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  UploadPartCommand
} from "@aws-sdk/client-s3"
import { getSignedUrl } from "@aws-sdk/s3-request-presigner"
import { crc32 } from "node:zlib"
import { crc32Text } from "../services/domain/objects/crc32.ts"
import { type RealGateway, realGateway, releaseRealGateways } from "../test/support/RealGateway.ts"
import { startService } from "../test/support/ServiceProcess.ts"
import { median, printRatios } from "./support/figures.ts"
import { gatewayClient } from "./support/gatewayClient.ts"
import { profiled } from "./support/profiled.ts"
import { processorTime } from "./support/processorTime.ts"
import { benchSize } from "./support/size.ts"

// PROFILE=<folder> writes a CPU profile of the service
const rounds = benchSize("ROUNDS", 7, 1)
const MEBIBYTE = 1024 * 1024
const part = Buffer.alloc(16 * MEBIBYTE, 5)
const parts = benchSize("PARTS", 8, 2)
const size = parts * part.length
/** A browser's limit per host over HTTP/1.1. */
const atOnce = 6
const small = benchSize("SMALL", 1000, 20)
const bucket = "bench-transfers"
const keyOf = (index: number) => `zip/object ${String(index).padStart(4, "0")}.bin`

const several = async (count: number, work: (index: number) => Promise<void>, width = atOnce) => {
  let next = 0
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < count) await work(next++)
    })
  )
}

const drained = async (response: Response): Promise<number> => {
  if (!response.ok || response.body === null) throw new Error(`${response.status} ${await response.text()}`)
  let bytes = 0
  for await (const chunk of response.body) bytes += chunk.length
  return bytes
}

const succeeded = async (response: Response): Promise<Response> => {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return response
}

const signIn = async (origin: string, { url, user }: RealGateway) => {
  const response = await succeeded(
    await fetch(`${origin}/api/auth/login/s3`, {
      method: "POST",
      headers: { origin, "content-type": "application/json" },
      body: JSON.stringify({
        access_key: user.accessKey,
        secret_key: user.secretKey,
        endpoint_url: url.replace("127.0.0.1", "localhost")
      })
    })
  )
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ")
  const { csrf_token } = (await (await fetch(`${origin}/api/auth/session`, { headers: { cookie } })).json()) as {
    readonly csrf_token: string
  }
  return { cookie, origin, "x-csrf-token": csrf_token }
}

const measure = async (gateway: RealGateway) => {
  const client = gatewayClient(gateway, gateway.user)
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  await several(
    small,
    async (index) => {
      await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: keyOf(index), Body: Buffer.alloc(16 * 1024, index) })
      )
    },
    16
  )
  const service = await startService({
    ...profiled,
    env: { USER_SUPPLIED_S3_ENDPOINT_ALLOWED_HOSTS: "localhost", OUTBOUND_PRIVATE_HOSTS: "localhost" }
  })
  try {
    const headers = await signIn(service.origin, gateway)
    const base = `${service.origin}/api/browser/buckets/${bucket}`
    const context = "context_id=s3-session"
    const post = async (path: string, body: unknown) =>
      (await (
        await succeeded(
          await fetch(path, {
            method: "POST",
            headers: { ...headers, "content-type": "application/json" },
            body: JSON.stringify(body)
          })
        )
      ).json()) as { readonly id: string; readonly url: string }

    const uploadHere = async () => {
      const { id } = await post(`${base}/uploads?${context}`, { key: "big", size_bytes: size })
      await several(
        parts,
        async (index) => {
          const sum = crc32Text(crc32(part))
          await succeeded(
            await fetch(`${base}/uploads/${id}/parts/${index + 1}?${context}`, {
              method: "PUT",
              headers: { ...headers, "content-type": "application/octet-stream", "x-amz-checksum-crc32": sum },
              body: part
            })
          )
        },
        3
      )
      await post(`${base}/uploads/${id}/complete?${context}`, {})
    }
    const uploadThere = async () => {
      const { UploadId } = await client.send(
        new CreateMultipartUploadCommand({
          Bucket: bucket,
          Key: "big",
          ChecksumAlgorithm: "CRC32",
          ChecksumType: "FULL_OBJECT"
        })
      )
      const done: Array<{ readonly PartNumber: number; readonly ETag: string }> = []
      await several(
        parts,
        async (index) => {
          const url = await getSignedUrl(
            client,
            new UploadPartCommand({ Bucket: bucket, Key: "big", UploadId, PartNumber: index + 1 }),
            { expiresIn: 600 }
          )
          crc32(part)
          const answer = await succeeded(await fetch(url, { method: "PUT", body: part }))
          done.push({ PartNumber: index + 1, ETag: answer.headers.get("etag") ?? "" })
        },
        3
      )
      done.sort((a, b) => a.PartNumber - b.PartNumber)
      await client.send(
        new CompleteMultipartUploadCommand({ Bucket: bucket, Key: "big", UploadId, MultipartUpload: { Parts: done } })
      )
    }
    const exactly = (wanted: number, got: number) => {
      if (wanted !== got) throw new Error(`${got} bytes instead of ${wanted}`)
    }
    const downloadHere = async () =>
      exactly(size, await drained(await fetch(`${base}/objects/download?${context}&key=big`, { headers })))
    const downloadThere = async () =>
      exactly(
        size,
        await drained(
          await fetch(
            await getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: "big" }), { expiresIn: 600 })
          )
        )
      )
    const zipHere = async () => {
      const { url } = await post(`${base}/archives?${context}`, { prefix: "zip/", keys: ["zip/"] })
      const bytes = await drained(await fetch(`${service.origin}${url}`, { headers }))
      if (bytes < small * 16 * 1024) throw new Error(`an archive of ${bytes} bytes`)
    }
    const plainThere = () =>
      several(small, async (index) =>
        exactly(
          16 * 1024,
          await drained(
            await fetch(
              await getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: keyOf(index) }), {
                expiresIn: 600
              })
            )
          )
        )
      )

    const timed = async (work: () => Promise<void>) => {
      const began = performance.now()
      await work()
      return performance.now() - began
    }
    const only = process.env["ONLY"] ?? ""
    for (const [what, ours, peer] of (
      [
        [`upload of ${size / MEBIBYTE} MiB, beside presigned parts`, uploadHere, uploadThere],
        [`download of ${size / MEBIBYTE} MiB, beside a presigned one`, downloadHere, downloadThere],
        [`ZIP of ${small} objects, beside ${small} downloads`, zipHere, plainThere]
      ] as const
    ).filter(([what]) => what.startsWith(only) || what.startsWith("upload"))) {
      await ours()
      await peer()
      const turns: Array<{ readonly ours: number; readonly peer: number }> = []
      let spent = 0
      // alternates, so that other load affects both sides
      for (let round = 0; round < rounds; round++) {
        const alone = await timed(peer)
        const before = processorTime(service.dataDir).service
        turns.push({ peer: alone, ours: await timed(ours) })
        spent += processorTime(service.dataDir).service - before
      }
      const ratios = turns.map((turn) => turn.peer / turn.ours)
      printRatios(
        `Through the service, medians of ${rounds} (ms); ratios from ${Math.min(...ratios).toFixed(2)} to ` +
          `${Math.max(...ratios).toFixed(2)}`,
        [
          {
            what,
            ours: median(turns.map((turn) => turn.ours)),
            peer: median(turns.map((turn) => turn.peer)),
            ratio: median(ratios),
            aim: 0.8
          }
        ]
      )
      console.log(`  processor time of the service: ${(spent / rounds).toFixed(0)} ms each`)
    }
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: "big" }))
  } finally {
    await service.stop()
  }
}

const { gateway, lack } = await realGateway("bench")
if (gateway === undefined) {
  console.log(`skipped transfers, no real RGW: ${lack}`)
  process.exitCode = process.env["REQUIRE_ALL"] === "1" ? 1 : 0
} else {
  await measure(gateway).finally(releaseRealGateways)
}

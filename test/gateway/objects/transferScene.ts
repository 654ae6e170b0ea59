import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3"
import { Effect, Stream } from "effect"
import { Zip } from "effect/encoding"
import type { AdminGateway } from "../contract/adminGateway.ts"
import { managerScene } from "../managerScene.ts"

export const zoo = [
  "a//b",
  "../up",
  "x/../y",
  "./dot",
  "with space",
  "two\nlines",
  "tab\tbed",
  "100%25 %zz",
  "a+b?c#d&e=f;g",
  "<&>\"'.xml",
  "emoji 🦊.txt",
  `${"ü".repeat(509)}/zzzz`,
  "back\\slash",
  "C:drive",
  "\r\n",
  "a\u0001b\u007f",
  "a\ufffe",
  "/leading",
  "tail/",
  "tail/inside",
  "same",
  "same/inside",
  "-dash",
  "$(touch x) `y`"
] as const

export const transferScene = Effect.fnUntraced(function* (gateway: AdminGateway) {
  const scene = yield* managerScene(gateway)
  const bucket = yield* scene.bucket()
  const client = new S3Client({
    endpoint: scene.target.url,
    region: "default",
    forcePathStyle: true,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    credentials: { accessKeyId: scene.key.accessKey, secretAccessKey: scene.key.secretKey }
  })
  yield* Effect.addFinalizer(() => Effect.sync(() => client.destroy()))
  const at = (path: string, query: Readonly<Record<string, string>> = {}) =>
    `/api/browser/buckets/${bucket}/${path}?${new URLSearchParams({ context_id: scene.contextId, ...query })}`
  return {
    ...scene,
    bucket,
    client,
    at,
    plant: (key: string, body: string | Buffer) =>
      Effect.promise(() =>
        client.send(
          new PutObjectCommand({ Bucket: bucket, Key: key, Body: typeof body === "string" ? Buffer.from(body) : body })
        )
      ),
    read: (key: string) =>
      Effect.promise(async () =>
        (await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))).Body?.transformToByteArray()
      ),
    send: (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) =>
      Effect.promise(() => scene.browser.send(method, path, body, headers))
  }
})

export const unzipped = (bytes: Uint8Array) =>
  Effect.gen(function* () {
    const found = new Map<string, string>()
    yield* Stream.make(bytes).pipe(
      Stream.pipeThroughChannel(Zip.decode()),
      Stream.runForEach((entry) =>
        Effect.map(Stream.runCollect(entry.body), (chunks) => {
          found.set(entry.header.path, Buffer.concat(chunks).toString("utf8"))
        })
      )
    )
    return found
  })

import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutBucketCorsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schedule, Stream } from "effect"
import { Zip } from "effect/encoding"
import { createConnection } from "node:net"
import { crc32 } from "node:zlib"
import { combineCrc32, crc32Text } from "#domain/objects/crc32.ts"
import { CopySizes } from "#layers/s3/copyOnto.ts"
import { Settings } from "#services/platform/Settings.ts"
import { requirement } from "../../support/Requirement.ts"
import { WholeService } from "../../support/WholeService.ts"
import { ok } from "../managerScene.ts"
import { besideGateway } from "./besideGateway.ts"
import { browserScene, type BrowserScene } from "./browserScene.ts"
import { keysIn, workOn } from "./objectWork.ts"

const mebibyte = 1024 ** 2
/** By hand, with 60 GB of disk: LARGE_OBJECTS=1. Otherwise a gateway with a limit of 20 MiB a call replaces 5 GiB. */
const isTrue = process.env["LARGE_OBJECTS"] === "1"
const sizes = isTrue
  ? { whole: 5 * 1024 * mebibyte, part: 1024 * mebibyte }
  : { whole: 20 * mebibyte, part: 8 * mebibyte }
const size = sizes.whole + 1
const gateway = besideGateway({ rgw_max_put_size: sizes.whole })
const patience = isTrue ? 1_200_000 : 120_000

const piece = Buffer.alloc(isTrue ? 64 * mebibyte : 5 * mebibyte, "what a large object is made of, again and again; ")
const pieces = Math.floor(size / piece.length)
const rest = Buffer.alloc(size % piece.length, "!")
const sumOf = (bytes: Uint8Array) => ({ checksum: crc32Text(crc32(bytes)), size_bytes: bytes.length })
const sum = combineCrc32([...Array.from({ length: pieces }, () => sumOf(piece)), sumOf(rest)])
const source = "pieces/one"
const told = {
  ContentType: "text/x-test",
  CacheControl: "no-store",
  Metadata: { colour: "green" },
  Tagging: "team=climate"
}

const plantLarge = Effect.fnUntraced(function* ({ bucketName: Bucket, sdk }: BrowserScene, Key: string) {
  yield* sdk(new PutObjectCommand({ Bucket, Key: source, Body: piece }))
  const { UploadId } = yield* sdk<{ UploadId: string }>(new CreateMultipartUploadCommand({ Bucket, Key, ...told }))
  const upload = { Bucket, Key, UploadId }
  const copied = yield* Effect.forEach(
    Array.from({ length: pieces }, (_, index) => index + 1),
    (PartNumber) =>
      Effect.map(
        sdk<{ CopyPartResult: { ETag: string } }>(
          new UploadPartCopyCommand({ ...upload, PartNumber, CopySource: `${Bucket}/${encodeURIComponent(source)}` })
        ),
        ({ CopyPartResult: { ETag } }) => ({ PartNumber, ETag })
      ),
    { concurrency: 4 }
  )
  const { ETag } = yield* sdk<{ ETag: string }>(
    new UploadPartCommand({ ...upload, PartNumber: pieces + 1, Body: rest })
  )
  yield* sdk(
    new CompleteMultipartUploadCommand({
      ...upload,
      MultipartUpload: { Parts: [...copied, { PartNumber: pieces + 1, ETag }] }
    })
  )
})

const path = ({ bucketName, contextId }: Pick<BrowserScene, "bucketName" | "contextId">, key: string) =>
  `/api/browser/buckets/${bucketName}/objects/download?${new URLSearchParams({ context_id: contextId, key })}`

const readOf = (scene: BrowserScene, key: string) =>
  Effect.promise(async () => {
    const answer = await scene.browser.open(path(scene, key))
    let [crc, length] = [0, 0]
    for await (const bytes of answer.body ?? []) {
      crc = crc32(bytes, crc)
      length += bytes.length
    }
    return [answer.status, length, crc32Text(crc)]
  })

const saysAll = Effect.fnUntraced(function* (
  { bucketName: Bucket, sdk }: Pick<BrowserScene, "bucketName" | "sdk">,
  Key: string
) {
  const { CacheControl, ContentLength, ContentType, Metadata } = yield* sdk<any>(new HeadObjectCommand({ Bucket, Key }))
  assert.deepStrictEqual(
    [ContentLength, ContentType, CacheControl, Metadata.colour],
    [size, "text/x-test", "no-store", "green"],
    Key
  )
})

const unfinished = ({ sdk }: BrowserScene, Bucket: string) =>
  Effect.map(sdk<any>(new ListMultipartUploadsCommand({ Bucket })), ({ Uploads = [] }) => Uploads.length as number)

requirement(gateway.name, gateway.lack)("objects of one byte more than one call takes, on real RGW", () => {
  layer(
    WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }).pipe(
      Layer.provide(Layer.succeed(CopySizes, sizes))
    ),
    { excludeTestServices: true, timeout: "120 seconds" }
  )((it) => {
    it.effect(
      "are copied within a bucket and to another, renamed and edited by the gateway, and undoing it brings " +
        "them back, byte for byte",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* browserScene(gateway)
            yield* plantLarge(scene, "large")
            const other = yield* scene.bucket()
            // the gateway refuses it in one call: only parts can succeed
            const single = scene.sdk(
              new CopyObjectCommand({ Bucket: other, Key: "x", CopySource: `${scene.bucketName}/large` })
            )
            assert.strictEqual(
              yield* Effect.catchDefect(Effect.as(single, "copied"), (refused) =>
                Effect.succeed((refused as Error).name)
              ),
              "EntityTooLarge"
            )
            const work = workOn(scene)
            const ended = Effect.fnUntraced(function* (what: string, body: unknown) {
              const run = yield* work.done(what, body)
              assert.deepStrictEqual(
                [run.state, run.items[0].result.failures, run.items[0].result.bytes],
                ["completed", [], size],
                what
              )
              return run
            })
            const undone = (id: number) =>
              Effect.andThen(
                work.ask("POST", `/work/${id}/undo`),
                work.ask("GET", `/work/${id}`).pipe(
                  Effect.repeat({
                    schedule: Schedule.spaced("50 millis"),
                    until: ({ body }) => body["state"] === "rolled_back"
                  }),
                  Effect.timeout(patience),
                  Effect.orDie
                )
              )

            const beside = yield* ended("copies", {
              keys: ["large"],
              base: "",
              target: { bucket_name: scene.bucketName, prefix: "copy/" },
              on_conflict: "skip"
            })
            yield* saysAll(scene, "copy/large")
            assert.deepStrictEqual(yield* readOf(scene, "copy/large"), [200, size, sum])
            yield* undone(beside.id)
            assert.deepStrictEqual(yield* keysIn(scene, "copy/"), [])

            yield* ended("copies", {
              keys: ["large"],
              base: "",
              target: { bucket_name: other, prefix: "" },
              on_conflict: "skip"
            })
            yield* saysAll({ ...scene, bucketName: other }, "large")
            assert.deepStrictEqual(yield* readOf({ ...scene, bucketName: other }, "large"), [200, size, sum])

            const { id } = yield* ended("renames", { from: "large", to: "moved" })
            assert.deepStrictEqual(yield* keysIn(scene, ""), ["moved", source])
            yield* undone(id)
            assert.deepStrictEqual(yield* keysIn(scene, ""), ["large", source])
            yield* saysAll(scene, "large")

            const before = yield* scene.details("large")
            const edited = ok(
              yield* scene.ask("PATCH", "objects/details", {
                body: { key: "large", revision: before["revision"], metadata: [{ name: "b", value: "2" }] }
              })
            )
            assert.deepInclude(edited, {
              size_bytes: size,
              metadata: { colour: "green", b: "2" },
              tags: [{ key: "team", value: "climate" }]
            })
            assert.deepStrictEqual(yield* readOf(scene, "large"), [200, size, sum])
            assert.deepStrictEqual(
              [yield* unfinished(scene, scene.bucketName), yield* unfinished(scene, other)],
              [0, 0],
              "no part is left of any of it"
            )
          })
        ),
      patience
    )

    it.effect(
      "are read to their last byte, in ranges, by whoever goes on, and as members of a ZIP",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* browserScene(gateway)
            yield* plantLarge(scene, "in/large")
            yield* scene.put("in/small")
            const get = (headers: Record<string, string>) =>
              Effect.promise(() => scene.browser.send("GET", path(scene, "in/large"), undefined, headers))
            const { etag } = yield* scene.details("in/large")
            for (const [range, status, text, place] of [
              ["bytes=-1", 206, "!", `bytes ${size - 1}-${size - 1}/${size}`],
              [`bytes=${size - 1}-`, 206, "!", `bytes ${size - 1}-${size - 1}/${size}`],
              [
                `bytes=${size - rest.length - 2}-${size - rest.length}`,
                206,
                `${piece.subarray(-2).toString()}!`,
                `bytes ${size - rest.length - 2}-${size - rest.length}/${size}`
              ],
              [`bytes=${size - 1}-${2 * size}`, 206, "!", `bytes ${size - 1}-${size - 1}/${size}`]
            ] as const) {
              for (const more of [{}, { "if-range": etag }] as ReadonlyArray<Record<string, string>>) {
                const answer = yield* get({ range, ...more })
                assert.deepStrictEqual(
                  [answer.status, answer.text, answer.headers.get("content-range")],
                  [status, text, place],
                  range
                )
              }
            }
            const past = yield* get({ range: `bytes=${size}-` })
            assert.deepStrictEqual(
              [past.status, past.code, past.headers.get("content-range")],
              [416, "range_not_satisfiable", `bytes */${size}`]
            )

            const { url } = ok(yield* scene.ask("POST", "archives", { body: { prefix: "in/", keys: ["in/"] } }))
            const answer = yield* Effect.promise(() => scene.browser.open(url))
            const members = new Map<string, readonly [length: number, sum: string]>()
            yield* Stream.fromReadableStream({
              evaluate: () => answer.body as ReadableStream<Uint8Array>,
              onError: (cause) => cause
            }).pipe(
              Stream.pipeThroughChannel(Zip.decode()),
              Stream.runForEach(({ body, header }) =>
                Effect.map(
                  Stream.runFold(
                    body,
                    () => [0, 0] as readonly [number, number],
                    ([length, crc], bytes) => [length + bytes.length, crc32(bytes, crc)] as const
                  ),
                  ([length, crc]) => {
                    members.set(header.path, [length, crc32Text(crc)])
                  }
                )
              )
            )
            assert.deepStrictEqual([...members].sort(), [
              ["large", [size, sum]],
              ["small", [5, crc32Text(crc32("hello"))]]
            ])
          })
        ),
      patience
    )

    it.effect(
      "are uploaded in parts, through the service and by signed addresses, verified; in one piece they are " +
        "refused before a byte of them is sent",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* browserScene(gateway)
            const { publicOrigin } = yield* Settings
            const part = Buffer.alloc(16 * mebibyte, 5)
            const last = Buffer.alloc(size % part.length, 6)
            const count = Math.ceil(size / part.length)
            const bytesOf = (number: number) => (number === count ? last : part)
            const whole = combineCrc32([...Array.from({ length: count - 1 }, () => sumOf(part)), sumOf(last)])
            for (const transport of ["proxied", "direct"] as const) {
              if (transport === "direct")
                yield* scene.sdk(
                  new PutBucketCorsCommand({
                    Bucket: scene.bucketName,
                    CORSConfiguration: {
                      CORSRules: [
                        {
                          AllowedOrigins: [publicOrigin],
                          AllowedMethods: ["PUT", "GET"],
                          AllowedHeaders: ["*"],
                          ExposeHeaders: ["ETag"]
                        }
                      ]
                    }
                  })
                )
              const plan = ok(yield* scene.ask("POST", "uploads", { body: { key: transport, size_bytes: size } }))
              assert.deepInclude(plan, {
                strategy: "multipart",
                transport,
                part_count: count,
                part_size_bytes: part.length
              })
              const at = `/api/browser/buckets/${scene.bucketName}/uploads/${plan["id"]}/parts`
              yield* Effect.forEach(
                Array.from({ length: count }, (_, index) => index + 1),
                (number) =>
                  Effect.gen(function* () {
                    // at the true size it outlasts a sign-in
                    if (number % 32 === 0) yield* scene.signIn
                    if (transport === "proxied") {
                      const answer = yield* Effect.promise(() =>
                        scene.browser.put(`${at}/${number}?context_id=${scene.contextId}`, bytesOf(number), {
                          "x-amz-checksum-crc32": sumOf(bytesOf(number)).checksum
                        })
                      )
                      return assert.strictEqual(answer.status, 200, answer.text)
                    }
                    const [link] = ok(
                      yield* scene.ask("POST", `uploads/${plan["id"]}/links`, { body: { part_numbers: [number] } })
                    )["links"]
                    const { status } = yield* Effect.promise(() =>
                      fetch(link.url, { method: "PUT", headers: link.headers, body: bytesOf(number) })
                    )
                    assert.strictEqual(status, 200)
                  }),
                { concurrency: 3, discard: true }
              )
              assert.deepStrictEqual(
                ok(yield* scene.ask("POST", `uploads/${plan["id"]}/complete`, { query: { checksum: whole } })),
                { key: transport, checksum: whole, verified: true }
              )
              assert.deepInclude(yield* scene.details(transport), { size_bytes: size })
            }
            for (const where of ["uploads", `uploads/${crypto.randomUUID()}/parts/1`]) {
              const said = yield* announced(
                publicOrigin,
                `/api/browser/buckets/${scene.bucketName}/${where}?${new URLSearchParams({ context_id: scene.contextId, key: "single" })}`,
                scene.browser,
                5 * 1024 ** 3 + 1
              )
              assert.match(said, /^HTTP\/1\.1 4(04|13|22) /, where)
            }
            assert.deepStrictEqual([...(yield* keysIn(scene, ""))].sort(), ["direct", "proxied"])
            assert.strictEqual(yield* unfinished(scene, scene.bucketName), 0)
          })
        ),
      patience
    )
  })
})

const announced = (origin: string, path: string, browser: BrowserScene["browser"], length: number) =>
  Effect.promise(
    () =>
      new Promise<string>((resolve, reject) => {
        const { hostname, port } = new URL(origin)
        const socket = createConnection(Number(port), hostname)
        const cookies = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ")
        socket.setTimeout(10_000, () => reject(new Error("no answer")))
        socket.once("error", reject).once("data", (data) => {
          resolve(data.toString().split("\r\n")[0] ?? "")
          socket.destroy()
        })
        socket.write(
          `PUT ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${origin}\r\nCookie: ` +
            `${cookies}\r\nX-CSRF-Token: ${browser.csrf}\r\nContent-Type: ` +
            `application/octet-stream\r\nContent-Length: ${length}\r\n\r\n`
        )
      })
  )

import {
  AbortMultipartUploadCommand,
  DeleteBucketCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutBucketCorsCommand
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { crc32 } from "node:zlib"
import { crc32Text } from "#domain/objects/crc32.ts"
import { Settings } from "#services/platform/Settings.ts"
import { requirement } from "../../support/Requirement.ts"
import { WholeService } from "../../support/WholeService.ts"
import { adminGateways } from "../contract/adminGateway.ts"
import { ok } from "../managerScene.ts"
import { transferScene, unzipped, zoo } from "./transferScene.ts"

const mebibyte = 1024 * 1024
const first = Buffer.alloc(16 * mebibyte, 1)
const second = Buffer.from("the rest")
const size = first.length + second.length
const sumOf = (bytes: Uint8Array) => crc32Text(crc32(bytes))
const sum = sumOf(Buffer.concat([first, second]))

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`uploads on ${gateway.name}`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      const scene = Effect.gen(function* () {
        const at = yield* transferScene(gateway)
        const start = (body: object) => at.send("POST", at.at("uploads"), body)
        const put = (
          id: string,
          number: number,
          bytes: Uint8Array<ArrayBuffer>,
          checksum: string | null = sumOf(bytes)
        ) =>
          Effect.promise(() =>
            at.browser.put(
              at.at(`uploads/${id}/parts/${number}`),
              bytes,
              checksum === null ? {} : { "x-amz-checksum-crc32": checksum }
            )
          )
        const state = (id: string) => at.send("GET", at.at(`uploads/${id}`))
        const complete = (id: string, checksum?: string) =>
          at.send("POST", at.at(`uploads/${id}/complete`, checksum === undefined ? {} : { checksum }))
        const abort = (id: string) => at.send("DELETE", at.at(`uploads/${id}`))
        const open = Effect.map(
          at.send("GET", `/api/browser/uploads?context_id=${at.contextId}`),
          (answer): ReadonlyArray<any> => ok(answer)["uploads"]
        )
        const pending = Effect.promise(
          async () => (await at.client.send(new ListMultipartUploadsCommand({ Bucket: at.bucket }))).Uploads ?? []
        )
        const whole = (
          query: Readonly<Record<string, string>>,
          bytes: Uint8Array<ArrayBuffer>,
          headers: Readonly<Record<string, string>> = { "x-amz-checksum-crc32": sumOf(bytes) }
        ) => Effect.promise(() => at.browser.put(at.at("uploads", query), bytes, headers))
        return { ...at, whole, start, put, state, complete, abort, open, pending }
      })

      it.effect("every key of the zoo, empty or not, in one piece and with its sum", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const at = yield* scene
            for (const key of [...zoo, "x".repeat(1024)]) {
              const bytes = Buffer.from(key.endsWith("e") ? "" : `of ${key}`)
              const plan = ok(yield* at.start({ key, size_bytes: bytes.length }))
              assert.strictEqual((yield* at.put(plan["id"], 1, bytes)).status, 200, JSON.stringify(key))
              assert.deepInclude(ok(yield* at.complete(plan["id"], sumOf(bytes))), {
                key,
                checksum: sumOf(bytes),
                verified: true
              })
              assert.strictEqual(
                Buffer.from((yield* at.read(key)) ?? []).toString(),
                bytes.toString(),
                JSON.stringify(key)
              )
            }
          })
        )
      )

      it.effect(
        "a small object goes whole in one request, with all that is told of it, and other bytes than were " +
          "summed store nothing",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const at = yield* scene
              for (const key of [...zoo.slice(0, 12), "empty"]) {
                const bytes = Buffer.from(key === "empty" ? "" : `of ${key}`)
                assert.deepStrictEqual(ok(yield* at.whole({ key }, bytes)), {
                  key,
                  checksum: sumOf(bytes),
                  verified: true
                })
                assert.strictEqual(
                  Buffer.from((yield* at.read(key)) ?? []).toString(),
                  bytes.toString(),
                  JSON.stringify(key)
                )
              }
              const attributes = {
                metadata: { Author: "ada" },
                tags: [{ key: "team & co", value: "a=b&c +ü" }],
                cache_control: "max-age=60",
                storage_class: "STANDARD"
              }
              ok(
                yield* at.whole(
                  { key: "told", content_type: "text/x-test", attributes: JSON.stringify(attributes) },
                  second
                )
              )
              const head = yield* Effect.promise(() =>
                at.client.send(new HeadObjectCommand({ Bucket: at.bucket, Key: "told" }))
              )
              assert.deepStrictEqual(
                [head.ContentType, head.CacheControl, head.Metadata],
                ["text/x-test", "max-age=60", { author: "ada" }]
              )
              const { TagSet } = yield* Effect.promise(() =>
                at.client.send(new GetObjectTaggingCommand({ Bucket: at.bucket, Key: "told" }))
              )
              assert.deepStrictEqual(TagSet, [{ Key: "team & co", Value: "a=b&c +ü" }])
              const wrong = yield* at.whole({ key: "told" }, Buffer.from("not that"), {
                "x-amz-checksum-crc32": sumOf(second)
              })
              assert.deepInclude([wrong.status, wrong.body["storage"]?.code], "BadDigest", wrong.text)
              assert.strictEqual(
                Buffer.from((yield* at.read("told")) ?? []).toString(),
                second.toString(),
                "what was there stays"
              )
              for (const [query, bytes, headers] of [
                [{ key: "no" }, second, { "x-amz-checksum-crc32": "?" }],
                [{ key: "no", attributes: "{" }, second, {}],
                [{ key: "no", attributes: JSON.stringify({ metadata: { "a b": "c" } }) }, second, {}],
                [{ key: "" }, second, {}],
                [{ key: "no" }, Buffer.alloc(4 * mebibyte + 1), {}]
              ] as const) {
                assert.include(
                  [413, 422],
                  (yield* at.whole(query, bytes, headers)).status,
                  JSON.stringify([query, headers])
                )
              }
              assert.isNull(
                yield* Effect.promise(() =>
                  at.client.send(new HeadObjectCommand({ Bucket: at.bucket, Key: "no" })).catch(() => null)
                )
              )
            })
          )
      )

      it.effect("class, metadata and tags are there from the first moment, in one piece and in parts", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const at = yield* scene
            const told = {
              storage_class: "STANDARD",
              metadata: { Author: "ada", "x-1": "a b" },
              tags: [{ key: "team & co", value: "a=b&c +ü" }],
              content_type: "text/x-test",
              cache_control: "max-age=60"
            }
            for (const [key, parts] of [
              ["one", [second]],
              ["many", [first, second]]
            ] as const) {
              const plan = ok(
                yield* at.start({ key, size_bytes: parts.reduce((total, { length }) => total + length, 0), ...told })
              )
              for (const [index, bytes] of parts.entries())
                assert.strictEqual((yield* at.put(plan["id"], index + 1, bytes)).status, 200)
              assert.strictEqual((yield* at.complete(plan["id"])).status, 200)
              const head = yield* Effect.promise(() =>
                at.client.send(new HeadObjectCommand({ Bucket: at.bucket, Key: key }))
              )
              assert.deepStrictEqual(
                [head.ContentType, head.CacheControl, head.Metadata],
                ["text/x-test", "max-age=60", { author: "ada", "x-1": "a b" }]
              )
              const { TagSet } = yield* Effect.promise(() =>
                at.client.send(new GetObjectTaggingCommand({ Bucket: at.bucket, Key: key }))
              )
              assert.deepStrictEqual(TagSet, [{ Key: "team & co", Value: "a=b&c +ü" }])
            }
            for (const wrong of [
              { metadata: { "a b": "x" } },
              { metadata: { a: "ü" } },
              { metadata: { a: "x".repeat(2048) } },
              { tags: Array.from({ length: 11 }, (_, index) => ({ key: `k${index}`, value: "" })) }
            ]) {
              assert.strictEqual(
                (yield* at.start({ key: "wrong", size_bytes: 1, ...wrong })).status,
                422,
                JSON.stringify(wrong)
              )
            }
          })
        )
      )

      it.effect("bytes that are not what was said are refused by the gateway, and another sum of the whole by us", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const at = yield* scene
            const one = ok(yield* at.start({ key: "one", size_bytes: second.length }))
            const bad = yield* at.put(one["id"], 1, second, sumOf(first))
            assert.deepStrictEqual([bad.status, bad.body["storage"]?.code], [502, "BadDigest"], bad.text)
            assert.strictEqual((yield* at.put(one["id"], 1, second, "nonsense")).status, 422)
            assert.strictEqual((yield* at.complete(one["id"])).code, "state_conflict")
            const plan = ok(yield* at.start({ key: "many", size_bytes: size }))
            const { id } = plan as { id: string }
            assert.strictEqual((yield* at.put(id, 2, second, sumOf(first))).status, 502)
            assert.deepStrictEqual(ok(yield* at.state(id))["parts"], [])
            // without the sender's sum, the gateway makes its own
            assert.strictEqual((yield* at.put(id, 2, second, null)).status, 200)
            assert.strictEqual((yield* at.put(id, 1, first)).status, 200)
            assert.deepStrictEqual(
              ok(yield* at.state(id))["parts"].map(({ checksum }: { checksum: string }) => checksum),
              [sumOf(first), sumOf(second)]
            )
            const other = yield* at.complete(id, sumOf(Buffer.concat([second, first])))
            assert.deepStrictEqual([other.status, other.code], [409, "state_conflict"])
            assert.deepStrictEqual(ok(yield* at.complete(id, sum)), { key: "many", checksum: sum, verified: true })
            assert.deepStrictEqual(
              ok(yield* at.complete(id, sum)),
              { key: "many", checksum: sum, verified: true },
              "asked again"
            )
            assert.isTrue(Buffer.concat([first, second]).equals(Buffer.from((yield* at.read("many")) ?? [])))
          })
        )
      )

      it.effect(
        "an upload that was left is gone on with by the same file alone, in whichever tab, with what the gateway holds",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const at = yield* scene
              const file = { key: "left", size_bytes: size, file_modified_ms: 1_700_000_000_123 }
              const { id } = ok(yield* at.start(file)) as { id: string }
              assert.strictEqual((yield* at.put(id, 1, first)).status, 200)
              const again = ok(yield* at.start(file))
              assert.deepInclude(again, { id, resumed: true, part_count: 2 })
              assert.deepStrictEqual(
                ok(yield* at.state(id))["parts"].map((part: any) => [part.part_number, part.checksum]),
                [[1, sumOf(first)]]
              )
              assert.deepStrictEqual(
                (yield* at.open).map(({ key, id: of, file_modified_ms }) => [of, key, file_modified_ms]),
                [[id, "left", file.file_modified_ms]]
              )
              const others = [
                { ...file, file_modified_ms: 1 },
                { ...file, size_bytes: size + 1 },
                { ...file, key: "other" },
                { ...file, content_type: "text/plain" },
                { ...file, tags: [{ key: "a", value: "" }] }
              ]
              for (const other of others) {
                const begun = ok(yield* at.start(other))
                assert.notStrictEqual(begun["id"], id, JSON.stringify(other))
                assert.isFalse(begun["resumed"])
                assert.strictEqual((yield* at.abort(begun["id"])).status, 204)
              }
              assert.strictEqual((yield* at.put(id, 2, second)).status, 200)
              assert.isTrue(ok(yield* at.complete(id, sum))["verified"])
              assert.isFalse(ok(yield* at.start(file))["resumed"], "what is complete is begun anew")
              for (const { id: left } of yield* at.open) assert.strictEqual((yield* at.abort(left)).status, 204)
              const lost = ok(yield* at.start(file))
              for (const { Key, UploadId } of yield* at.pending)
                yield* Effect.promise(() =>
                  at.client.send(new AbortMultipartUploadCommand({ Bucket: at.bucket, Key, UploadId }))
                )
              const anew = ok(yield* at.start(file))
              assert.isFalse(anew["resumed"])
              assert.deepStrictEqual(
                (yield* at.open).map((one) => one.id),
                [anew["id"]]
              )
              assert.strictEqual((yield* at.state(lost["id"])).status, 404)
              assert.strictEqual((yield* at.abort(anew["id"])).status, 204)
              assert.deepStrictEqual(yield* at.pending, [])
            })
          )
      )

      it.effect(
        "straight to the gateway where one CORS rule allows all that is sent; other " +
          "bytes than signed are refused there",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const at = yield* scene
              const { publicOrigin } = yield* Settings
              const cors = (headers: Array<string>) =>
                Effect.promise(() =>
                  at.client.send(
                    new PutBucketCorsCommand({
                      Bucket: at.bucket,
                      CORSConfiguration: {
                        CORSRules: [
                          {
                            AllowedOrigins: [publicOrigin],
                            AllowedMethods: ["PUT", "GET"],
                            AllowedHeaders: headers,
                            ExposeHeaders: ["ETag"]
                          }
                        ]
                      }
                    })
                  )
                )
              const told = {
                metadata: { author: "ada" },
                tags: [{ key: "a b", value: "c&d" }],
                cache_control: "no-cache"
              }
              for (const [headers, body, transport] of [
                [["content-type"], { size_bytes: 4 }, "proxied"],
                [["content-type"], { size_bytes: size, ...told }, "direct"],
                [["content-type", "x-amz-checksum-*", "x-amz-sdk-*"], { size_bytes: 4 }, "direct"],
                [["content-type", "x-amz-checksum-*", "x-amz-sdk-*"], { size_bytes: 4, ...told }, "proxied"],
                [["*"], { size_bytes: 4, ...told }, "direct"]
              ] as const) {
                yield* cors([...headers])
                const plan = ok(yield* at.start({ key: "k", ...body }))
                assert.strictEqual(plan["transport"], transport, JSON.stringify([headers, body]))
                assert.strictEqual((yield* at.abort(plan["id"])).status, 204)
              }
              const { id } = ok(
                yield* at.start({ key: "direct ü", size_bytes: 4, content_type: "text/x-test", ...told })
              ) as { id: string }
              const [link] = ok(
                yield* at.send("POST", at.at(`uploads/${id}/links`), {
                  part_numbers: [1],
                  checksum: sumOf(Buffer.from("good"))
                })
              )["links"]
              const sent = (text: string) =>
                Effect.promise(
                  async () =>
                    (await fetch(link.url, { method: "PUT", headers: link.headers, body: Buffer.from(text) })).status
                )
              assert.strictEqual(yield* sent("evil"), 400)
              assert.strictEqual(yield* sent("good"), 200)
              assert.deepInclude(ok(yield* at.complete(id, sumOf(Buffer.from("good")))), { verified: true })
              const head = yield* Effect.promise(() =>
                at.client.send(new HeadObjectCommand({ Bucket: at.bucket, Key: "direct ü" }))
              )
              assert.deepStrictEqual(
                [head.ContentType, head.CacheControl, head.Metadata],
                ["text/x-test", "no-cache", { author: "ada" }]
              )
            })
          )
      )

      it.effect(
        "what is to be stored only under a free key never takes the place of what somebody stored meanwhile, " +
          "whichever way it goes",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const at = yield* scene
              const { publicOrigin } = yield* Settings
              const holds = (key: string, text: string) =>
                Effect.map(at.read(key), (bytes) => assert.strictEqual(Buffer.from(bytes ?? []).toString(), text, key))
              const isTaken = (answer: { readonly status: number; readonly code: string; readonly text: string }) =>
                assert.deepStrictEqual([answer.status, answer.code], [409, "already_exists"], answer.text)
              const refuse = { on_conflict: "refuse" } as const
              ok(yield* at.whole({ key: "whole", ...refuse }, second))
              assert.deepStrictEqual(ok(yield* at.whole({ key: "whole", ...refuse }, second)), {
                key: "whole",
                checksum: sumOf(second),
                verified: true
              })
              isTaken(yield* at.whole({ key: "whole", ...refuse }, Buffer.from("other")))
              yield* holds("whole", second.toString())
              ok(yield* at.whole({ key: "whole", on_conflict: "replace" }, Buffer.from("other")))
              yield* holds("whole", "other")

              const one = ok(yield* at.start({ key: "one", size_bytes: second.length, ...refuse }))
              yield* at.plant("one", "somebody's")
              isTaken(yield* at.put(one["id"], 1, second))
              yield* holds("one", "somebody's")

              const file = { key: "many", size_bytes: size, file_modified_ms: 5 }
              const { id } = ok(yield* at.start({ ...file, ...refuse })) as { id: string }
              for (const [index, bytes] of [first, second].entries())
                assert.strictEqual((yield* at.put(id, index + 1, bytes)).status, 200)
              yield* at.plant("many", "somebody's")
              isTaken(yield* at.complete(id, sum))
              yield* holds("many", "somebody's")
              assert.deepStrictEqual(
                (yield* at.open).map((left) => left.id),
                [id],
                "nothing of it is lost"
              )
              assert.deepInclude(ok(yield* at.start(file)), { id, resumed: true })
              assert.deepStrictEqual(ok(yield* at.complete(id, sum)), { key: "many", checksum: sum, verified: true })

              yield* Effect.promise(() =>
                at.client.send(
                  new PutBucketCorsCommand({
                    Bucket: at.bucket,
                    CORSConfiguration: {
                      CORSRules: [
                        {
                          AllowedOrigins: [publicOrigin],
                          AllowedMethods: ["PUT"],
                          AllowedHeaders: ["*"],
                          ExposeHeaders: ["ETag"]
                        }
                      ]
                    }
                  })
                )
              )
              const direct = ok(yield* at.start({ key: "direct", size_bytes: second.length, ...refuse }))
              assert.strictEqual(direct["transport"], "direct")
              const [{ headers, url }] = ok(
                yield* at.send("POST", at.at(`uploads/${direct["id"]}/links`), {
                  part_numbers: [1],
                  checksum: sumOf(second)
                })
              )["links"]
              const sent = (more: object) =>
                Effect.promise(
                  async () =>
                    (await fetch(url, { method: "PUT", headers: { ...headers, ...more }, body: second })).status
                )
              yield* at.plant("direct", "somebody's")
              assert.strictEqual(yield* sent({}), 412)
              assert.strictEqual(yield* sent({ "if-none-match": '"other"' }), 403, "the condition is signed")
              yield* holds("direct", "somebody's")
            })
          )
      )

      it.effect(
        "with a key of its owner (SSE-C) nothing is sent, read or archived without it, and no other one does",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const at = yield* scene
              const key = { "x-sse-customer-key": Buffer.alloc(32, 7).toString("base64") }
              const other = { "x-sse-customer-key": Buffer.alloc(32, 8).toString("base64") }
              const begin = (body: object, headers: Record<string, string>) =>
                at.send("POST", at.at("uploads"), body, headers)
              const put = (
                id: string,
                number: number,
                bytes: Uint8Array<ArrayBuffer>,
                headers: Record<string, string>
              ) =>
                Effect.promise(() =>
                  at.browser.put(at.at(`uploads/${id}/parts/${number}`), bytes, {
                    "x-amz-checksum-crc32": sumOf(bytes),
                    ...headers
                  })
                )
              const small = yield* at.whole({ key: "small" }, second, { "x-amz-checksum-crc32": sumOf(second), ...key })
              if (gateway.name === "sandbox")
                assert.deepStrictEqual([small.status, small.body["storage"]?.code], [502, "NotImplemented"])
              else assert.strictEqual(small.status, 200, small.text)
              const one = yield* begin({ key: "one", size_bytes: second.length }, key)
              const sent = yield* put(ok(one)["id"], 1, second, key)
              if (gateway.name === "sandbox")
                return assert.deepStrictEqual([sent.status, sent.body["storage"]?.code], [502, "NotImplemented"])
              assert.strictEqual(sent.status, 200, sent.text)
              assert.strictEqual((yield* at.complete(ok(one)["id"])).status, 422)
              assert.deepInclude(
                ok(
                  yield* at.send(
                    "POST",
                    at.at(`uploads/${ok(one)["id"]}/complete`, { checksum: sumOf(second) }),
                    undefined,
                    key
                  )
                ),
                { key: "one" }
              )
              const file = { key: "many", size_bytes: size, file_modified_ms: 5 }
              const plan = ok(yield* begin(file, key))
              assert.strictEqual(plan["transport"], "proxied")
              const { id } = plan as { id: string }
              for (const wrong of [other, {}]) {
                const refused = yield* put(id, 1, first, wrong)
                assert.deepStrictEqual([refused.status, refused.code], [422, "validation_failed"], refused.text)
                assert.include(refused.text, "x-sse-customer-key")
                assert.notInclude(refused.text, Buffer.alloc(32, 8).toString("base64"))
                const another = ok(yield* begin(file, wrong))
                assert.isFalse(another["resumed"], "it is another upload")
                assert.strictEqual((yield* at.abort(another["id"])).status, 204)
              }
              assert.strictEqual((yield* put(id, 2, second, key)).status, 200)
              assert.isTrue(ok(yield* begin(file, key))["resumed"])
              assert.strictEqual((yield* put(id, 1, first, key)).status, 200)
              assert.strictEqual(
                (yield* at.send("POST", at.at(`uploads/${id}/complete`, { checksum: sum }), undefined, key)).status,
                200
              )
              for (const [name, bytes] of [
                ["small", second],
                ["one", second],
                ["many", Buffer.concat([first, second])]
              ] as const) {
                const path = at.at("objects/download", { key: name })
                const found = yield* Effect.promise(() => at.browser.bytes(path, key))
                assert.isTrue(Buffer.from(found.bytes).equals(bytes), name)
                for (const wrong of [other, {}]) {
                  const refused = yield* at.send("GET", path, undefined, wrong)
                  assert.deepStrictEqual([refused.status, refused.code], [422, "validation_failed"], refused.text)
                }
              }
              yield* at.plant("plain", "plain")
              const { url } = ok(yield* at.send("POST", at.at("archives"), { prefix: "", keys: ["one", "plain"] }))
              const members = yield* unzipped((yield* Effect.promise(() => at.browser.bytes(url))).bytes)
              assert.deepStrictEqual([...members.keys()].sort(), ["NOT IN THIS ARCHIVE.txt", "plain"])
              assert.strictEqual(members.get("plain"), "plain")
              assert.strictEqual(
                members.get("NOT IN THIS ARCHIVE.txt"),
                [
                  "Not in this archive (1):",
                  '  "one": it is encrypted with a key of its owner (SSE-C), which an archive does not have',
                  ""
                ].join("\r\n")
              )
            })
          )
      )

      it.effect(
        "a quota that is reached and a bucket that goes underneath are told as what they are, and leave " +
          "nothing unlisted",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const at = yield* scene
              const { id } = ok(yield* at.start({ key: "big", size_bytes: size, file_modified_ms: 5 })) as {
                id: string
              }
              assert.strictEqual((yield* at.put(id, 2, second)).status, 200)
              const quota = ok(yield* at.ask("GET", `/buckets/${at.bucket}/features/quota`))
              ok(
                yield* at.ask("PUT", `/buckets/${at.bucket}/features/quota`, {
                  value: { enabled: true, max_size_bytes: mebibyte, max_objects: null },
                  version: quota["version"]
                })
              )
              const refused = yield* at
                .put(id, 1, first)
                .pipe(Effect.repeat({ until: ({ status }) => status !== 200, times: 60 }), Effect.delay("100 millis"))
              assert.deepStrictEqual(
                [refused.status, refused.body["storage"]?.code],
                [502, "QuotaExceeded"],
                refused.text
              )
              assert.deepStrictEqual(
                (yield* at.open).map((one) => one.id),
                [id],
                "still there to be gone on with or ended"
              )
              assert.strictEqual((yield* at.abort(id)).status, 204)
              assert.deepStrictEqual([yield* at.open, yield* at.pending], [[], []])

              const gone = yield* scene
              const plan = ok(yield* gone.start({ key: "k", size_bytes: 4 }))
              yield* Effect.promise(() => gone.client.send(new DeleteBucketCommand({ Bucket: gone.bucket })))
              const part = yield* gone.put(plan["id"], 1, Buffer.from("four"))
              assert.deepStrictEqual([part.status, part.code], [404, "not_found"], part.text)
              assert.strictEqual((yield* gone.complete(plan["id"])).status, 409)
              assert.strictEqual((yield* gone.start({ key: "k", size_bytes: 4 })).status, 404)
            })
          )
      )
    })
  })
}

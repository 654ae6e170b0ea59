import { DeleteObjectCommand, PutBucketVersioningCommand, PutObjectCommand } from "@aws-sdk/client-s3"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { crc32 } from "node:zlib"
import { crc32Text } from "#domain/objects/crc32.ts"
import { ok } from "../managerScene.ts"
import type { BrowserScene } from "./browserScene.ts"
import { workOn } from "./objectWork.ts"
import type { Case } from "./scenes.ts"

type Answered = { readonly status: number; readonly code: string; readonly text: string }
const refused = (answer: Answered, status: number, code: string) =>
  assert.deepStrictEqual([answer.status, answer.code], [status, code], answer.text)
const first = Buffer.alloc(16 * 1024 ** 2, 1)
const second = Buffer.from("the rest")
const sumOf = (bytes: Uint8Array) => crc32Text(crc32(bytes))

const uploadOf = ({ ask, browser, bucketName, contextId }: BrowserScene, key: string) => ({
  start: Effect.map(
    ask("POST", "uploads", { body: { key, size_bytes: first.length + second.length } }),
    (answer): string => ok(answer)["id"]
  ),
  part: (id: string, number: number, bytes: Buffer<ArrayBuffer>) =>
    Effect.promise(() =>
      browser.put(`/api/browser/buckets/${bucketName}/uploads/${id}/parts/${number}?context_id=${contextId}`, bytes, {
        "x-amz-checksum-crc32": sumOf(bytes)
      })
    ),
  complete: (id: string, checksum: string) => ask("POST", `uploads/${id}/complete`, { query: { checksum } }),
  listed: Effect.map(
    ask("GET", "multipart", { query: { prefix: key } }),
    (answer): number => ok(answer)["uploads"].length
  )
})

const versionsOf = ({ ask }: BrowserScene, key: string) =>
  Effect.map(ask("GET", "versions", { query: { key } }), (answer) =>
    (ok(answer)["versions"] as ReadonlyArray<any>).map(({ is_delete_marker, size_bytes, version_id }) => ({
      what: is_delete_marker ? "marker" : (size_bytes as number),
      id: version_id as string
    }))
  )
const whatOf = (all: ReadonlyArray<{ readonly what: unknown }>) => all.map(({ what }) => what)
const hide = (scene: BrowserScene, key: string) =>
  Effect.map(scene.ask("DELETE", "objects", { body: { keys: [key] } }), (answer) =>
    assert.isTrue(ok(answer)["results"][0].deleted)
  )
const download = ({ ask }: BrowserScene, query: Record<string, string>, headers: Record<string, string> = {}) =>
  ask("GET", "objects/download", { query, headers })

export const compat: ReadonlyArray<Case> = [
  {
    name: "parts that come in any order, and one of them twice, are joined as each was sent last",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        const { complete, part, start } = uploadOf(scene, key)
        const id = yield* start
        for (const [number, bytes] of [
          [2, Buffer.from("the REST")],
          [1, first],
          [2, second]
        ] as const)
          assert.strictEqual((yield* part(id, number, bytes)).status, 200)
        const sum = sumOf(Buffer.concat([first, second]))
        assert.deepStrictEqual(ok(yield* complete(id, sum)), { key, checksum: sum, verified: true })
      })
  },
  {
    name: "an upload that was ended is listed no more, and takes no part; one beside it of the same key goes on",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        const { complete, listed, part, start } = uploadOf(scene, key)
        const [one, other] = [yield* start, yield* start]
        assert.strictEqual((yield* part(one, 2, second)).status, 200)
        assert.strictEqual(yield* listed, 2)
        assert.strictEqual((yield* scene.ask("DELETE", `uploads/${one}`)).status, 204)
        assert.strictEqual(yield* listed, 1)
        refused(yield* part(one, 1, first), 404, "not_found")
        refused(yield* complete(one, sumOf(first)), 404, "not_found")
        assert.strictEqual((yield* part(other, 2, second)).status, 200)
        assert.strictEqual((yield* scene.ask("DELETE", `uploads/${other}`)).status, 204)
        assert.strictEqual(yield* listed, 0)
        refused(yield* scene.ask("GET", "objects/details", { query: { key } }), 404, "not_found")
      })
  },
  {
    name: "each deletion lays a marker of its own, and an object is back when the last of them went",
    in: "versioned",
    run: (scene, key) =>
      Effect.gen(function* () {
        const version = yield* scene.put(key)
        yield* hide(scene, key)
        yield* hide(scene, key)
        const all = yield* versionsOf(scene, key)
        assert.deepStrictEqual(whatOf(all), ["marker", "marker", 5])
        ok(yield* scene.ask("POST", "objects/undelete", { body: { key, version_id: all[0]!.id } }))
        refused(yield* scene.ask("GET", "objects/details", { query: { key } }), 404, "not_found")
        ok(yield* scene.ask("POST", "objects/undelete", { body: { key, version_id: all[1]!.id } }))
        assert.deepInclude(yield* scene.details(key), { version_id: version })
      })
  },
  {
    name: "deleting what never was lays a marker, and nothing is left once that goes",
    in: "versioned",
    run: (scene, key) =>
      Effect.gen(function* () {
        yield* hide(scene, key)
        const all = yield* versionsOf(scene, key)
        assert.deepStrictEqual(whatOf(all), ["marker"])
        ok(yield* scene.ask("DELETE", "objects/version", { body: { key, version_id: all[0]!.id } }))
        assert.deepStrictEqual(yield* versionsOf(scene, key), [])
      })
  },
  {
    name:
      "a delete marker has no bytes and no details: it is not found as a version, and " +
      "nothing can be laid over from it",
    in: "versioned",
    run: (scene, key) =>
      Effect.gen(function* () {
        yield* scene.put(key)
        yield* hide(scene, key)
        const [marker] = yield* versionsOf(scene, key)
        const query = { key, version_id: marker!.id }
        refused(yield* download(scene, query), 404, "not_found")
        refused(yield* scene.ask("GET", "objects/details", { query }), 404, "not_found")
        refused(yield* scene.ask("POST", "objects/restore-version", { body: query }), 404, "not_found")
        refused(
          yield* scene.ask("GET", "objects/shared-link", { query: { ...query, expires_seconds: "60" } }),
          404,
          "not_found"
        )
      })
  },
  {
    name:
      "where versioning is suspended, one version without a name is written over and " +
      "hidden, and those from before stay",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        const bucketName = yield* scene.bucket()
        const at: BrowserScene = {
          ...scene,
          bucketName,
          ask: (method, path, given = {}) =>
            Effect.promise(() =>
              scene.browser.send(
                method,
                `/api/browser/buckets/${bucketName}/${path}?${new URLSearchParams({ context_id: scene.contextId, ...given.query })}`,
                given.body,
                given.headers
              )
            )
        }
        const versioning = (Status: "Enabled" | "Suspended") =>
          scene.sdk(new PutBucketVersioningCommand({ Bucket: bucketName, VersioningConfiguration: { Status } }))
        const write = (Body: string) => scene.sdk(new PutObjectCommand({ Bucket: bucketName, Key: key, Body }))
        yield* versioning("Enabled")
        yield* write("1")
        yield* versioning("Suspended")
        yield* write("22")
        yield* write("333")
        assert.deepStrictEqual(
          (yield* versionsOf(at, key)).map(({ id, what }) => [what, id === "null"]),
          [
            [3, true],
            [1, false]
          ]
        )
        yield* hide(at, key)
        const hidden = yield* versionsOf(at, key)
        assert.deepStrictEqual(
          hidden.map(({ id, what }) => [what, id === "null"]),
          [
            ["marker", true],
            [1, false]
          ]
        )
        ok(yield* at.ask("POST", "objects/undelete", { body: { key, version_id: "null" } }))
        assert.strictEqual((yield* download(at, { key })).text, "1")
        yield* write("4444")
        ok(yield* at.ask("DELETE", "objects/version", { body: { key, version_id: "null" } }))
        assert.deepStrictEqual(whatOf(yield* versionsOf(at, key)), [1])
      })
  },
  {
    name: "tags are as long as S3 lets them be, and no longer; a name stands once",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        yield* scene.put(key)
        const tag = (set: ReadonlyArray<{ readonly key: string; readonly value: string }>) =>
          scene.ask("PATCH", "objects/tags", { body: { key, set, remove: [] } })
        const longest = [{ key: "k".repeat(128), value: "v".repeat(256) }]
        assert.deepStrictEqual(ok(yield* tag(longest))["tags"], longest)
        for (const wrong of [
          [{ key: "k".repeat(129), value: "" }],
          [{ key: "k", value: "v".repeat(257) }],
          [{ key: "", value: "" }],
          [
            { key: "a", value: "1" },
            { key: "a", value: "2" }
          ]
        ]) {
          refused(yield* tag(wrong), 422, "validation_failed")
        }
        assert.deepStrictEqual((yield* scene.details(key))["tags"], longest)
      })
  },
  {
    name: "compliance is extended and never shortened, weakened or passed by, whoever asks",
    in: "locked",
    run: (scene, key) =>
      Effect.gen(function* () {
        const version_id = yield* scene.put(key)
        const [early, late] = yield* Effect.sync(() =>
          [3_600_000, 7_200_000].map((more) => new Date(Math.ceil(Date.now() / 1000) * 1000 + more).toISOString())
        )
        const retain = (mode: string, retain_until: string | undefined, bypass_governance = true) =>
          scene.ask("PUT", "objects/retention", { body: { key, mode, retain_until, bypass_governance } })
        ok(yield* retain("compliance", early))
        ok(yield* retain("compliance", late))
        for (const [mode, until] of [
          ["compliance", early],
          ["governance", late]
        ] as const)
          refused(yield* retain(mode, until), 409, "state_conflict")
        const kept = yield* scene.ask("DELETE", "objects/version", {
          body: { key, version_id, bypass_governance: true }
        })
        refused(kept, 409, "state_conflict")
        assert.match(kept.text, /compliance/)
        assert.deepInclude((yield* scene.details(key))["lock"], { mode: "compliance" })
        yield* hide(scene, key)
        assert.deepStrictEqual(whatOf(yield* versionsOf(scene, key)), ["marker", 5])
      })
  },
  {
    name: "ranges at every edge give those bytes, and 416 with the size where there are none",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        yield* scene.put(key)
        for (const [range, status, text, place] of [
          ["bytes=0-0", 206, "h", "bytes 0-0/5"],
          ["bytes=4-4", 206, "o", "bytes 4-4/5"],
          ["bytes=0-", 206, "hello", "bytes 0-4/5"],
          ["bytes=-5", 206, "hello", "bytes 0-4/5"],
          ["bytes=-99", 206, "hello", "bytes 0-4/5"],
          ["bytes=3-2", 200, "hello", null],
          ["bytes=0-1,3-4", 200, "hello", null],
          ["bytes=5-5", 416, null, "bytes */5"]
        ] as const) {
          const answer = yield* download(scene, { key }, { range })
          assert.deepStrictEqual(
            [answer.status, answer.headers.get("content-range")],
            [status, place],
            `${range}: ${answer.text}`
          )
          if (text !== null) assert.strictEqual(answer.text, text, range)
        }
        yield* scene.put(key, { Body: "" })
        for (const range of ["bytes=0-0", "bytes=1-"]) {
          const answer = yield* download(scene, { key }, { range })
          assert.deepStrictEqual([answer.status, answer.headers.get("content-range")], [416, "bytes */0"], range)
        }
        assert.deepStrictEqual(
          [(yield* download(scene, { key })).status, (yield* download(scene, { key })).text],
          [200, ""]
        )
      })
  },
  {
    name: "a download holds to its conditions, whole, in ranges and of a version",
    in: "versioned",
    run: (scene, key) =>
      Effect.gen(function* () {
        const version_id = yield* scene.put(key)
        const { etag: old } = yield* scene.details(key)
        yield* scene.put(key, { Body: "other" })
        const { etag } = yield* scene.details(key)
        assert.notStrictEqual(etag, old)
        for (const [query, headers, status, text] of [
          [{}, { "if-match": etag }, 200, "other"],
          [{}, { "if-match": "*" }, 200, "other"],
          [{}, { "if-match": `"x", ${etag}` }, 200, "other"],
          [{}, { "if-match": old }, 412, null],
          [{}, { "if-match": `W/${etag}` }, 412, null],
          [{}, { "if-none-match": old }, 200, "other"],
          [{}, { "if-none-match": etag }, 304, ""],
          [{}, { "if-none-match": `W/${etag}, "x"` }, 304, ""],
          [{}, { "if-none-match": "*" }, 304, ""],
          [{}, { "if-match": etag, range: "bytes=1-2" }, 206, "th"],
          [{}, { "if-match": old, range: "bytes=1-2" }, 412, null],
          [{}, { "if-none-match": etag, range: "bytes=1-2" }, 304, ""],
          [{ version_id }, { "if-match": old }, 200, "hello"],
          [{ version_id }, { "if-match": etag }, 412, null],
          [{ version_id }, { "if-none-match": old }, 304, ""]
        ] as const) {
          const answer = yield* download(scene, { key, ...query }, headers)
          assert.strictEqual(answer.status, status, `${JSON.stringify([query, headers])}: ${answer.text}`)
          if (text !== null) assert.strictEqual(answer.text, text)
          if (status === 304) assert.strictEqual(answer.headers.get("etag"), "version_id" in query ? old : etag)
          if (status === 412) assert.strictEqual(answer.code, "precondition_failed")
        }
        refused(yield* download(scene, { key: `${key} never` }, { "if-none-match": "*" }), 404, "not_found")
      })
  },
  {
    name: "a copy onto a key that holds versions is one more of them, and of what is hidden there is none",
    in: "versioned",
    run: (scene, key) =>
      Effect.gen(function* () {
        const folder = `copies ${crc32(key)}/`
        const [from, to] = [`${folder}a/x`, `${folder}b/x`]
        const copied = workOn(scene).done("copies", {
          keys: [from],
          base: `${folder}a/`,
          target: { bucket_name: scene.bucketName, prefix: `${folder}b/` },
          on_conflict: "replace"
        })
        yield* scene.put(from, { Body: "new one" })
        yield* scene.put(to)
        assert.strictEqual((yield* copied).state, "completed")
        assert.deepStrictEqual(whatOf(yield* versionsOf(scene, to)), [7, 5])
        yield* scene.sdk(new DeleteObjectCommand({ Bucket: scene.bucketName, Key: from }))
        const {
          items: [{ result }],
          state
        } = yield* copied
        assert.deepStrictEqual(
          [state, result.done, result.failures.map(({ key }: { key: string }) => key)],
          ["completed_with_errors", 0, [from]]
        )
        assert.deepStrictEqual(whatOf(yield* versionsOf(scene, to)), [7, 5])
      })
  },
  {
    name: "a batch takes keys and versions of the same object, each with its own outcome",
    in: "versioned",
    run: (scene, key) =>
      Effect.gen(function* () {
        const [one, two] = [yield* scene.put(key), yield* scene.put(key)]
        const { results } = ok(
          yield* scene.ask("DELETE", "objects", { body: { keys: [key], versions: [{ key, version_id: one }] } })
        ) as { results: ReadonlyArray<any> }
        assert.deepStrictEqual(
          results.map(({ deleted, version_id }) => [deleted, version_id ?? null]),
          [
            [true, null],
            [true, one]
          ]
        )
        const left = yield* versionsOf(scene, key)
        assert.deepStrictEqual([whatOf(left), left[1]?.id], [["marker", 5], two])
        const again = ok(yield* scene.ask("DELETE", "objects", { body: { versions: [{ key, version_id: one }] } }))
        assert.isTrue(again["results"][0].deleted)
      })
  },
  {
    name: "what is written over is told and listed as it is now, at once",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        yield* scene.put(key, { ContentType: "text/plain", Metadata: { a: "1" }, Tagging: "a=1" })
        const before = yield* scene.details(key)
        yield* scene.put(key, { Body: "somewhat longer" })
        const after = yield* scene.details(key)
        assert.deepInclude(after, { size_bytes: 15, metadata: {}, tags: [] })
        assert.notStrictEqual(after["etag"], before["etag"])
        const page = ok(yield* scene.ask("GET", "objects", { query: { prefix: key, delimiter: "" } }))
        assert.deepStrictEqual(
          page["objects"].map((one: Record<string, unknown>) => [one["key"], one["size_bytes"], one["etag"]]),
          [[key, 15, after["etag"]]]
        )
      })
  }
]

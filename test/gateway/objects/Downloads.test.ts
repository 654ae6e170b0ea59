import { PutBucketVersioningCommand } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { requirement } from "../../support/Requirement.ts"
import { WholeService } from "../../support/WholeService.ts"
import { adminGateways } from "../contract/adminGateway.ts"
import { ok } from "../managerScene.ts"
import { transferScene, unzipped, zoo } from "./transferScene.ts"

const report = "NOT IN THIS ARCHIVE.txt"
const mebibyte = 1024 * 1024

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`downloads on ${gateway.name}`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      const archive = Effect.fnUntraced(function* (
        scene: Effect.Success<ReturnType<typeof transferScene>>,
        prefix: string,
        keys: ReadonlyArray<string>
      ) {
        const ordered = ok(yield* scene.send("POST", scene.at("archives"), { prefix, keys }))
        const answer = yield* Effect.promise(() => scene.browser.bytes(ordered["url"]))
        assert.deepStrictEqual([answer.status, answer.headers.get("content-type")], [200, "application/zip"])
        return { name: ordered["file_name"] as string, members: yield* unzipped(answer.bytes), bytes: answer.bytes }
      })

      it.effect(
        "a folder as a ZIP holds every key of the zoo once, below itself, and tells what it had to rename",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const scene = yield* transferScene(gateway)
              const keys = zoo.filter((key) => Buffer.byteLength(`in/${key}`) <= 1024)
              for (const key of keys) yield* scene.plant(`in/${key}`, key.endsWith("/") ? "" : `of ${key}`)
              yield* scene.plant("in/", "")
              yield* scene.plant("in/empty", "")
              yield* scene.plant("in/large", Buffer.alloc(3 * mebibyte, 7))
              const { members, name } = yield* archive(scene, "in/", ["in/"])
              assert.strictEqual(name, "in.zip")
              const said = members.get(report) ?? ""
              const paths = [...members.keys()].filter((path) => path !== report)
              assert.strictEqual(paths.length, keys.length + 2)
              for (const path of paths) {
                assert.isFalse(
                  path.startsWith("/") || path.split("/").some((part) => part === ".." || part === "."),
                  path
                )
                assert.notMatch(path, /[\\\x00-\x1f\x7f]/)
              }
              const texts = new Map([...members].map(([path, text]) => [text, path]))
              for (const key of keys.filter((one) => !one.endsWith("/"))) {
                const path = texts.get(`of ${key}`)
                assert.isDefined(path, key)
                if (path !== key) assert.include(said, `${JSON.stringify(`in/${key}`)}: ${JSON.stringify(path)}`)
              }
              assert.strictEqual(members.get("empty"), "")
              assert.strictEqual(members.get("large")?.length, 3 * mebibyte)
              assert.isTrue(members.has("emoji 🦊.txt") && members.has("tail/") && members.has("100%25 %zz"))
              assert.strictEqual(members.get("same"), "of same")
              assert.strictEqual(members.get("same (1)/inside"), "of same/inside")
            })
          )
      )

      it.effect("a selection as a ZIP tells what is not there any more, and of nothing makes no silent gap", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* transferScene(gateway)
            for (const key of ["p/one", "p/two", "p/sub/three", "q/four"]) yield* scene.plant(key, key)
            const { members, name } = yield* archive(scene, "p/", [
              "p/two",
              "p/sub/",
              "p/gone",
              "p/sub/three",
              "p/no such folder/"
            ])
            assert.strictEqual(name, "p.zip")
            assert.deepStrictEqual([...members.keys()].sort(), [report, "sub/three", "two"])
            assert.strictEqual(members.get("sub/three"), "p/sub/three")
            assert.strictEqual(
              members.get(report),
              [
                "Not in this archive (2):",
                '  "p/gone": it is not there any more',
                '  "p/no such folder/": nothing is there any more',
                ""
              ].join("\r\n")
            )
          })
        )
      )

      it.effect("an order is its owner's alone", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const one = yield* transferScene(gateway)
            const other = yield* transferScene(gateway)
            yield* one.plant("mine", "x")
            const { url } = ok(yield* one.send("POST", one.at("archives"), { prefix: "", keys: ["mine"] }))
            assert.strictEqual((yield* other.send("GET", url)).status, 404)
            assert.strictEqual(
              (yield* other.send("GET", url.replace(/context_id=.*/, `context_id=${other.contextId}`))).status,
              404
            )
            assert.strictEqual((yield* one.send("POST", one.at("archives"), { prefix: "", keys: [] })).status, 422)
            assert.strictEqual(
              (yield* one.send("POST", one.at("archives"), { prefix: "", keys: ["a", "a"] })).status,
              422
            )
          })
        )
      )

      it.effect("a download is cut off when the right to the data goes, in the middle of it", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* transferScene(gateway)
            const sql = yield* SqlClient.SqlClient
            yield* scene.plant("large", Buffer.alloc(64 * mebibyte, 3))
            const beside = yield* Effect.promise(() =>
              scene.browser.open(`/api/browser/buckets/stream?context_id=${scene.contextId}`)
            )
            const response = yield* Effect.promise(() =>
              scene.browser.open(scene.at("objects/download", { key: "large" }))
            )
            const reader = response.body?.getReader() ?? assert.fail("no body")
            assert.isFalse((yield* Effect.promise(() => reader.read())).done)
            yield* sql`update user_associations set allow_manager_browser_data_access = false
              where rgw_account_id = ${Number(scene.contextId)}`
            yield* Effect.promise(() => beside.text())
            const read = (): Promise<string> =>
              reader.read().then(
                ({ done }) => (done ? "whole" : read()),
                () => "cut"
              )
            assert.strictEqual(yield* Effect.promise(read), "cut")
          })
        )
      )

      it.effect("a download is gone on with as long as the object is the same", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* transferScene(gateway)
            yield* scene.plant("digits", "0123456789")
            const get = (headers: Record<string, string>, query: Record<string, string> = {}) =>
              scene.send("GET", scene.at("objects/download", { key: "digits", ...query }), undefined, headers)
            const first = yield* get({})
            const etag = first.headers.get("etag") ?? ""
            for (const [headers, status, text, range] of [
              [{}, 200, "0123456789", null],
              [{ range: "bytes=4-" }, 206, "456789", "bytes 4-9/10"],
              [{ range: "bytes=-2" }, 206, "89", "bytes 8-9/10"],
              [{ range: "bytes=4-99" }, 206, "456789", "bytes 4-9/10"],
              [{ range: "bytes=4-", "if-range": etag }, 206, "456789", "bytes 4-9/10"],
              [{ range: "bytes=4-", "if-range": '"another"' }, 200, "0123456789", null],
              [{ range: "bytes=4-", "if-range": `W/${etag}` }, 200, "0123456789", null],
              [{ range: "bytes=4-", "if-range": "Sat, 01 Jan 2000 00:00:00 GMT" }, 200, "0123456789", null]
            ] as const) {
              const answer = yield* get(headers)
              assert.deepStrictEqual(
                [answer.status, answer.text, answer.headers.get("content-range")],
                [status, text, range],
                JSON.stringify(headers)
              )
            }
            for (const headers of [{ range: "bytes=10-" }, { range: "bytes=10-", "if-range": etag }] as ReadonlyArray<
              Record<string, string>
            >) {
              const past = yield* get(headers)
              assert.deepStrictEqual(
                [past.status, past.code, past.headers.get("content-range")],
                [416, "range_not_satisfiable", "bytes */10"]
              )
            }
          })
        )
      )

      it.effect("a version is downloaded and shared by its id; a link lives between a minute and a week", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* transferScene(gateway)
            yield* Effect.promise(() =>
              scene.client.send(
                new PutBucketVersioningCommand({ Bucket: scene.bucket, VersioningConfiguration: { Status: "Enabled" } })
              )
            )
            const { VersionId: version_id = "" } = yield* scene.plant("k 🦊&+%", "old")
            yield* scene.plant("k 🦊&+%", "new")
            const query = { key: "k 🦊&+%", version_id }
            assert.strictEqual((yield* scene.send("GET", scene.at("objects/download", query))).text, "old")
            assert.strictEqual((yield* scene.send("GET", scene.at("objects/download", { key: query.key }))).text, "new")
            for (const seconds of ["59", "604801", "1.5"]) {
              assert.strictEqual(
                (yield* scene.send("GET", scene.at("objects/shared-link", { ...query, expires_seconds: seconds })))
                  .status,
                422,
                seconds
              )
            }
            for (const [of, text] of [
              [query, "old"],
              [{ key: query.key }, "new"]
            ] as const) {
              for (const seconds of [60, 604_800]) {
                const before = Date.now()
                const link = ok(
                  yield* scene.send("GET", scene.at("objects/shared-link", { ...of, expires_seconds: String(seconds) }))
                )
                assert.deepInclude(link, { credentials_end_at: null, cut_short: false, temporary_credentials: false })
                assert.isAtLeast(Date.parse(link["expires_at"]), before + seconds * 1000 - 1000)
                const fetched = yield* Effect.promise(() => fetch(link["url"]))
                assert.deepStrictEqual([fetched.status, yield* Effect.promise(() => fetched.text())], [200, text])
              }
            }
            assert.strictEqual(
              (yield* scene.send("GET", scene.at("objects/shared-link", { key: "nope", expires_seconds: "60" })))
                .status,
              404
            )
            for (const key of ["../up", "x/../y", "./dot", "a/.."]) {
              yield* scene.plant(key, "x")
              const refused = yield* scene.send("GET", scene.at("objects/shared-link", { key, expires_seconds: "60" }))
              assert.deepStrictEqual([refused.status, /No client can follow/.test(refused.text)], [422, true], key)
            }
          })
        )
      )
    })
  })
}

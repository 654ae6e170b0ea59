import {
  DeleteBucketCommand,
  ObjectLockRetentionMode,
  PutBucketVersioningCommand,
  PutObjectCommand
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { freshSandbox } from "../../layers/sandbox/support.ts"
import { gatewayProxy } from "../../support/GatewayProxy.ts"
import { requirement } from "../../support/Requirement.ts"
import { adminGateways, sceneOf } from "../contract/adminGateway.ts"
import { copies } from "./objectCopies.ts"
import { plans } from "./objectPlans.ts"
import { browserScene, type BrowserScene } from "./browserScene.ts"
import { framesOf } from "./framesOf.ts"
import { Scenes, scenesOn } from "./scenes.ts"
import { zooWays } from "./zooWays.ts"
import { besideOn, keysIn, plantAll, workOn, zooIn } from "./objectWork.ts"
import { zoo } from "./transferScene.ts"

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`work on many objects on ${gateway.name}`, () => {
    layer(scenesOn(gateway), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      it.effect("deletes keys and folders, whatever they are called, and tells how many", () =>
        Effect.gen(function* () {
          const { plain } = yield* Scenes
          const folder = "zoo of all/"
          yield* plantAll(plain, [...zooIn(folder), "stays.txt", "zoo of alls", ...zooIn("odd ")])
          const run = yield* workOn(plain).done("deletions", { prefixes: [folder], keys: zooIn("odd ") })
          assert.strictEqual(run.state, "completed")
          assert.deepStrictEqual(run.items.map(({ result }) => [result.done, result.failed]).sort(), [
            [zoo.length, 0],
            [zoo.length, 0]
          ])
          assert.deepStrictEqual(yield* keysIn(plain, folder), [])
          assert.deepStrictEqual(yield* keysIn(plain, "odd "), [])
          assert.deepStrictEqual(yield* keysIn(plain, "stays"), ["stays.txt"])
          assert.deepStrictEqual(yield* keysIn(plain, "zoo of alls"), ["zoo of alls"])
        })
      )

      it.effect("names what a lock keeps, and deletes everything beside it", () =>
        Effect.gen(function* () {
          const { locked } = yield* Scenes
          const until = new Date(Date.now() + 3_600_000)
          yield* plantAll(locked, ["held/a", "held/c"])
          yield* locked.put("held/b", {
            ObjectLockMode: ObjectLockRetentionMode.GOVERNANCE,
            ObjectLockRetainUntilDate: until
          })
          const run = yield* workOn(locked).done("deletions", { prefixes: ["held/"], all_versions: true })
          assert.strictEqual(run.state, "completed_with_errors")
          const [{ result }] = run.items
          assert.deepStrictEqual(
            [result.done, result.failed, result.failures.map(({ key }: any) => key)],
            [2, 1, ["held/b"]]
          )
          assert.match(result.failures[0].reason, /retained until .*governance/)
          const again = yield* workOn(locked).done("deletions", {
            prefixes: ["held/"],
            all_versions: true,
            bypass_governance: true
          })
          assert.deepStrictEqual([again.state, again.items[0].result.done], ["completed", 1])
        })
      )

      it.effect("answers a small selection with each outcome, versions too, a locked one with its reason", () =>
        Effect.gen(function* () {
          const { locked } = yield* Scenes
          const until = new Date(Date.now() + 3_600_000)
          const [free, kept] = [
            yield* locked.put("few/free"),
            yield* locked.put("few/kept", {
              ObjectLockMode: ObjectLockRetentionMode.GOVERNANCE,
              ObjectLockRetainUntilDate: until
            })
          ]
          const {
            body: { results }
          } = yield* locked.ask("DELETE", "objects", {
            body: {
              keys: ["few/free", "never"],
              versions: [
                { key: "few/kept", version_id: kept },
                { key: "few/free", version_id: free }
              ]
            }
          })
          assert.deepStrictEqual(
            results.map(({ deleted, key }: any) => [key, deleted]),
            [
              ["few/free", true],
              ["never", true],
              ["few/kept", false],
              ["few/free", true]
            ]
          )
          assert.match(results[2].detail, /retained until .*governance/)
          const { body } = yield* locked.ask("DELETE", "objects", {
            body: { versions: [{ key: "few/kept", version_id: kept }], bypass_governance: true }
          })
          assert.isTrue(body["results"][0].deleted)
        })
      )

      it.effect(
        "lays markers over what is current in a bucket with versions, and takes all versions only when told",
        () =>
          Effect.gen(function* () {
            const { versioned } = yield* Scenes
            yield* plantAll(versioned, ["v/one", "v/two", "v/one"])
            yield* workOn(versioned).done("deletions", { prefixes: ["v/"] })
            assert.deepStrictEqual(yield* keysIn(versioned, "v/"), [])
            const kept = yield* versioned.ask("GET", "versions", { query: { prefix: "v/" } })
            assert.strictEqual(kept.body["versions"].length, 5)
            const run = yield* workOn(versioned).done("deletions", {
              keys: ["v/one"],
              prefixes: ["v/two"].map((key) => `${key}/`),
              all_versions: true
            })
            assert.deepStrictEqual(run.items.map(({ result }) => result.done).sort(), [0, 3])
            yield* workOn(versioned).done("deletions", { prefixes: ["v/"], all_versions: true })
            assert.strictEqual(
              (yield* versioned.ask("GET", "versions", { query: { prefix: "v/" } })).body["versions"].length,
              0
            )
          })
      )

      for (const [index, { in: where, name, run }] of [...copies, ...plans, ...zooWays].entries()) {
        it.effect(name, () => Effect.flatMap(Scenes, (scenes) => run(scenes[where], "k".repeat(index + 1))))
      }

      it.effect(
        "what is deleted, copied, undone and restored is in the bucket's statistics, without anybody asking " +
          "for its listing again",
        () =>
          Effect.gen(function* () {
            const { plain } = yield* Scenes
            const sql = yield* SqlClient.SqlClient
            const bucketName = yield* plain.bucket()
            const ask: BrowserScene["ask"] = (method, path, { body } = {}) =>
              plain.admin(
                method,
                `/browser/buckets/${bucketName}/${path}${path.includes("?") ? "&" : "?"}context_id=${plain.contextId}`,
                body
              )
            const scene: BrowserScene = { ...plain, bucketName, ask }
            const write = (Key: string, Body: string) =>
              plain.sdk(new PutObjectCommand({ Bucket: bucketName, Key, Body }))
            const shows = (count: number, bytes: number) =>
              sql<{ count: number; bytes: number }>`
          select object_count::int as count, used_bytes::int as bytes from bucket_listing_rows
            where name = ${bucketName}`.pipe(
                Effect.map(([row]) => (row === undefined ? null : [row.count, row.bytes])),
                Effect.repeat({
                  schedule: Schedule.spaced("50 millis"),
                  until: (seen) => seen?.[0] === count && seen[1] === bytes
                }),
                Effect.timeout("60 seconds"),
                Effect.orDie
              )
            for (const name of ["a/1", "a/2", "a/3"]) yield* write(name, "hello")
            const copy = yield* workOn(scene).done("copies", {
              prefixes: ["a/"],
              base: "a/",
              target: { bucket_name: bucketName, prefix: "b/" },
              on_conflict: "skip"
            })
            yield* shows(6, 30)
            yield* workOn(scene).done("deletions", { prefixes: ["a/"] })
            yield* shows(3, 15)
            yield* workOn(scene).ask("POST", `/work/${copy.id}/undo`)
            yield* shows(0, 0)
            yield* plain.sdk(
              new PutBucketVersioningCommand({ Bucket: bucketName, VersioningConfiguration: { Status: "Enabled" } })
            )
            yield* write("v", "hello")
            yield* Effect.sleep("1100 millis")
            const at = new Date().toISOString()
            yield* Effect.sleep("1100 millis")
            yield* write("v", "somewhat longer")
            yield* Effect.sleep("1100 millis")
            const preview = yield* ask("GET", `point-in-time?${new URLSearchParams({ at })}`)
            const { plan_hash, planned_at } =
              framesOf(preview.text).find(({ event }) => event === "result")?.data ?? assert.fail(preview.text)
            yield* workOn(scene).done("point-in-time", { prefix: "", at, planned_at, plan_hash })
            yield* shows(3, 25)
          })
      )

      it.effect(
        "an object whose body always breaks off is named, and what lies behind it comes to the other gateway",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const inner = yield* gateway.scene
              const proxy = yield* gatewayProxy(inner.target.url)
              const scene = yield* browserScene({
                ...gateway,
                scene: Effect.succeed({ ...inner, target: { ...inner.target, url: proxy.url } })
              })
              const other = yield* besideOn(scene, sceneOf(yield* Effect.orDie(freshSandbox())))
              yield* plantAll(scene, ["torn/a", "torn/b", "torn/c"])
              proxy.set((method, path) => (method === "GET" && path.endsWith("/torn/b") ? "cut" : "pass"))
              const run = yield* workOn(scene).done("copies", {
                prefixes: ["torn/"],
                base: "",
                target: { context_id: other.contextId, bucket_name: other.bucketName, prefix: "" },
                move: true,
                on_conflict: "skip"
              })
              assert.deepStrictEqual(
                [run.state, run.items[0].result.done, run.items[0].result.failures.map(({ key }: any) => key)],
                ["completed_with_errors", 2, ["torn/b"]]
              )
              assert.deepStrictEqual(
                [yield* keysIn(scene, "torn/"), yield* keysIn(other, "torn/")],
                [["torn/b"], ["torn/a", "torn/c"]]
              )
            })
          )
      )

      it.effect("loses nothing while the gateway is away, or when the target's bucket goes", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const inner = yield* gateway.scene
            const proxy = yield* gatewayProxy(inner.target.url)
            const scene = yield* browserScene({
              ...gateway,
              scene: Effect.succeed({ ...inner, target: { ...inner.target, url: proxy.url } })
            })
            const keys = Array.from({ length: 40 }, (_, index) => `a/${String(index).padStart(2, "0")}`)
            yield* plantAll(scene, keys)
            let away = false
            let back = false
            proxy.set((method, path) => {
              away ||= !back && method === "PUT" && path.includes("/b/2")
              return away ? "cut" : "pass"
            })
            const id = yield* workOn(scene).start("copies", {
              prefixes: ["a/"],
              base: "a/",
              target: { bucket_name: scene.bucketName, prefix: "b/" },
              move: true,
              on_conflict: "skip"
            })
            yield* workOn(scene)
              .items(id)
              .pipe(
                Effect.repeat({
                  schedule: Schedule.spaced("50 millis"),
                  until: ([item]) => item.problem !== null || item.state === "failed"
                })
              )
            ;[away, back] = [false, true]
            const meanwhile = new Set(
              [...(yield* keysIn(scene, "a/")), ...(yield* keysIn(scene, "b/"))].map((key) => key.slice(2))
            )
            assert.strictEqual(meanwhile.size, 40)
            const run = yield* workOn(scene).ended(id)
            assert.strictEqual(run.state, "completed")
            assert.deepStrictEqual([yield* keysIn(scene, "a/"), (yield* keysIn(scene, "b/")).length], [[], 40])

            const target = yield* scene.bucket()
            let release = () => {}
            const gate = new Promise<void>((resolve) => {
              release = resolve
            })
            let reached = false
            proxy.set((method, path) => {
              if (method !== "PUT" || !path.startsWith(`/${target}/`)) return "pass"
              reached = true
              return { until: gate }
            })
            const doomed = yield* workOn(scene).start("copies", {
              prefixes: ["b/"],
              base: "",
              target: { bucket_name: target, prefix: "" },
              move: true,
              on_conflict: "replace"
            })
            while (!reached) yield* Effect.sleep("20 millis")
            yield* scene.sdk(new DeleteBucketCommand({ Bucket: target }))
            release()
            assert.strictEqual((yield* workOn(scene).ended(doomed)).state, "completed_with_errors")
            assert.strictEqual((yield* keysIn(scene, "b/")).length, 40)
          })
        )
      )

      it.effect("refuses what names nothing, or a whole bucket, and shows nobody else's runs", () =>
        Effect.gen(function* () {
          const { plain, versioned } = yield* Scenes
          assert.strictEqual((yield* plain.ask("POST", "deletions", { body: {} })).status, 422)
          assert.strictEqual((yield* plain.ask("POST", "deletions", { body: { prefixes: [""] } })).status, 422)
          assert.strictEqual((yield* plain.ask("POST", "deletions", { body: { prefixes: ["no folder"] } })).status, 422)
          yield* plain.sdk(new PutObjectCommand({ Bucket: plain.bucketName, Key: "mine", Body: "" }))
          const { id } = yield* workOn(plain).done("deletions", { keys: ["mine"] })
          assert.strictEqual((yield* workOn(versioned).ask("GET", `/work/${id}`)).status, 404)
          assert.strictEqual(
            (yield* plain.admin("GET", `/manager/work/${id}?context_id=${plain.contextId}`)).status,
            404
          )
        })
      )
    })
  })
}

import {
  DeleteObjectCommand,
  GetObjectTaggingCommand,
  type GetObjectTaggingCommandOutput,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  ObjectLockRetentionMode,
  PutBucketVersioningCommand
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { FolderSize } from "#domain/objects/FolderSize.ts"
import { requirement } from "../../support/Requirement.ts"
import { adminGateways } from "../contract/adminGateway.ts"
import type { BrowserScene } from "./browserScene.ts"
import { previewed } from "./framesOf.ts"
import { workOn } from "./objectWork.ts"
import { Scenes, scenesOn } from "./scenes.ts"

const between = Effect.fnUntraced(function* (scene: BrowserScene, key: string) {
  yield* Effect.sleep("1100 millis")
  yield* scene.put(key)
  const { LastModified } = yield* scene.sdk<HeadObjectCommandOutput>(
    new HeadObjectCommand({ Bucket: scene.bucketName, Key: key })
  )
  yield* Effect.sleep("1100 millis")
  return new Date((LastModified?.getTime() ?? 0) + 500).toISOString()
})

const everyVersion = Effect.fnUntraced(function* (scene: BrowserScene, prefix: string) {
  const { DeleteMarkers = [], Versions = [] } = yield* scene.sdk<ListObjectVersionsCommandOutput>(
    new ListObjectVersionsCommand({ Bucket: scene.bucketName, Prefix: prefix })
  )
  return {
    versions: Versions.map(({ Key, VersionId }) => `${Key} ${VersionId}`),
    markers: DeleteMarkers.map(({ Key, VersionId }) => `${Key} ${VersionId}`)
  }
})

const seen = Effect.fnUntraced(function* (scene: BrowserScene, prefix: string) {
  const {
    body: { objects }
  } = yield* scene.ask("GET", "objects", { query: { prefix, delimiter: "" } })
  const pairs = yield* Effect.forEach(
    objects as ReadonlyArray<{ key: string }>,
    ({ key }) =>
      Effect.gen(function* () {
        const { ETag, Metadata } = yield* scene.sdk<HeadObjectCommandOutput>(
          new HeadObjectCommand({ Bucket: scene.bucketName, Key: key })
        )
        const { TagSet = [] } = yield* scene.sdk<GetObjectTaggingCommandOutput>(
          new GetObjectTaggingCommand({ Bucket: scene.bucketName, Key: key })
        )
        return [key, { ETag, Metadata, tags: TagSet.map(({ Key, Value }) => `${Key}=${Value}`).sort() }] as const
      }),
    { concurrency: 4 }
  )
  return Object.fromEntries(pairs)
})

const measured = (scene: BrowserScene, query: Record<string, string>): Effect.Effect<FolderSize> =>
  previewed(scene, "folder-size", query)

const hide = (scene: BrowserScene, key: string) =>
  scene.sdk<{ VersionId?: string }>(new DeleteObjectCommand({ Bucket: scene.bucketName, Key: key }))

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`work on a folder on ${gateway.name}`, () => {
    layer(scenesOn(gateway), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      it.effect("the size of a folder: by child, class and age, and what versions hide", () =>
        Effect.gen(function* () {
          const { plain, versioned } = yield* Scenes
          const keys = {
            "size/a.txt": 5,
            "size/logs/1": 100,
            "size/logs/2": 200,
            "size/logs/old/1 %&\n": 300,
            "size/🦀/x": 50,
            other: 7
          }
          yield* Effect.forEach(Object.entries(keys), ([key, bytes]) => plain.put(key, { Body: "x".repeat(bytes) }), {
            concurrency: 4
          })
          const size = yield* measured(plain, { prefix: "size/" })
          assert.deepInclude(size, { prefix: "size/", objects: 5, bytes: 655, hidden_versions: 0, delete_markers: 0 })
          assert.deepStrictEqual(
            size.children.map(({ bytes, key, kind, objects }) => [key, kind, objects, bytes]),
            [
              ["size/logs/", "folder", 3, 600],
              ["size/🦀/", "folder", 1, 50],
              ["size/a.txt", "object", 1, 5]
            ]
          )
          assert.deepStrictEqual(size.storage_classes, [{ storage_class: "STANDARD", objects: 5, bytes: 655 }])
          assert.deepStrictEqual(size.ages[0], { days: 1, objects: 5, bytes: 655 })
          assert.deepInclude(yield* measured(plain, { prefix: "nothing/" }), {
            objects: 0,
            bytes: 0,
            children: [],
            last_key: null
          })

          yield* versioned.put("size/v", { Body: "x".repeat(10) })
          yield* versioned.put("size/v", { Body: "x".repeat(20) })
          yield* versioned.put("size/gone", { Body: "x".repeat(40) })
          yield* hide(versioned, "size/gone")
          assert.deepInclude(yield* measured(versioned, { prefix: "size/" }), {
            objects: 1,
            bytes: 20,
            hidden_bytes: 0
          })
          const whole = yield* measured(versioned, { prefix: "size/", versions: "true" })
          assert.deepInclude(whole, { objects: 1, bytes: 20, hidden_versions: 2, hidden_bytes: 50, delete_markers: 1 })
          assert.deepStrictEqual(
            whole.children.map(({ bytes, hidden_bytes, key }) => [key, bytes, hidden_bytes]),
            [
              ["size/gone", 0, 40],
              ["size/v", 20, 10]
            ]
          )

          const missing = yield* plain.admin(
            "GET",
            `/browser/buckets/no-such-bucket-here/folder-size?context_id=${plain.contextId}`
          )
          assert.strictEqual(missing.status, 404)
          for (const query of [{ versions: "perhaps" }, { prefix: "x".repeat(1_025) }]) {
            assert.strictEqual(
              (yield* plain.ask("GET", "folder-size", { query: query as Record<string, string> })).status,
              422
            )
          }
        })
      )

      it.effect("a folder that went back before a deletion is without it at a moment behind it", () =>
        Effect.gen(function* () {
          const { versioned: scene } = yield* Scenes
          const folder = "forward/"
          yield* scene.put(`${folder}a`)
          const there = yield* between(scene, "forward-moment/1")
          yield* hide(scene, `${folder}a`)
          const deleted = yield* between(scene, "forward-moment/2")
          const restored = Effect.fnUntraced(function* (at: string) {
            const preview = yield* previewed(scene, "point-in-time", { prefix: folder, at })
            const { planned_at, plan_hash } = preview
            const run = yield* workOn(scene).done("point-in-time", { prefix: folder, at, planned_at, plan_hash })
            assert.strictEqual(run.state, "completed", JSON.stringify(run.items))
            return Object.keys(yield* seen(scene, folder))
          })
          assert.lengthOf(yield* restored(there), 1)
          assert.lengthOf(yield* restored(deleted), 0)
          assert.lengthOf(yield* restored(there), 1)
        })
      )

      it.effect("a folder goes back to a moment, the second time nothing happens, and all of it can be undone", () =>
        Effect.gen(function* () {
          const { versioned: scene } = yield* Scenes
          const folder = "back/ä%2F /"
          const [kept, changed, gone, later, retold, twice] = [
            "kept",
            "changed",
            "gone",
            "later",
            "retold",
            "twice"
          ].map((name) => folder + name) as [string, string, string, string, string, string]
          yield* Effect.forEach(
            [kept, changed, gone, retold, twice],
            (key) => scene.put(key, { Metadata: { n: "1" }, Tagging: "t=1" }),
            { concurrency: 5 }
          )
          const at = yield* between(scene, "moment/1")
          const then = yield* seen(scene, folder)
          yield* scene.put(changed, { Body: "something else" })
          yield* hide(scene, gone)
          yield* scene.put(later)
          yield* scene.put(retold, { Metadata: { n: "2" }, Tagging: "t=1" })
          yield* scene.put(twice, { Body: "again" })
          yield* hide(scene, twice)
          yield* between(scene, "moment/2")
          const before = yield* everyVersion(scene, folder)
          const now = yield* seen(scene, folder)

          const preview = yield* previewed(scene, "point-in-time", { prefix: folder, at })
          assert.deepInclude(preview, { keys: 6, restore: 3, undelete: 1, hide: 1, keep: 1, at, prefix: folder })
          assert.deepStrictEqual(
            preview.sample.map(({ act, key }: any) => [act, key.slice(folder.length)]),
            [
              ["restore", "changed"],
              ["restore", "retold"],
              ["restore", "twice"],
              ["undelete", "gone"],
              ["hide", "later"]
            ]
          )
          const wanted = { prefix: folder, at, planned_at: preview.planned_at, plan_hash: preview.plan_hash }
          const work = workOn(scene)
          const run = yield* work.done("point-in-time", wanted)
          assert.strictEqual(run.state, "completed", JSON.stringify(run.items))
          assert.deepInclude(run.items[0].result, { done: 5, skipped: 1, failed: 0 })
          assert.deepStrictEqual(yield* seen(scene, folder), then)
          const after = yield* everyVersion(scene, folder)
          for (const version of before.versions) assert.include(after.versions, version)
          for (const marker of before.markers) assert.include(after.markers, marker)

          assert.deepInclude(yield* previewed(scene, "point-in-time", { prefix: folder, at }), {
            restore: 0,
            undelete: 0,
            hide: 0,
            keep: 6
          })

          assert.strictEqual((yield* work.ask("POST", `/work/${run.id}/undo`)).status, 200)
          yield* work
            .ask("GET", `/work/${run.id}`)
            .pipe(
              Effect.repeat({ until: ({ body }) => body["state"] === "rolled_back" }),
              Effect.timeout("60 seconds"),
              Effect.orDie
            )
          assert.deepStrictEqual(yield* seen(scene, folder), now)
          const undone = yield* everyVersion(scene, folder)
          assert.deepStrictEqual(
            [undone.versions.toSorted(), undone.markers.toSorted()],
            [before.versions.toSorted(), before.markers.toSorted()]
          )
        })
      )

      it.effect(
        "what was written since the preview is left alone and named; what lost a version is not begun; undoing " +
          "leaves what came later",
        () =>
          Effect.gen(function* () {
            const { versioned: scene } = yield* Scenes
            const folder = "since/"
            const old = yield* scene.put(`${folder}a`)
            yield* scene.put(`${folder}b`)
            yield* scene.put(`${folder}c`)
            const at = yield* between(scene, "moment/3")
            for (const name of ["a", "b", "c"]) yield* scene.put(folder + name, { Body: "new" })
            yield* between(scene, "moment/4")
            const { plan_hash, planned_at } = yield* previewed(scene, "point-in-time", { prefix: folder, at })
            yield* between(scene, "moment/5")
            const mine = yield* scene.put(`${folder}b`, { Body: "mine" })
            const work = workOn(scene)
            const run = yield* work.done("point-in-time", { prefix: folder, at, planned_at, plan_hash })
            assert.strictEqual(run.state, "completed_with_errors", JSON.stringify(run.items))
            assert.deepInclude(run.items[0].result, { done: 2, failed: 1 })
            assert.deepInclude(run.items[0].result.failures[0], { key: `${folder}b`, code: "stale_plan" })
            assert.strictEqual((yield* scene.details(`${folder}b`))["version_id"], mine)

            yield* scene.put(`${folder}a`, { Body: "later" })
            yield* work.ask("POST", `/work/${run.id}/undo`)
            const undone = yield* work
              .items(run.id)
              .pipe(
                Effect.repeat({ until: ([item]) => item.problem !== null && /undone/.test(item.problem.detail) }),
                Effect.timeout("60 seconds"),
                Effect.orDie
              )
            assert.match(undone[0].problem.detail, /1 undone; 1 stay/)
            assert.deepInclude(yield* scene.details(`${folder}a`), { size_bytes: 5 })
            assert.deepInclude(yield* scene.details(`${folder}c`), { size_bytes: 3 })

            const again = yield* previewed(scene, "point-in-time", { prefix: folder, at })
            yield* scene.sdk(new DeleteObjectCommand({ Bucket: scene.bucketName, Key: `${folder}a`, VersionId: old }))
            const stale = yield* work.done("point-in-time", {
              prefix: folder,
              at,
              planned_at: again.planned_at,
              plan_hash: again.plan_hash
            })
            assert.strictEqual(stale.state, "completed_with_errors")
            assert.match(stale.items[0].problem.detail, /removed since the preview: nothing was done/)
            assert.deepInclude(yield* scene.details(`${folder}c`), { size_bytes: 3 })
          })
      )

      it.effect("a bucket that keeps no versions, or no more, is not taken back; nor is one to what is to come", () =>
        Effect.gen(function* () {
          const { plain, versioned } = yield* Scenes
          const past = "2024-01-01T00:00:00Z"
          const refused = yield* plain.ask("GET", "point-in-time", { query: { at: past } })
          assert.deepStrictEqual([refused.status, refused.code], [409, "state_conflict"], refused.text)
          const status = (Status: "Enabled" | "Suspended") =>
            versioned.sdk(
              new PutBucketVersioningCommand({ Bucket: versioned.bucketName, VersioningConfiguration: { Status } })
            )
          yield* status("Suspended")
          assert.strictEqual((yield* versioned.ask("GET", "point-in-time", { query: { at: past } })).status, 409)
          assert.strictEqual(
            (yield* versioned.ask("POST", "point-in-time", {
              body: { prefix: "", at: past, planned_at: "2024-01-02T00:00:00Z", plan_hash: "x" }
            })).status,
            409
          )
          yield* status("Enabled")
          for (const at of ["2199-01-01T00:00:00Z", "yesterday", "2024-13-01T00:00:00Z"])
            assert.strictEqual((yield* versioned.ask("GET", "point-in-time", { query: { at } })).status, 422, at)
          assert.strictEqual((yield* versioned.ask("GET", "old-versions")).status, 422)
          assert.strictEqual(
            (yield* versioned.ask("POST", "attributes", { body: { prefixes: ["x/"], change: {} } })).status,
            422
          )
        })
      )

      it.effect("old versions go, never the current one; a marker goes with the last beneath it; a lock is named", () =>
        Effect.gen(function* () {
          const { locked, versioned: scene } = yield* Scenes
          const folder = "old/"
          const [one, two, three] = [
            yield* scene.put(`${folder}many`),
            yield* scene.put(`${folder}many`),
            yield* scene.put(`${folder}many`)
          ]
          yield* scene.put(`${folder}gone 100%`)
          yield* hide(scene, `${folder}gone 100%`)
          yield* between(scene, "moment/6")
          const work = workOn(scene)
          const keep = yield* previewed(scene, "old-versions", { prefix: folder, keep_newest: "1" })
          assert.deepInclude(keep, { keys: 2, versions: 1, bytes: 5, markers: 0, touched: 1 })
          assert.deepInclude(
            yield* previewed(scene, "old-versions", { prefix: folder, older_than_days: "1", orphan_markers: "true" }),
            { versions: 0, markers: 0 }
          )
          const first = yield* work.done("old-versions", {
            prefix: folder,
            keep_newest: 1,
            orphan_markers: true,
            planned_at: keep.planned_at
          })
          assert.deepInclude(first.items[0].result, { done: 1, bytes: 5, failed: 0 }, JSON.stringify(first.items))
          assert.notInclude((yield* everyVersion(scene, folder)).versions, `${folder}many ${one}`)

          const all = yield* previewed(scene, "old-versions", {
            prefix: folder,
            keep_newest: "0",
            orphan_markers: "true"
          })
          assert.deepInclude(all, { versions: 2, markers: 1, touched: 2 })
          yield* between(scene, "moment/7")
          const newest = yield* scene.put(`${folder}many`)
          const rest = yield* work.done("old-versions", {
            prefix: folder,
            keep_newest: 0,
            orphan_markers: true,
            planned_at: all.planned_at
          })
          assert.deepInclude(rest.items[0].result, { done: 3, failed: 0 }, JSON.stringify(rest.items))
          const left = yield* everyVersion(scene, folder)
          assert.deepStrictEqual(
            { ...left, versions: left.versions.sort() },
            { versions: [`${folder}many ${three}`, `${folder}many ${newest}`].sort(), markers: [] }
          )
          assert.isString(two)

          const until = yield* Effect.sync(() => new Date(Date.now() + 3_600_000))
          const held = yield* locked.put("locked/a", {
            ObjectLockMode: ObjectLockRetentionMode.GOVERNANCE,
            ObjectLockRetainUntilDate: until
          })
          yield* hide(locked, "locked/a")
          yield* between(locked, "moment/8")
          const lock = yield* previewed(locked, "old-versions", {
            prefix: "locked/",
            keep_newest: "0",
            orphan_markers: "true"
          })
          assert.deepInclude(lock, { versions: 1, markers: 1, object_lock: true })
          assert.match(lock.sample[0].locked, /retained until/)
          const resisted = yield* workOn(locked).done("old-versions", {
            prefix: "locked/",
            keep_newest: 0,
            orphan_markers: true,
            planned_at: lock.planned_at
          })
          assert.deepInclude(resisted.items[0].result, { done: 0, failed: 1 })
          assert.match(resisted.items[0].result.failures[0].reason, /retained until/)
          const stays = yield* everyVersion(locked, "locked/")
          assert.deepStrictEqual(
            [stays.versions, stays.markers.length],
            [[`locked/a ${held}`], 1],
            "the marker hides what stayed"
          )
        })
      )

      it.effect("attributes change, and what is not named stays", () =>
        Effect.gen(function* () {
          const { locked, plain } = yield* Scenes
          const folder = "attributes/"
          yield* plain.put(`${folder}a`, {
            ContentType: "text/plain",
            Metadata: { keep: "1", drop: "2" },
            Tagging: "a=1&b=2",
            CacheControl: "no-store"
          })
          yield* plain.put(`${folder}b/ü`, { Tagging: "c=3" })
          const change = {
            headers: { cache_control: "max-age=60" },
            metadata: [
              { name: "drop", value: null },
              { name: "more", value: "3" }
            ],
            tags: { set: [{ key: "a", value: "9" }], remove: ["b"], replace: false }
          }
          const work = workOn(plain)
          const run = yield* work.done("attributes", { prefixes: [folder], change })
          assert.deepInclude(run.items[0].result, { done: 2, failed: 0 }, JSON.stringify(run.items))
          const after = yield* plain.details(`${folder}a`)
          assert.deepStrictEqual(after["metadata"], { keep: "1", more: "3" })
          assert.deepInclude(after["headers"], { content_type: "text/plain", cache_control: "max-age=60" })
          assert.deepStrictEqual(after["tags"], [{ key: "a", value: "9" }])
          assert.sameDeepMembers((yield* plain.details(`${folder}b/ü`))["tags"], [
            { key: "c", value: "3" },
            { key: "a", value: "9" }
          ])
          assert.deepInclude((yield* work.done("attributes", { prefixes: [folder], change })).items[0].result, {
            done: 0,
            skipped: 2
          })
          yield* work.done("attributes", {
            keys: [`${folder}a`],
            change: { tags: { set: [{ key: "only", value: "" }], remove: [], replace: true } }
          })
          assert.deepStrictEqual((yield* plain.details(`${folder}a`))["tags"], [{ key: "only", value: "" }])
          const missing = yield* work.done("attributes", {
            keys: [`${folder}a`, "never was"],
            change: { tags: { set: [{ key: "x", value: "1" }], remove: [], replace: false } }
          })
          assert.deepInclude(missing.items[0].result, { done: 1, failed: 1 })

          yield* locked.put("hold/a")
          const held = yield* workOn(locked).done("attributes", { prefixes: ["hold/"], change: { legal_hold: true } })
          assert.deepInclude(held.items[0].result, { done: 1, failed: 0 })
          assert.isTrue((yield* locked.details("hold/a"))["lock"].legal_hold)
          assert.deepInclude(
            (yield* work.done("attributes", { keys: [`${folder}a`], change: { legal_hold: true } })).items[0].result,
            { done: 0, failed: 1 }
          )
        })
      )
    })
  })
}

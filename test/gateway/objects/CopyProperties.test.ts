import { GetBucketAclCommand, HeadObjectCommand } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { randomBytes } from "node:crypto"
import { CopySizes } from "#layers/s3/copyOnto.ts"
import { freshSandbox } from "../../layers/sandbox/support.ts"
import { requirement } from "../../support/Requirement.ts"
import { adminGateways, sceneOf } from "../contract/adminGateway.ts"
import { besideGateway } from "./besideGateway.ts"
import type { BrowserScene } from "./browserScene.ts"
import {
  type BucketClient,
  checksum,
  grantCustom,
  kms,
  lockedSource,
  managerOn,
  plantInParts,
  plantWhole,
  properties
} from "./copyScene.ts"
import { previewed } from "./framesOf.ts"
import { besideOn, keysIn, workOn } from "./objectWork.ts"
import { Scenes, scenesOn } from "./scenes.ts"

const mebibyte = 1024 ** 2
const real = (await adminGateways()).filter(({ name }) => name !== "sandbox")
const writtenAt = ({ bucketName: Bucket, sdk }: BucketClient, Key: string) =>
  Effect.map(sdk<{ LastModified: Date }>(new HeadObjectCommand({ Bucket, Key })), ({ LastModified }) => LastModified)

const undone = (scene: BrowserScene, id: number) =>
  Effect.andThen(
    workOn(scene).ask("POST", `/work/${id}/undo`),
    Effect.repeat(workOn(scene).ask("GET", `/work/${id}`), {
      schedule: Schedule.spaced("100 millis"),
      until: ({ body }) => body["state"] === "rolled_back"
    })
  )

for (const gateway of real) {
  requirement(gateway.name, gateway.lack)("what a copy carries, on real RGW", () => {
    const scenes = scenesOn(gateway).pipe(
      Layer.provide(Layer.succeed(CopySizes, { whole: 6 * mebibyte, part: 5 * mebibyte }))
    )
    layer(scenes, { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      for (const [what, large] of [
        ["by one call", false],
        ["by parts", true]
      ] as const) {
        it.effect(`a copy ${what}, a rename and its undoing keep encryption, ACL, redirect, headers and tags`, () =>
          Effect.gen(function* () {
            const { plain } = yield* Scenes
            const at = `all ${what}/`
            yield* large ? plantInParts(plain, `${at}from`) : plantWhole(plain, `${at}from`)
            const before = yield* properties(plain, `${at}from`)
            assert.deepInclude(before, {
              encryption: "aws:kms",
              kmsKey: "testkey-1",
              redirect: "/elsewhere",
              expires: "5d",
              tags: 1,
              grants: ["AllUsers READ", "owner FULL_CONTROL"]
            })
            const copy = yield* workOn(plain).done("copies", {
              keys: [`${at}from`],
              base: at,
              target: { bucket_name: plain.bucketName, prefix: `${at}copy/` },
              on_conflict: "skip"
            })
            assert.deepStrictEqual([copy.state, copy.items[0].result.failures], ["completed", []])
            assert.deepStrictEqual(yield* properties(plain, `${at}copy/from`), before)
            const rename = yield* workOn(plain).done("renames", { from: `${at}from`, to: `${at}to` })
            assert.strictEqual(rename.state, "completed")
            assert.deepStrictEqual(yield* properties(plain, `${at}to`), before)
            yield* undone(plain, rename.id)
            assert.deepStrictEqual(yield* keysIn(plain, at), [`${at}copy/from`, `${at}from`])
            assert.deepStrictEqual(yield* properties(plain, `${at}from`), before)
          })
        )
      }

      it.effect("an edit and the restore of a version keep every property", () =>
        Effect.gen(function* () {
          const { versioned } = yield* Scenes
          const { VersionId: version } = yield* plantWhole(versioned, "edited")
          const before = yield* properties(versioned, "edited")
          const { revision } = yield* versioned.details("edited")
          yield* versioned.ask("PATCH", "objects/details", {
            body: { key: "edited", revision, headers: { cache_control: "no-cache" } }
          })
          assert.deepStrictEqual(yield* properties(versioned, "edited"), { ...before, cache: "no-cache" })
          yield* versioned.ask("POST", "objects/restore-version", { body: { key: "edited", version_id: version } })
          assert.deepStrictEqual(yield* properties(versioned, "edited"), before)
        })
      )

      it.effect("grants to single users come along, and the copy's owner keeps full control", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { plain } = yield* Scenes
            yield* plain.put("granted/a")
            const beside = yield* besideOn(plain)
            const {
              Owner: { ID: other }
            } = yield* beside.sdk<any>(new GetBucketAclCommand({ Bucket: beside.bucketName }))
            yield* grantCustom(plain, "granted/a", "READ", { Type: "CanonicalUser", ID: other })
            const run = yield* workOn(plain).done("copies", {
              keys: ["granted/a"],
              base: "granted/",
              target: { bucket_name: plain.bucketName, prefix: "granted/copy/" },
              on_conflict: "skip"
            })
            assert.strictEqual(run.state, "completed")
            assert.deepStrictEqual((yield* properties(plain, "granted/copy/a")).grants, [
              `${other} READ`,
              "owner FULL_CONTROL"
            ])
          })
        )
      )

      it.effect(
        "retention and legal hold come along; where the target locks nothing, the plan says so and the object " +
          "is copied once that is confirmed",
        () =>
          Effect.gen(function* () {
            const { locked } = yield* Scenes
            const open = yield* locked.bucket()
            const until = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000)
            yield* locked.put("kept/a", {
              ObjectLockMode: "GOVERNANCE",
              ObjectLockRetainUntilDate: until,
              ObjectLockLegalHoldStatus: "ON"
            })
            yield* locked.put("kept/b")
            const before = yield* properties(locked, "kept/a")
            yield* workOn(locked).done("copies", {
              keys: ["kept/a"],
              base: "kept/",
              target: { bucket_name: locked.bucketName, prefix: "copy/" },
              on_conflict: "skip"
            })
            assert.deepStrictEqual(yield* properties(locked, "copy/a"), before)
            assert.deepInclude(before, { mode: "GOVERNANCE", until: until.toISOString(), hold: "ON" })

            const wanted = {
              prefixes: ["kept/"],
              base: "",
              target: { bucket_name: open, prefix: "" },
              on_conflict: "skip"
            }
            const plan = yield* locked.ask("POST", "copies/plan", { body: wanted })
            assert.include(plan.text, '"losses":[{"property":"object_lock","objects":1}]')
            const run = yield* workOn(locked).done("copies", wanted)
            assert.deepStrictEqual(
              [
                run.state,
                run.items[0].result.done,
                run.items[0].result.failures.map(({ key, reason }: any) => [
                  key,
                  /object lock would be lost/.test(reason)
                ])
              ],
              ["completed_with_errors", 1, [["kept/a", true]]]
            )
            const confirmed = yield* workOn(locked).done("copies", { ...wanted, accept_losses: ["object_lock"] })
            assert.strictEqual(confirmed.state, "completed")
            assert.deepInclude(yield* properties({ ...locked, bucketName: open }, "kept/a"), { mode: null, hold: null })
          })
      )

      it.effect("an object with a key of its owner (SSE-C) is not copied, and named", () =>
        Effect.gen(function* () {
          const { plain } = yield* Scenes
          const key = randomBytes(32)
          yield* plain.put("secret/a", { SSECustomerAlgorithm: "AES256", SSECustomerKey: key.toString("base64") })
          yield* plain.put("secret/b")
          const run = yield* workOn(plain).done("copies", {
            prefixes: ["secret/"],
            base: "",
            target: { bucket_name: plain.bucketName, prefix: "open/" },
            on_conflict: "skip"
          })
          assert.deepStrictEqual(
            run.items[0].result.failures.map(({ key, reason }: any) => [key, /SSE-C/.test(reason)]),
            [["secret/a", true]]
          )
          assert.deepStrictEqual(yield* keysIn(plain, "open/"), ["open/secret/b"])
        })
      )

      it.effect("a folder restored to a moment keeps encryption, grants, headers and tags", () =>
        Effect.gen(function* () {
          const { plain, versioned } = yield* Scenes
          yield* plantWhole(versioned, "moment/a")
          yield* grantCustom(versioned, "moment/a")
          const before = yield* properties(versioned, "moment/a")
          const written = (yield* writtenAt(versioned, "moment/a")).getTime()
          const at = new Date(written + 999).toISOString()
          // RGW lists the times of versions in whole seconds
          yield* Effect.repeat(Effect.andThen(plain.put("clock"), writtenAt(plain, "clock")), {
            schedule: Schedule.spaced("100 millis"),
            until: (now) => now.getTime() > written
          })
          yield* versioned.put("moment/a", { Body: "later" })
          const { plan_hash, planned_at } = yield* previewed(versioned, "point-in-time", { prefix: "moment/", at })
          const run = yield* workOn(versioned).done("point-in-time", { prefix: "moment/", at, planned_at, plan_hash })
          assert.deepInclude(run.items[0].result, { done: 1, failed: 0 }, JSON.stringify(run.items))
          assert.deepStrictEqual(yield* properties(versioned, "moment/a"), before)
        })
      )

      it.effect("an edit of attributes of many objects keeps every property that it does not name", () =>
        Effect.gen(function* () {
          const { plain } = yield* Scenes
          const keys = ["attributes/a", "attributes/b/c"]
          for (const key of keys) {
            yield* plantWhole(plain, key)
            yield* grantCustom(plain, key)
          }
          const before = yield* properties(plain, "attributes/a")
          const run = yield* workOn(plain).done("attributes", {
            prefixes: ["attributes/"],
            change: { headers: { cache_control: "no-cache" } }
          })
          assert.deepInclude(run.items[0].result, { done: 2, failed: 0 }, JSON.stringify(run.items))
          for (const key of keys)
            assert.deepStrictEqual(yield* properties(plain, key), { ...before, cache: "no-cache" })
        })
      )

      it.effect("a comparison copies objects with every property, locked ones without their lock once confirmed", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { plain } = yield* Scenes
            const { before, source, target } = yield* lockedSource(plain)
            const { ask, ended } = managerOn(plain)
            const { id } = yield* ask("POST", "/bucket-comparisons", {
              source: { context_id: plain.contextId, bucket: source.bucketName },
              target: { context_id: target.contextId, bucket: target.bucketName },
              content: true,
              settings: false,
              versions: false
            })
            yield* ended(`/bucket-comparisons/${id}`)
            const copyMissing = Effect.fnUntraced(function* (more: object = {}) {
              const body = { actions: ["copy_missing"], ...more }
              const { plan_hash, warnings } = yield* ask("POST", `/bucket-comparisons/${id}/remediation/plan`, body)
              const run = yield* ask("POST", `/bucket-comparisons/${id}/remediation`, { ...body, plan_hash })
              const { state } = yield* ended(`/work/${run["id"]}`)
              const { items } = yield* ask("GET", `/work/${run["id"]}/items`)
              return {
                state,
                warnings,
                failures: items[0].result.failures.map(({ key, reason }: any) => `${key}: ${reason}`)
              }
            })
            const first = yield* copyMissing()
            assert.strictEqual(first.state, "completed_with_errors")
            assert.lengthOf(first.failures, 1)
            assert.match(first.failures[0], /^locked: Its object lock would be lost/)
            assert.match(first.warnings.join(), /object lock are not copied unless that loss is accepted/)
            assert.deepStrictEqual(yield* keysIn(target, ""), ["kept"])
            assert.deepStrictEqual(yield* properties(target, "kept"), before)
            const second = yield* copyMissing({ accept_losses: ["object_lock"] })
            assert.deepInclude(second, { state: "completed", failures: [] })
            assert.match(second.warnings.join(), /They are copied without it/)
            assert.deepInclude(yield* properties(target, "locked"), { mode: null, hold: null })
          })
        )
      )

      it.effect("a migration copies objects with every property, locked ones without their lock once confirmed", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { plain } = yield* Scenes
            const { before, source, target } = yield* lockedSource(plain)
            const { ask, ended } = managerOn(plain)
            const migrate = Effect.fnUntraced(function* (more: object = {}) {
              const { id } = yield* ask("POST", "/migrations", {
                source_context_id: plain.contextId,
                target_context_id: target.contextId,
                buckets: [{ source: source.bucketName, target: target.bucketName }],
                mode: "one_shot",
                strategy: "current_only",
                copy_bucket_settings: false,
                strong_integrity_check: false,
                ...more
              })
              const { precheck } = yield* ask("POST", `/migrations/${id}/precheck`)
              const { evidence } = precheck.findings.find(({ code }: any) => code === "losses")
              assert.deepInclude(evidence, { object_lock: 1 })
              yield* ask("POST", `/migrations/${id}/start`)
              const { state } = yield* ended(`/migrations/${id}`)
              const { items } = yield* ask("GET", `/migrations/${id}/items`)
              return { state, problem: items[0].problem }
            })
            const first = yield* migrate()
            assert.strictEqual(first.state, "failed")
            assert.match(first.problem, /locked could not be copied: Its object lock would be lost/)
            assert.deepStrictEqual(yield* keysIn(target, ""), ["kept"])
            assert.deepStrictEqual(yield* properties(target, "kept"), before)
            assert.deepStrictEqual(yield* migrate({ accept_losses: ["object_lock"] }), {
              state: "completed",
              problem: null
            })
            assert.deepInclude(yield* properties(target, "locked"), { mode: null, hold: null })
          })
        )
      )

      it.effect("a checksum is kept by a copy by one call, not by a copy by parts nor an edit", () =>
        Effect.gen(function* () {
          const { plain } = yield* Scenes
          yield* plain.put("sum/small")
          yield* plain.put("sum/large", { Body: randomBytes(7 * mebibyte) })
          assert.match((yield* checksum(plain, "sum/large")) ?? "", /^CRC32 /)
          yield* workOn(plain).done("copies", {
            keys: ["sum/small", "sum/large"],
            base: "sum/",
            target: { bucket_name: plain.bucketName, prefix: "sum/copy/" },
            on_conflict: "skip"
          })
          assert.deepStrictEqual(yield* keysIn(plain, "sum/copy/"), ["sum/copy/large", "sum/copy/small"])
          assert.strictEqual(yield* checksum(plain, "sum/copy/small"), "CRC32 NhCmhg==")
          assert.isNull(yield* checksum(plain, "sum/copy/large"))
          const { revision } = yield* plain.details("sum/small")
          const edit = { key: "sum/small", revision, headers: { cache_control: "no-cache" } }
          assert.strictEqual((yield* plain.ask("PATCH", "objects/details", { body: edit })).status, 200)
          assert.isNull(yield* checksum(plain, "sum/small"))
        })
      )

      it.effect(
        "another gateway keeps encryption, ACL, headers and the CRC-32, or is not written without consent",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { plain } = yield* Scenes
              const other = yield* besideOn(plain, sceneOf(yield* Effect.orDie(freshSandbox())))
              const keys = ["far/a", "far/in parts"]
              yield* plantWhole(plain, "far/a")
              yield* plantWhole(plain, "far/in parts", { Body: randomBytes(17 * mebibyte) })
              const before = yield* properties(plain, "far/a")
              const wanted = {
                keys,
                base: "",
                target: { context_id: other.contextId, bucket_name: other.bucketName, prefix: "" },
                on_conflict: "skip"
              }
              const plan = yield* plain.ask("POST", "copies/plan", { body: wanted })
              assert.include(plan.text, '"losses":[{"property":"encryption","objects":2}]')
              const run = yield* workOn(plain).done("copies", wanted)
              assert.deepStrictEqual([run.state, run.items[0].result.failures], ["completed", []])
              for (const key of keys) {
                assert.deepStrictEqual(yield* properties(other, key), before)
                const sum = yield* checksum(plain, key)
                assert.match(sum ?? "", /^CRC32 /)
                assert.strictEqual(yield* checksum(other, key), sum)
              }
            })
          )
      )

      it.effect("another gateway gets an object with custom grants without them, once that is confirmed", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { plain } = yield* Scenes
            const other = yield* besideOn(plain, sceneOf(yield* Effect.orDie(freshSandbox())))
            yield* plantWhole(plain, "far grants/a")
            yield* grantCustom(plain, "far grants/a")
            const before = yield* properties(plain, "far grants/a")
            const wanted = {
              keys: ["far grants/a"],
              base: "",
              target: { context_id: other.contextId, bucket_name: other.bucketName, prefix: "" },
              on_conflict: "skip"
            }
            const plan = yield* plain.ask("POST", "copies/plan", { body: wanted })
            assert.include(plan.text, '{"property":"acl","objects":1}')
            const run = yield* workOn(plain).done("copies", wanted)
            assert.match(run.items[0].result.failures[0]?.reason, /Its access control list would be lost/)
            assert.deepStrictEqual(yield* keysIn(other, ""), [])
            const confirmed = yield* workOn(plain).done("copies", { ...wanted, accept_losses: ["acl"] })
            assert.strictEqual(confirmed.state, "completed")
            assert.deepStrictEqual(yield* properties(other, "far grants/a"), {
              ...before,
              grants: ["owner FULL_CONTROL"]
            })
          })
        )
      )

      it.effect(
        "another gateway that does not know the key of the encryption gets the object without, once that is confirmed",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { plain } = yield* Scenes
              const other = yield* besideOn(
                plain,
                yield* besideGateway({
                  rgw_crypt_s3_kms_encryption_keys: `testkey-9=${randomBytes(32).toString("base64")}`
                }).scene
              )
              yield* plain.put("unknown key/a", kms)
              const wanted = {
                keys: ["unknown key/a"],
                base: "",
                target: { context_id: other.contextId, bucket_name: other.bucketName, prefix: "" },
                on_conflict: "skip"
              }
              const run = yield* workOn(plain).done("copies", wanted)
              assert.match(
                run.items[0].result.failures[0]?.reason,
                /It was written with its encryption, which the target may refuse/
              )
              assert.deepStrictEqual(yield* keysIn(other, ""), [])
              assert.strictEqual(
                (yield* workOn(plain).done("copies", { ...wanted, accept_losses: ["encryption"] })).state,
                "completed"
              )
              assert.deepInclude(yield* properties(other, "unknown key/a"), { encryption: null })
            })
          )
      )
    })
  })
}

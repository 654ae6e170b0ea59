import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetBucketAclCommand,
  GetObjectAclCommand,
  HeadObjectCommand,
  PutObjectAclCommand,
  UploadPartCommand
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { randomBytes } from "node:crypto"
import { CopySizes } from "#layers/s3/copyOnto.ts"
import { freshSandbox } from "../../layers/sandbox/support.ts"
import { requirement } from "../../support/Requirement.ts"
import { adminGateways, sceneOf } from "../contract/adminGateway.ts"
import { besideGateway } from "./besideGateway.ts"
import type { BrowserScene } from "./browserScene.ts"
import { besideOn, keysIn, workOn } from "./objectWork.ts"
import { Scenes, scenesOn } from "./scenes.ts"

const mebibyte = 1024 ** 2
const real = (await adminGateways()).filter(({ name }) => name !== "sandbox")
const kms = { ServerSideEncryption: "aws:kms", SSEKMSKeyId: "testkey-1" }
/** Redirect, headers, tags, encryption and an ACL with a canned name. */
const everything = {
  ...kms,
  ACL: "public-read",
  WebsiteRedirectLocation: "/elsewhere",
  CacheControl: "no-store",
  Metadata: { colour: "green" },
  Tagging: "team=climate"
}

type There = Pick<BrowserScene, "bucketName" | "sdk">

const properties = Effect.fnUntraced(function* ({ bucketName: Bucket, sdk }: There, Key: string) {
  const head = yield* sdk<any>(new HeadObjectCommand({ Bucket, Key }))
  const { Grants, Owner } = yield* sdk<any>(new GetObjectAclCommand({ Bucket, Key }))
  const grants: ReadonlyArray<string> = Grants.map(
    ({ Grantee, Permission }: any) =>
      `${Grantee.URI?.split("/").at(-1) ?? (Grantee.ID === Owner.ID ? "owner" : Grantee.ID)} ${Permission}`
  ).sort()
  return {
    encryption: head.ServerSideEncryption ?? null,
    kmsKey: head.SSEKMSKeyId ?? null,
    redirect: head.WebsiteRedirectLocation ?? null,
    cache: head.CacheControl ?? null,
    colour: head.Metadata.colour,
    tags: head.TagCount ?? 0,
    mode: head.ObjectLockMode ?? null,
    until: head.ObjectLockRetainUntilDate?.toISOString() ?? null,
    hold: head.ObjectLockLegalHoldStatus ?? null,
    grants
  }
})

const plantInParts = Effect.fnUntraced(function* ({ bucketName: Bucket, sdk }: There, Key: string, more: object) {
  const place = { Bucket, Key }
  const { UploadId } = yield* sdk<any>(new CreateMultipartUploadCommand({ ...place, ...more } as never))
  const parts = [randomBytes(5 * mebibyte), randomBytes(2 * mebibyte)]
  const Parts = yield* Effect.forEach(parts, (Body, index) =>
    Effect.map(sdk<any>(new UploadPartCommand({ ...place, UploadId, PartNumber: index + 1, Body })), ({ ETag }) => ({
      ETag,
      PartNumber: index + 1
    }))
  )
  yield* sdk(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } }))
})

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
    // above 6 MiB a copy goes by parts
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
            yield* large ? plantInParts(plain, `${at}from`, everything) : plain.put(`${at}from`, everything)
            const before = yield* properties(plain, `${at}from`)
            assert.deepInclude(before, {
              encryption: "aws:kms",
              kmsKey: "testkey-1",
              redirect: "/elsewhere",
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

      it.effect("an edit and the restore of a version keep the encryption", () =>
        Effect.gen(function* () {
          const { versioned } = yield* Scenes
          const version = yield* versioned.put("edited", everything)
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
            const {
              body: { acl }
            } = yield* Effect.andThen(
              plain.put("granted/a"),
              plain.ask("GET", "objects/details", { query: { key: "granted/a" } })
            )
            const beside = yield* besideOn(plain)
            const {
              Owner: { ID: other }
            } = yield* beside.sdk<any>(new GetBucketAclCommand({ Bucket: beside.bucketName }))
            yield* plain.sdk(
              new PutObjectAclCommand({
                Bucket: plain.bucketName,
                Key: "granted/a",
                AccessControlPolicy: {
                  Owner: { ID: acl.owner.id },
                  Grants: [
                    { Grantee: { Type: "CanonicalUser", ID: acl.owner.id }, Permission: "FULL_CONTROL" },
                    { Grantee: { Type: "CanonicalUser", ID: other }, Permission: "READ" }
                  ]
                }
              })
            )
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
        "retention and legal hold come along; where the target locks nothing, the plan says so and the object is copied once that is confirmed",
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

      it.effect("another gateway keeps encryption and ACL, or is not written without consent", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { plain } = yield* Scenes
            const other = yield* besideOn(plain, sceneOf(yield* Effect.orDie(freshSandbox())))
            yield* plain.put("far/a", everything)
            const before = yield* properties(plain, "far/a")
            const wanted = {
              keys: ["far/a"],
              base: "",
              target: { context_id: other.contextId, bucket_name: other.bucketName, prefix: "" },
              on_conflict: "skip"
            }
            const plan = yield* plain.ask("POST", "copies/plan", { body: wanted })
            assert.include(plan.text, '"losses":[{"property":"encryption","objects":1}]')
            const run = yield* workOn(plain).done("copies", wanted)
            assert.deepStrictEqual([run.state, run.items[0].result.failures], ["completed", []])
            assert.deepStrictEqual(yield* properties(other, "far/a"), before)
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

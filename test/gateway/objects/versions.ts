import { assert } from "@effect/vitest"
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  UploadPartCommand
} from "@aws-sdk/client-s3"
import { Effect } from "effect"
import { ok } from "../managerScene.ts"
import type { BrowserScene } from "./browserScene.ts"
import { edit } from "./rewriting.ts"
import type { Case } from "./scenes.ts"

const refused = (
  answer: { readonly status: number; readonly code: string; readonly text: string },
  status: number,
  code: string
) => assert.deepStrictEqual([answer.status, answer.code], [status, code], answer.text)

const hide = (scene: BrowserScene, key: string) =>
  Effect.map(
    scene.sdk<{ VersionId?: string }>(new DeleteObjectCommand({ Bucket: scene.bucketName, Key: key })),
    ({ VersionId = "" }) => VersionId
  )
const send = (scene: BrowserScene, method: string, path: string, body: object) =>
  scene.ask(method, `objects/${path}`, { body })
const inAnHour = () => Effect.sync(() => new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000).toISOString())
const inTwoHours = () => Effect.sync(() => new Date(Math.ceil(Date.now() / 1000) * 1000 + 7_200_000).toISOString())

export const versions: ReadonlyArray<Case> = [
  {
    name: "each version tells its own",
    in: "versioned",
    run: (scene, key) =>
      Effect.gen(function* () {
        const one = yield* scene.put(key, { Metadata: { n: "1" } })
        const two = yield* scene.put(key, { Body: "hello, you", Metadata: { n: "2" } })
        assert.deepInclude(yield* scene.details(key, one), { version_id: one, size_bytes: 5, metadata: { n: "1" } })
        assert.deepInclude(yield* scene.details(key), { version_id: two, size_bytes: 10, metadata: { n: "2" } })
      })
  },
  {
    name: "an earlier version is laid over with all that it says",
    in: "versioned",
    run: (scene, key) =>
      Effect.gen(function* () {
        const one = yield* scene.put(key, {
          ContentType: "text/plain",
          Metadata: { n: "1" },
          Tagging: "a=1",
          ACL: "public-read",
          CacheControl: "no-cache"
        })
        yield* scene.put(key, { Body: "hello, you" })
        const before = yield* scene.details(key, one)
        const after = ok(yield* send(scene, "POST", "restore-version", { key, version_id: one }))
        for (const name of ["etag", "size_bytes", "headers", "metadata", "tags", "storage_class"])
          assert.deepStrictEqual(after[name], before[name], name)
        assert.sameDeepMembers(after["acl"].grants, before["acl"].grants)
        assert.notStrictEqual(after["version_id"], one)
        ok(yield* scene.ask("GET", "objects/details", { query: { key, version_id: one } }))
      })
  },
  {
    name: "the current version is not laid over itself",
    in: "versioned",
    run: (scene, key) =>
      Effect.gen(function* () {
        const version_id = yield* scene.put(key)
        refused(yield* send(scene, "POST", "restore-version", { key, version_id }), 409, "state_conflict")
      })
  },
  {
    name: "a version is laid over a delete marker",
    in: "versioned",
    run: (scene, key) =>
      Effect.gen(function* () {
        const version_id = yield* scene.put(key)
        yield* hide(scene, key)
        ok(yield* send(scene, "POST", "restore-version", { key, version_id }))
        assert.deepInclude(yield* scene.details(key), { size_bytes: 5 })
      })
  },
  {
    name: "what is deleted comes back when its marker goes",
    in: "versioned",
    run: (scene, key) =>
      Effect.gen(function* () {
        const version = yield* scene.put(key)
        const version_id = yield* hide(scene, key)
        refused(yield* scene.ask("GET", "objects/details", { query: { key } }), 404, "not_found")
        ok(yield* send(scene, "POST", "undelete", { key, version_id }))
        assert.strictEqual((yield* scene.details(key))["version_id"], version)
      })
  },
  {
    name: "a marker that was written over stays",
    in: "versioned",
    run: (scene, key) =>
      Effect.gen(function* () {
        yield* scene.put(key)
        const version_id = yield* hide(scene, key)
        const newer = yield* scene.put(key)
        refused(yield* send(scene, "POST", "undelete", { key, version_id }), 409, "stale_plan")
        refused(yield* send(scene, "POST", "undelete", { key, version_id: newer }), 409, "stale_plan")
        assert.strictEqual((yield* scene.details(key))["version_id"], newer)
      })
  },
  {
    name: "undeleting looks at this key alone, not at longer ones",
    in: "versioned",
    run: (scene, key) =>
      Effect.gen(function* () {
        yield* scene.put(`${key}-longer`)
        const version_id = yield* hide(scene, `${key}-longer`)
        refused(yield* send(scene, "POST", "undelete", { key, version_id }), 409, "stale_plan")
      })
  },
  {
    name: "one version goes, the one below it is current, and deleting it again is fine",
    in: "versioned",
    run: (scene, key) =>
      Effect.gen(function* () {
        const one = yield* scene.put(key)
        const two = yield* scene.put(key)
        ok(yield* send(scene, "DELETE", "version", { key, version_id: two }))
        assert.strictEqual((yield* scene.details(key))["version_id"], one)
        ok(yield* send(scene, "DELETE", "version", { key, version_id: two }))
      })
  },
  {
    name: "tags are set and removed by name, of one version alone",
    in: "versioned",
    run: (scene, key) =>
      Effect.gen(function* () {
        const one = yield* scene.put(key, { Tagging: "a=1&b=2" })
        yield* scene.put(key, { Tagging: "c=3" })
        const { tags } = ok(
          yield* send(scene, "PATCH", "tags", {
            key,
            version_id: one,
            set: [
              { key: "b", value: "Grüße <&> 猫" },
              { key: "d", value: "" }
            ],
            remove: ["a", "nothing"]
          })
        )
        const wanted = [
          { key: "b", value: "Grüße <&> 猫" },
          { key: "d", value: "" }
        ]
        assert.sameDeepMembers(tags, wanted)
        assert.sameDeepMembers((yield* scene.details(key, one))["tags"], wanted)
        assert.deepStrictEqual((yield* scene.details(key))["tags"], [{ key: "c", value: "3" }])
      })
  },
  {
    name: "an eleventh tag is refused and nothing changes",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        yield* scene.put(key, { Tagging: Array.from({ length: 10 }, (_, n) => `t${n}=${n}`).join("&") })
        refused(
          yield* send(scene, "PATCH", "tags", { key, set: [{ key: "more", value: "" }], remove: [] }),
          422,
          "validation_failed"
        )
        assert.lengthOf((yield* scene.details(key))["tags"], 10)
      })
  },
  {
    name: "an access control list is set by its name and by its grants, and the owner stays",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        yield* scene.put(key)
        const {
          acl: { owner }
        } = yield* scene.details(key)
        const said = (acl: object) =>
          Effect.gen(function* () {
            ok(yield* send(scene, "PUT", "acl", { key, acl }))
            const { acl: now } = yield* scene.details(key)
            assert.strictEqual(now.owner.id, owner.id)
            return now.grants
              .map(({ grantee, permission }: Record<string, string>) => `${grantee} ${permission}`)
              .sort()
          })
        assert.deepStrictEqual(yield* said({ canned: "public-read" }), ["AllUsers READ", `${owner.id} FULL_CONTROL`])
        const mine = { type: "user", grantee: owner.id, display_name: null, permission: "FULL_CONTROL" }
        const theirs = { type: "group", grantee: "AuthenticatedUsers", display_name: null, permission: "READ" }
        assert.deepStrictEqual(yield* said({ grants: [mine, theirs] }), [
          "AuthenticatedUsers READ",
          `${owner.id} FULL_CONTROL`
        ])
        assert.deepStrictEqual(yield* said({ canned: "private" }), [`${owner.id} FULL_CONTROL`])
      })
  },
  {
    name: "a legal hold keeps a version until it is lifted",
    in: "locked",
    run: (scene, key) =>
      Effect.gen(function* () {
        const version_id = yield* scene.put(key)
        ok(yield* send(scene, "PUT", "legal-hold", { key, version_id, legal_hold: true }))
        assert.isTrue((yield* scene.details(key))["lock"].legal_hold)
        const kept = yield* send(scene, "DELETE", "version", { key, version_id, bypass_governance: true })
        refused(kept, 409, "state_conflict")
        assert.include(kept.body["detail"], "legal hold")
        ok(yield* send(scene, "PUT", "legal-hold", { key, version_id, legal_hold: false }))
        ok(yield* send(scene, "DELETE", "version", { key, version_id }))
      })
  },
  {
    name: "governance is extended freely, shortened and passed by with a bypass alone",
    in: "locked",
    run: (scene, key) =>
      Effect.gen(function* () {
        const version_id = yield* scene.put(key)
        const [early, late] = [yield* inAnHour(), yield* inTwoHours()]
        const retain = (retain_until: string, bypass_governance = false) =>
          send(scene, "PUT", "retention", { key, mode: "governance", retain_until, bypass_governance })
        ok(yield* retain(early))
        ok(yield* retain(late))
        refused(yield* retain(early), 409, "state_conflict")
        assert.strictEqual(Date.parse((yield* scene.details(key))["lock"].retain_until), Date.parse(late))
        ok(yield* retain(early, true))
        assert.deepInclude((yield* scene.details(key))["lock"], { mode: "governance", legal_hold: false })
        refused(yield* send(scene, "DELETE", "version", { key, version_id }), 409, "state_conflict")
        ok(yield* send(scene, "DELETE", "version", { key, version_id, bypass_governance: true }))
      })
  },
  {
    name: "a locked object stays locked in the version that an edit makes",
    in: "locked",
    run: (scene, key) =>
      Effect.gen(function* () {
        yield* scene.put(key)
        ok(yield* send(scene, "PUT", "retention", { key, mode: "governance", retain_until: yield* inAnHour() }))
        ok(yield* send(scene, "PUT", "legal-hold", { key, legal_hold: true }))
        const before = yield* scene.details(key)
        const after = ok(yield* edit(scene, key, { headers: { cache_control: "x" } }))
        assert.notStrictEqual(after["version_id"], before["version_id"])
        assert.deepStrictEqual(
          { ...after["lock"], retain_until: Date.parse(after["lock"].retain_until) },
          { ...before["lock"], retain_until: Date.parse(before["lock"].retain_until) }
        )
      })
  },
  {
    name: "a lock in a bucket without object lock, and one that is over, are refused",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        yield* scene.put(key)
        refused(yield* send(scene, "PUT", "legal-hold", { key, legal_hold: true }), 409, "state_conflict")
        refused(
          yield* send(scene, "PUT", "retention", { key, mode: "governance", retain_until: yield* inAnHour() }),
          409,
          "state_conflict"
        )
        refused(
          yield* send(scene, "PUT", "retention", { key, mode: "governance", retain_until: "2020-01-01T00:00:00Z" }),
          422,
          "validation_failed"
        )
      })
  },
  {
    name: "what is in no archive is not brought back",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        yield* scene.put(key)
        refused(yield* send(scene, "POST", "recall", { key, days: 1 }), 409, "state_conflict")
      })
  },
  {
    name: "an object of parts tells them, and keeps them through an edit",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        const place = { Bucket: scene.bucketName, Key: key }
        const { UploadId } = yield* scene.sdk<{ UploadId: string }>(
          new CreateMultipartUploadCommand({ ...place, Metadata: { a: "1" } })
        )
        const size = 5 * 1024 * 1024
        const Parts = yield* Effect.forEach([1, 2], (PartNumber) =>
          Effect.map(
            scene.sdk<{ ETag: string }>(
              new UploadPartCommand({
                ...place,
                UploadId,
                PartNumber,
                Body: Buffer.alloc(PartNumber === 1 ? size : 3, PartNumber)
              })
            ),
            ({ ETag }) => ({ PartNumber, ETag })
          )
        )
        yield* scene.sdk(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } }))
        const before = yield* scene.details(key)
        assert.deepInclude(before, { size_bytes: size + 3, parts: { count: 2, first_size_bytes: size } })
        assert.deepInclude(ok(yield* edit(scene, key, { metadata: [{ name: "b", value: "2" }] })), {
          size_bytes: size + 3,
          metadata: { a: "1", b: "2" },
          etag: before["etag"]
        })
      })
  }
]

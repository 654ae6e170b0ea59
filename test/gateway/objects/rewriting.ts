import { assert } from "@effect/vitest"
import { GetObjectCommand, PutObjectAclCommand, PutObjectCommand } from "@aws-sdk/client-s3"
import { Effect } from "effect"
import { ok } from "../managerScene.ts"
import type { BrowserScene } from "./browserScene.ts"
import { withExpires } from "./copyScene.ts"
import type { Case } from "./scenes.ts"

const everything = {
  ContentType: "text/plain",
  CacheControl: "no-cache",
  ContentDisposition: "inline",
  ContentLanguage: "de",
  Expires: new Date("2030-01-01T00:00:00Z"),
  WebsiteRedirectLocation: "/elsewhere",
  Metadata: { author: "ada", draft: "yes" },
  Tagging: "team=a%20b&k=%C3%BC",
  ACL: "public-read"
}

export const edit = (scene: BrowserScene, key: string, change: object, headers: Record<string, string> = {}) =>
  Effect.flatMap(scene.details(key, undefined, headers), ({ revision }) =>
    scene.ask("PATCH", "objects/details", { body: { key, revision, ...change }, headers })
  )

const refused = (
  answer: { readonly status: number; readonly code: string; readonly text: string },
  status: number,
  code: string
) => assert.deepStrictEqual([answer.status, answer.code], [status, code], answer.text)

/** RGW keeps the order of neither tags nor grants. */
const sorted = (all: ReadonlyArray<object>) => all.map((one) => JSON.stringify(one)).sort()

const kept = ({ acl, encryption, headers, lock, metadata, size_bytes, storage_class, tags }: Record<string, any>) => ({
  encryption,
  headers,
  lock,
  metadata,
  size_bytes,
  storage_class,
  owner: acl.owner,
  grants: sorted(acl.grants),
  tags: sorted(tags)
})

export const rewriting: ReadonlyArray<Case> = [
  {
    name: "all that was said at its upload is told",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        yield* scene.put(key, everything)
        const told = yield* scene.details(key)
        assert.deepInclude(told, {
          key,
          size_bytes: 5,
          storage_class: "STANDARD",
          metadata: { author: "ada", draft: "yes" },
          encryption: { kind: "none", kms_key_id: null },
          lock: { mode: null, retain_until: null, legal_hold: false },
          restore: null,
          parts: null,
          version_id: null
        })
        assert.deepStrictEqual(told["headers"], {
          content_type: "text/plain",
          cache_control: "no-cache",
          content_disposition: "inline",
          content_encoding: null,
          content_language: "de",
          expires: "Tue, 01 Jan 2030 00:00:00 GMT",
          website_redirect: "/elsewhere"
        })
        assert.deepStrictEqual(told["checksum"], {
          algorithm: "CRC32",
          value: "NhCmhg==",
          type: told["checksum"]["type"]
        })
        assert.sameDeepMembers(told["tags"], [
          { key: "team", value: "a b" },
          { key: "k", value: "ü" }
        ])
      })
  },
  {
    name: "a changed header leaves metadata, tags, access and every other header",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        yield* scene.put(key, everything)
        const before = yield* scene.details(key)
        const after = ok(yield* edit(scene, key, { headers: { cache_control: "max-age=60" } }))
        assert.deepStrictEqual(kept(after), {
          ...kept(before),
          headers: { ...before["headers"], cache_control: "max-age=60" }
        })
        assert.notStrictEqual(after["revision"], before["revision"])
      })
  },
  {
    name: "an Expires that is no date, or another spelling of one, stays as it was read when something else changes",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        for (const text of ["5d", "never", "2030-01-01", "Tue, 01 Jan 2030 00:00:00 +0100"]) {
          yield* scene.sdk(
            withExpires(new PutObjectCommand({ Bucket: scene.bucketName, Key: key, Body: "hello" }), text)
          )
          const after = ok(yield* edit(scene, key, { headers: { cache_control: "no-cache" } }))
          assert.deepInclude(after["headers"], { expires: text, cache_control: "no-cache" })
        }
      })
  },
  {
    name: "metadata is set and taken away by name",
    in: "versioned",
    run: (scene, key) =>
      Effect.gen(function* () {
        yield* scene.put(key, everything)
        const before = yield* scene.details(key)
        const after = ok(
          yield* edit(scene, key, {
            metadata: [
              { name: "draft", value: null },
              { name: "reviewed-by", value: "bob" }
            ]
          })
        )
        assert.deepStrictEqual(kept(after), { ...kept(before), metadata: { author: "ada", "reviewed-by": "bob" } })
        assert.notStrictEqual(after["version_id"], before["version_id"])
      })
  },
  {
    name: "a header is taken away by null, and the bytes stay",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        yield* scene.put(key, everything)
        const { headers } = ok(yield* edit(scene, key, { headers: { expires: null, website_redirect: null } }))
        assert.deepInclude(headers, { expires: null, website_redirect: null, content_language: "de" })
        const found = yield* scene.sdk<{ Body: { transformToString: () => Promise<string> } }>(
          new GetObjectCommand({ Bucket: scene.bucketName, Key: key })
        )
        assert.strictEqual(yield* Effect.promise(() => found.Body.transformToString()), "hello")
      })
  },
  {
    name: "an edit that changes nothing writes no version",
    in: "versioned",
    run: (scene, key) =>
      Effect.gen(function* () {
        const version = yield* scene.put(key, everything)
        assert.strictEqual(
          ok(yield* edit(scene, key, { headers: { cache_control: "no-cache" } }))["version_id"],
          version
        )
      })
  },
  {
    name: "of two edits from one reading the second is stale, though the bytes are the same",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        yield* scene.put(key)
        const { revision } = yield* scene.details(key)
        const send = (value: string) =>
          scene.ask("PATCH", "objects/details", { body: { key, revision, metadata: [{ name: "a", value }] } })
        ok(yield* send("1"))
        refused(yield* send("2"), 409, "stale_plan")
        assert.deepStrictEqual((yield* scene.details(key))["metadata"], { a: "1" })
      })
  },
  {
    name: "an object that somebody wrote anew since it was read is not changed",
    in: "versioned",
    run: (scene, key) =>
      Effect.gen(function* () {
        yield* scene.put(key)
        const { revision } = yield* scene.details(key)
        const version = yield* scene.put(key, { Body: "other" })
        refused(
          yield* scene.ask("PATCH", "objects/details", { body: { key, revision, headers: { cache_control: "x" } } }),
          409,
          "stale_plan"
        )
        assert.strictEqual((yield* scene.details(key))["version_id"], version)
      })
  },
  {
    name: "what is not there is not found, by any request",
    in: "versioned",
    run: (scene, key) =>
      Effect.gen(function* () {
        const version_id = "b".repeat(31)
        for (const [method, path, body] of [
          ["PATCH", "objects/details", { key, revision: "x" }],
          ["PATCH", "objects/tags", { key, set: [], remove: [] }],
          ["PUT", "objects/acl", { key, acl: { canned: "private" } }],
          ["POST", "objects/recall", { key, days: 1 }],
          ["POST", "objects/restore-version", { key, version_id }]
        ] as const) {
          refused(yield* scene.ask(method, path, { body }), 404, "not_found")
        }
        refused(yield* scene.ask("GET", "objects/details", { query: { key } }), 404, "not_found")
        yield* scene.put(key)
        refused(yield* scene.ask("GET", "objects/details", { query: { key, version_id } }), 404, "not_found")
      })
  },
  {
    name: "a storage class that the gateway does not have is refused and nothing changes",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        yield* scene.put(key)
        const before = yield* scene.details(key)
        refused(yield* edit(scene, key, { storage_class: "NO_SUCH_CLASS" }), 502, "storage_error")
        assert.deepStrictEqual(yield* scene.details(key), before)
      })
  },
  {
    name: "grants that have no name stay through an edit",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        yield* scene.put(key)
        const {
          acl: { owner }
        } = yield* scene.details(key)
        yield* scene.sdk(
          new PutObjectAclCommand({
            Bucket: scene.bucketName,
            Key: key,
            AccessControlPolicy: {
              Owner: { ID: owner.id },
              Grants: [
                { Grantee: { Type: "CanonicalUser", ID: owner.id }, Permission: "FULL_CONTROL" },
                {
                  Grantee: { Type: "Group", URI: "http://acs.amazonaws.com/groups/global/AuthenticatedUsers" },
                  Permission: "READ_ACP"
                }
              ]
            }
          })
        )
        const listed = ({ acl: { grants } }: Record<string, any>) =>
          grants.map(({ grantee, permission }: Record<string, string>) => `${grantee} ${permission}`).sort()
        const before = listed(yield* scene.details(key))
        assert.lengthOf(before, 2)
        assert.deepStrictEqual(listed(ok(yield* edit(scene, key, { headers: { cache_control: "x" } }))), before)
      })
  },
  {
    name: "a key of its owner (SSE-C) is asked for, checked, passed on and kept through an edit",
    in: "plain",
    real: true,
    run: (scene, key) =>
      Effect.gen(function* () {
        const secret = Buffer.alloc(32, 7).toString("base64")
        const headers = { "x-sse-customer-key": secret }
        yield* scene.put(key, { SSECustomerAlgorithm: "AES256", SSECustomerKey: secret })
        refused(yield* scene.ask("GET", "objects/details", { query: { key } }), 422, "validation_failed")
        const wrong = Buffer.alloc(32, 8).toString("base64")
        refused(
          yield* scene.ask("GET", "objects/details", { query: { key }, headers: { "x-sse-customer-key": wrong } }),
          422,
          "validation_failed"
        )
        const malformed = yield* scene.ask("GET", "objects/details", {
          query: { key },
          headers: { "x-sse-customer-key": "short-and-secret" }
        })
        refused(malformed, 422, "validation_failed")
        assert.notInclude(malformed.text, "short-and-secret")
        const after = ok(yield* edit(scene, key, { metadata: [{ name: "a", value: "1" }] }, headers))
        assert.deepInclude(after, { encryption: { kind: "sse_c", kms_key_id: null }, metadata: { a: "1" } })
        refused(yield* scene.ask("GET", "objects/details", { query: { key } }), 422, "validation_failed")
      })
  },
  {
    name: "encryption with a named key stays through an edit",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        yield* scene.put(key, { ServerSideEncryption: "aws:kms", SSEKMSKeyId: "testkey-1" })
        const encryption = { kind: "sse_kms", kms_key_id: "testkey-1" }
        assert.deepStrictEqual((yield* scene.details(key))["encryption"], encryption)
        assert.deepStrictEqual(
          ok(yield* edit(scene, key, { headers: { cache_control: "x" } }))["encryption"],
          encryption
        )
      })
  }
]

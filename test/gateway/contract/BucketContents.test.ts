import {
  CreateMultipartUploadCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  S3Client
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { abortAll } from "#services/buckets/emptying/abortAll.ts"
import { BucketContents } from "#services/buckets/emptying/BucketContents.ts"
import { emptyRemoval, type Removal, removeAll } from "#services/buckets/emptying/removeAll.ts"
import { requirement } from "../../support/Requirement.ts"
import { contractGateways, freshName, S3Adapters } from "./s3Gateway.ts"

const odd = [
  "plain",
  "a//b",
  "/lead",
  "a/",
  " lead",
  "trail ",
  " ",
  "..",
  ".",
  "a/../b",
  "a/./b",
  "a+b%20c",
  "100%",
  "ü/日本",
  "tab\there",
  "nl\nx",
  "cr\rx",
  "ctl\u0001x",
  "\u0007",
  "<&>\"'",
  "é".normalize("NFD"),
  "x".repeat(1024),
  "?versions",
  "#",
  "key?uploads=1",
  "\ufffe",
  "emoji 🪣"
]

const foreign = (target: S3Target) =>
  Effect.map(
    target.credential.open,
    ({ accessKey, secretKey }) =>
      new S3Client({
        endpoint: target.url,
        region: "default",
        forcePathStyle: true,
        maxAttempts: 1,
        credentials: { accessKeyId: accessKey, secretAccessKey: Redacted.value(secretKey) }
      })
  )

const around = Effect.fnUntraced(function* (target: S3Target, bucket: string) {
  const contents = yield* BucketContents
  return { contents, target, bucket, note: (_: Removal) => Effect.void, isPauseRequested: Effect.succeed(false) }
})

for (const { name: gateway, lack, owners } of await contractGateways()) {
  requirement(gateway, lack)(`everything that is in a bucket on the ${gateway}`, () => {
    layer(S3Adapters, { excludeTestServices: true })((it) => {
      it.effect(
        "every key that the gateway lists is removed, however it is spelt, and nothing but the bucket is left",
        () =>
          Effect.gen(function* () {
            const { owner } = yield* owners
            const buckets = yield* BucketGateway
            const bucket = freshName()
            yield* buckets.create(owner, bucket, { objectLock: false })
            const client = yield* foreign(owner)
            yield* Effect.forEach(
              odd,
              (Key) => Effect.promise(() => client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: "x" }))),
              { concurrency: 4 }
            )
            const { versions } = yield* (yield* BucketContents).versions(owner, bucket, null)
            assert.deepStrictEqual(versions.map(({ key }) => key).sort(), odd.toSorted())
            const { end, removal } = yield* removeAll(emptyRemoval, yield* around(owner, bucket))
            assert.deepInclude({ end, ...removal }, { end: "empty", removed: odd.length, kept: 0 })
            assert.isTrue(yield* buckets.exists(owner, bucket), "no key's path is the bucket")
            yield* buckets.remove(owner, bucket)
          })
      )

      it.effect(
        "versions and delete markers go, page by page, also when it is begun in the middle",
        () =>
          Effect.gen(function* () {
            const { owner } = yield* owners
            const buckets = yield* BucketGateway
            const contents = yield* BucketContents
            const bucket = freshName()
            yield* buckets.create(owner, bucket, { objectLock: false })
            const client = yield* foreign(owner)
            yield* Effect.promise(() =>
              client.send(
                new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration: { Status: "Enabled" } })
              )
            )
            const keys = Array.from({ length: 500 }, (_, index) => `k${String(index).padStart(4, "0")}`)
            const put = (Key: string) =>
              Effect.promise(() => client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: "twelve bytes" })))
            yield* Effect.forEach([...keys, ...keys, ...keys.slice(0, 100)], put, { concurrency: 8 })
            const all = yield* contents.versions(owner, bucket, null)
            assert.lengthOf(all.versions, 1_000)
            assert.isNotNull(all.next, "there is another page")
            const { DeleteObjectCommand } = yield* Effect.promise(() => import("@aws-sdk/client-s3"))
            yield* Effect.forEach(
              keys.slice(0, 20),
              (Key) => Effect.promise(() => client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))),
              { concurrency: 4 }
            )
            const begun: Removal = { ...emptyRemoval, after: { key: "k0250", versionId: "" } }
            const { end, removal } = yield* removeAll(begun, yield* around(owner, bucket))
            assert.deepInclude({ end, ...removal }, { end: "empty", removed: 1_100, markers: 20, bytes: 1_100 * 12 })
            yield* buckets.remove(owner, bucket)
          }),
        { timeout: 120_000 }
      )

      it.effect("unfinished uploads are ended, odd keys and all", () =>
        Effect.gen(function* () {
          const { owner } = yield* owners
          const buckets = yield* BucketGateway
          const bucket = freshName()
          yield* buckets.create(owner, bucket, { objectLock: false })
          const client = yield* foreign(owner)
          const some = odd.filter((key) => !/[\u0000-\u0008\ufffe]/.test(key))
          yield* Effect.forEach(
            [...some, "plain"],
            (Key) => Effect.promise(() => client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key }))),
            { concurrency: 4 }
          )
          const noted: Array<number> = []
          const { contents, target, isPauseRequested } = yield* around(owner, bucket)
          const found = yield* abortAll(0, {
            contents,
            target,
            bucket,
            isPauseRequested,
            note: (count) =>
              Effect.sync(() => {
                noted.push(count)
              })
          })
          assert.deepStrictEqual(found, { aborted: some.length + 1, kept: 0, end: "empty" })
          assert.deepStrictEqual(yield* contents.uploads(owner, bucket), [])
          yield* buckets.remove(owner, bucket)
        })
      )

      if (gateway !== "sandbox")
        it.effect("object lock keeps what it holds: it stays, and the report says why", () =>
          Effect.gen(function* () {
            const { owner } = yield* owners
            const buckets = yield* BucketGateway
            const bucket = freshName()
            yield* buckets.create(owner, bucket, { objectLock: true })
            const client = yield* foreign(owner)
            const until = new Date(Date.now() + 86_400_000)
            yield* Effect.promise(async () => {
              await client.send(
                new PutObjectCommand({
                  Bucket: bucket,
                  Key: "kept",
                  Body: "x",
                  ObjectLockMode: "GOVERNANCE",
                  ObjectLockRetainUntilDate: until
                })
              )
              await client.send(
                new PutObjectCommand({ Bucket: bucket, Key: "held", Body: "x", ObjectLockLegalHoldStatus: "ON" })
              )
              await client.send(new PutObjectCommand({ Bucket: bucket, Key: "free", Body: "x" }))
            })
            const { end, removal } = yield* removeAll(emptyRemoval, yield* around(owner, bucket))
            assert.deepInclude({ end, ...removal }, { end: "kept", removed: 1, kept: 2 })
            const reasons = new Map(removal.named.map(({ key, reason }) => [key, reason]))
            assert.include(reasons.get("held"), "legal hold")
            assert.match(
              reasons.get("kept") ?? "",
              new RegExp(`Retained \\(governance\\) until ${until.toISOString().slice(0, 16)}`)
            )
            const settings = yield* (yield* BucketContents).settings(owner, bucket)
            assert.deepStrictEqual(settings, {
              versioning: "enabled",
              objectLock: true,
              lifecycle: false,
              replication: false
            })
          })
        )

      it.effect("a bucket that is gone, or was never there, is not found", () =>
        Effect.gen(function* () {
          const { owner } = yield* owners
          const contents = yield* BucketContents
          assert.strictEqual((yield* Effect.flip(contents.versions(owner, freshName(), null)))._tag, "NotFound")
          const error = yield* Effect.flip(
            Effect.flatMap(around(owner, freshName()), (it) => removeAll(emptyRemoval, it))
          )
          assert.strictEqual(error._tag, "NotFound")
        })
      )
    })
  })
}

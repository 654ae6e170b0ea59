import { assert, layer } from "@effect/vitest"
import { Effect, Option, Stream } from "effect"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import { requirement } from "../../support/Requirement.ts"
import { contractGateways, freshBucket, freshName, S3Adapters } from "./s3Gateway.ts"

for (const { name: gateway, lack, owners } of await contractGateways()) {
  requirement(gateway, lack)(`buckets through S3 on the ${gateway}`, () => {
    layer(S3Adapters, { excludeTestServices: true })((it) => {
      it.effect("S8 every bucket of the owner is listed with its creation time, and nobody else's", () =>
        Effect.gen(function* () {
          const { owner, other } = yield* owners
          const buckets = yield* BucketGateway
          const mine = yield* freshBucket(owner)
          const theirs = yield* freshBucket(other)
          const listed = yield* buckets.list(owner)
          const found = listed.find(({ name }) => name === mine)
          assert.isDefined(found)
          assert.isAbove(Date.parse(found?.created_at ?? ""), 0)
          assert.isUndefined(listed.find(({ name }) => name === theirs))
        })
      )

      it.effect("S9 a bucket of somebody else's exists, and its name is a conflict", () =>
        Effect.gen(function* () {
          const { owner, other } = yield* owners
          const buckets = yield* BucketGateway
          const theirs = yield* freshBucket(other)
          assert.isTrue(yield* buckets.exists(owner, theirs))
          const error = yield* Effect.flip(buckets.create(owner, theirs, { objectLock: false }))
          assert.deepInclude(error, { _tag: "Conflict", code: "already_exists" })
        })
      )

      it.effect("S9 a bucket that is not there does not exist, and removing it is not found", () =>
        Effect.gen(function* () {
          const { owner } = yield* owners
          const buckets = yield* BucketGateway
          const name = freshName()
          assert.isFalse(yield* buckets.exists(owner, name))
          assert.strictEqual((yield* Effect.flip(buckets.remove(owner, name)))._tag, "NotFound")
          assert.isTrue(Option.isNone(yield* buckets.statistics(owner, name)))
        })
      )

      it.effect("a bucket that holds an object is not removed", () =>
        Effect.gen(function* () {
          const { owner } = yield* owners
          const buckets = yield* BucketGateway
          const store = yield* ObjectStore
          const name = yield* freshBucket(owner)
          yield* store.put(owner, name, "kept", {
            size_bytes: 4,
            content_type: "text/plain",
            bytes: Stream.make(Buffer.from("kept"))
          })
          assert.deepInclude(yield* Effect.flip(buckets.remove(owner, name)), {
            _tag: "Conflict",
            code: "bucket_not_empty"
          })
          assert.isTrue(yield* buckets.exists(owner, name))
        })
      )

      it.effect("S10 statistics come from the headers of a HEAD", () =>
        Effect.gen(function* () {
          const { owner } = yield* owners
          const buckets = yield* BucketGateway
          const store = yield* ObjectStore
          const name = yield* freshBucket(owner)
          yield* store.put(owner, name, "one", {
            size_bytes: 5,
            content_type: "text/plain",
            bytes: Stream.make(Buffer.from("12345"))
          })
          const found = Option.getOrNull(yield* buckets.statistics(owner, name))
          assert.strictEqual(found?.object_count, 1)
          // S17: RGW may count in blocks
          assert.isAtLeast(found?.used_bytes ?? 0, 5)
        })
      )

      it.effect("a bucket can be made for object lock", () =>
        Effect.gen(function* () {
          const { owner } = yield* owners
          const buckets = yield* BucketGateway
          const name = freshName()
          yield* buckets.create(owner, name, { objectLock: true })
          assert.isTrue(yield* buckets.exists(owner, name))
          yield* buckets.remove(owner, name)
          assert.isFalse(yield* buckets.exists(owner, name))
        })
      )
    })
  })
}

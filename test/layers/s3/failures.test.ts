import { DeleteBucketOwnershipControlsCommand, GetBucketInventoryConfigurationCommand } from "@aws-sdk/client-s3"
import { assert, describe, it, layer } from "@effect/vitest"
import { Duration, Effect, Exit, Layer, Stream } from "effect"
import { EndpointGuard } from "#layers/gateway/EndpointGuard.ts"
import { Outbound } from "#layers/outbound/Outbound.ts"
import { S3Calls } from "#layers/s3/S3Calls.ts"
import { s3Failure, storageText } from "#layers/s3/s3Failure.ts"
import type { FaultEffect } from "#sandbox/Faults.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import { contractGateways, freshBucket, S3Adapters, targetOf } from "../../gateway/contract/s3Gateway.ts"
import { anyIntent } from "../../support/anyIntent.ts"
import { requirement } from "../../support/Requirement.ts"
import { TestSettings } from "../../support/testSettings.ts"
import { account, freshSandbox } from "../sandbox/support.ts"
import { S3 } from "#layers/compose/S3.ts"

const within = (seconds: number) =>
  Layer.merge(S3, S3Calls.layer).pipe(
    Layer.provideMerge(Layer.merge(EndpointGuard.layer, Outbound.layer)),
    Layer.provide(TestSettings({ gateway: { timeout: Duration.seconds(seconds), concurrency: 16 } })),
    Layer.merge(anyIntent)
  )
const Impatient = within(1)
const Patient = within(60)

const scene = Effect.gen(function* () {
  const gateway = yield* Effect.orDie(freshSandbox())
  yield* Effect.addFinalizer(() => Effect.sync(() => gateway.faults.clear()))
  const target = targetOf(gateway.url, account(gateway))
  const bucket = yield* freshBucket(target)
  yield* (yield* ObjectStore).put(target, bucket, "key", {
    size_bytes: 3,
    content_type: "text/plain",
    bytes: Stream.make(Buffer.from("abc"))
  })
  return { gateway, target, bucket }
})

const page = { prefix: "", delimiter: "/", continuationToken: null, maxKeys: 10 }

const bad: ReadonlyArray<readonly [what: string, effect: FaultEffect, tag: string]> = [
  ["a reset", "reset", "StorageError"],
  ["503", 503, "StorageError"],
  ["a proxy's page", "html", "StorageError"],
  ["half an answer", "truncated", "StorageError"],
  ["an empty 200", "empty-200", "StorageError"],
  ["silence", "hang", "StorageTimeout"]
]

layer(Impatient, { excludeTestServices: true })("a gateway that answers with", (it) => {
  for (const [what, effect, tag] of bad) {
    it.effect(`${what} is a typed failure within the time-out, and never an empty answer`, () =>
      Effect.gen(function* () {
        const { bucket, gateway, target } = yield* scene
        const store = yield* ObjectStore
        const buckets = yield* BucketGateway
        gateway.faults.inject({ match: {}, effect })
        assert.strictEqual((yield* Effect.flip(store.list(target, bucket, page)))._tag, tag)
        assert.strictEqual((yield* Effect.flip(buckets.list(target)))._tag, tag)
        gateway.faults.clear()
      })
    )
  }

  for (const effect of ["html", "empty-200"] as const) {
    it.effect(`${effect} where an object belongs is no object, and no write has happened`, () =>
      Effect.gen(function* () {
        const { bucket, gateway, target } = yield* scene
        const store = yield* ObjectStore
        gateway.faults.inject({ match: { bucket }, effect })
        const write = store.put(target, bucket, "new", {
          size_bytes: 1,
          content_type: "text/plain",
          bytes: Stream.make(Buffer.from("x"))
        })
        for (const call of [
          Effect.asVoid(store.open(target, bucket, "key", null)),
          Effect.asVoid(store.facts(target, bucket, "key")),
          Effect.asVoid(write)
        ]) {
          const error = yield* Effect.flip<void, unknown, never>(call)
          assert.deepInclude(error, { _tag: "StorageError", storage_code: "UnreadableAnswer" })
        }
        const [outcome] = yield* store
          .removeMany(target, bucket, ["key"])
          .pipe(Effect.orElseSucceed(() => [{ deleted: false }]))
        assert.isFalse(outcome?.deleted)
        gateway.faults.clear()
      })
    )
  }

  it.effect("a page instead of deleting a bucket has deleted nothing", () =>
    Effect.gen(function* () {
      const { bucket, gateway, target } = yield* scene
      const buckets = yield* BucketGateway
      gateway.faults.inject({ match: { op: "DeleteBucket" }, effect: "html" })
      assert.deepInclude(yield* Effect.flip(buckets.remove(target, bucket)), {
        _tag: "StorageError",
        storage_code: "UnreadableAnswer"
      })
      gateway.faults.clear()
    })
  )

  it.effect("nothing at all is unavailable", () =>
    Effect.gen(function* () {
      const buckets = yield* BucketGateway
      const error = yield* Effect.flip(buckets.list(targetOf("http://127.0.0.1:1", { accessKey: "a", secretKey: "b" })))
      assert.strictEqual(error._tag, "Unavailable")
    })
  )

  it.effect("a reset once is tried again where nothing can happen twice", () =>
    Effect.gen(function* () {
      const { bucket, gateway, target } = yield* scene
      const fault = gateway.faults.inject({ match: { op: "ListObjectsV2" }, effect: "reset", times: 1 })
      assert.strictEqual((yield* (yield* ObjectStore).list(target, bucket, page)).objects.length, 1)
      assert.strictEqual(fault.hits(), 1)
    })
  )

  it.effect("a body that breaks off in the middle is a failure of the download", () =>
    Effect.gen(function* () {
      const { bucket, gateway, target } = yield* scene
      const store = yield* ObjectStore
      gateway.faults.inject({ match: { op: "GetObject" }, effect: "truncated" })
      const exit = yield* Effect.exit(
        Effect.flatMap(store.open(target, bucket, "key", null), ({ body }) => Stream.runDrain(body))
      )
      assert.isTrue(Exit.isFailure(exit))
    })
  )
})

// sixty concurrent calls take a busy machine longer than a second: that is no T1
layer(Patient, { excludeTestServices: true })("a gateway that says too much", (it) => {
  it.effect(
    "T1 extra bytes after an answer spoil no other call",
    () =>
      Effect.gen(function* () {
        const { bucket, gateway, target } = yield* scene
        gateway.faults.inject({ match: { op: "GetBucketCors" }, effect: "extra-bytes" })
        const store = yield* ObjectStore
        yield* Effect.forEach(
          Array.from({ length: 60 }),
          (_, index) =>
            index % 3 === 0
              ? Effect.asVoid(store.corsRules(target, bucket))
              : Effect.asVoid(store.facts(target, bucket, "key")),
          { concurrency: 8, discard: true }
        )
      }),
    60_000
  )
})

for (const { name, lack, owners } of await contractGateways()) {
  requirement(name, lack)(`S1 on the ${name}`, () => {
    layer(
      Layer.merge(
        S3Adapters,
        S3Calls.layer.pipe(Layer.provide([EndpointGuard.layer, Outbound.layer]), Layer.provide(TestSettings()))
      ),
      { excludeTestServices: true }
    )((it) => {
      it.effect(
        "a command for a sub-resource that the gateway ignores never reaches it, and the bucket is still there",
        () =>
          Effect.gen(function* () {
            const { owner } = yield* owners
            const calls = yield* S3Calls
            const bucket = yield* freshBucket(owner)
            for (const command of [
              new DeleteBucketOwnershipControlsCommand({ Bucket: bucket }),
              new GetBucketInventoryConfigurationCommand({ Bucket: bucket, Id: "x" })
            ]) {
              const exit = yield* Effect.exit(calls.send(owner, command, { about: bucket, idempotent: true }))
              assert.isTrue(Exit.hasDies(exit))
            }
            assert.isTrue(yield* (yield* BucketGateway).exists(owner, bucket))
          })
      )
    })
  })
}

describe("T8 a refusal", () => {
  it("has words of ours and never the gateway's", () => {
    assert.strictEqual(storageText("QuotaExceeded"), "A quota is exhausted")
    assert.strictEqual(storageText("Strange"), "The gateway answered Strange")
    const error = s3Failure("s3.PutObject", "b/k")(new Error("secret internals"))
    assert.notInclude(JSON.stringify(error), "secret internals")
  })
})

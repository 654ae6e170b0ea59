import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option, Stream } from "effect"
import { StorageError, StorageTimeout } from "#domain/platform/errors/Errors.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { bucketNamesOf } from "#services/buckets/bucketNames.ts"
import { bucketStatisticsOf } from "#streams/listings/bucketStatisticsOf.ts"
import { bucket, contextOf } from "./fakeGateway.ts"

const plain = { ...contextOf("endpoint:1/owner:x"), admin: null, bucketOwner: null }
const created = "2026-03-04T05:06:07.000Z"
const refused = new StorageError({
  operation: "HeadBucket",
  storage_code: "AccessDenied",
  storage_status: 403,
  storage_request_id: null,
  detail: "Refused"
})

const gateway = Layer.mergeAll(
  Layer.mock(Rgw, {}),
  Layer.mock(BucketGateway, {
    list: () => Effect.succeed(["open", "closed", "gone"].map((name) => ({ name, created_at: created }))),
    statistics: (_target, name) =>
      name === "closed"
        ? Effect.fail(refused)
        : name === "slow"
          ? Effect.fail(new StorageTimeout({ operation: "HeadBucket" }))
          : Effect.succeed(
              name === "gone" ? Option.none() : Option.some({ ...bucket(name, 42, 3), created_at: null, owner: "" })
            )
  })
)

it.effect(
  "S10 without Admin Ops each bucket is asked through S3; one that refuses keeps its name and costs nobody else",
  () =>
    Effect.gen(function* () {
      const names = yield* bucketNamesOf(plain)
      const rows = (yield* Stream.runCollect(yield* bucketStatisticsOf(plain, names))).flat()
      assert.deepStrictEqual(
        rows.map((row) => [row.name, row.has_statistics, row.used_bytes, row.owner, row.created_at]),
        [
          ["open", true, 42, null, created],
          ["closed", false, null, null, created],
          ["gone", false, null, null, created]
        ]
      )
    }).pipe(Effect.provide(gateway))
)

it.effect("a gateway that does not answer fails the whole reading: absence is not emptiness", () =>
  Effect.gen(function* () {
    const error = yield* Effect.flip(
      Stream.runDrain(yield* bucketStatisticsOf(plain, [{ tenant: "", name: "slow", created_at: null }]))
    )
    assert.strictEqual(error._tag, "StorageTimeout")
  }).pipe(Effect.provide(gateway))
)

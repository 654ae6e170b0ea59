import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Fiber, Layer, Ref } from "effect"
import { TestClock } from "effect/testing"
import { StorageError, StorageTimeout } from "#domain/platform/errors/Errors.ts"
import type { StorageEndpoint } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import type { TrafficEntry } from "#domain/usage/TrafficEntry.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { Rgw, type UsageLogRequest } from "#services/gateways/endpoints/Rgw.ts"
import { UsageTraffics } from "#services/usage/UsageTraffics.ts"
import { contextOf } from "../../streams/listings/fakeGateway.ts"

const now = Date.parse("2026-05-04T12:34:56Z")
const refused = new StorageError({
  operation: "GetUsage",
  storage_code: "AccessDenied",
  storage_status: 403,
  storage_request_id: null,
  detail: "no"
})

const world = (
  log: (wanted: UsageLogRequest) => Effect.Effect<ReadonlyArray<TrafficEntry>, StorageError | StorageTimeout>,
  usage = true,
  hasKey = true
) =>
  Effect.gen(function* () {
    const asked = yield* Ref.make<ReadonlyArray<UsageLogRequest>>([])
    yield* TestClock.setTime(now)
    const layer = UsageTraffics.layer.pipe(
      Layer.provide(
        Layer.mergeAll(
          Layer.mock(Rgw, {
            usageLog: (_target, wanted) =>
              Effect.andThen(
                Ref.update(asked, (before) => [...before, wanted]),
                log(wanted)
              )
          }),
          Layer.mock(EndpointRecords, { find: () => Effect.succeed({ capabilities: { usage } } as StorageEndpoint) }),
          Layer.mock(AdminTargets, { of: () => Effect.succeed(hasKey ? context.admin : null) })
        )
      )
    )
    return {
      asked,
      traffics: yield* Effect.map(Layer.build(layer), (built) => Effect.provideContext(UsageTraffics, built)).pipe(
        Effect.flatten
      )
    }
  })
const entry = (at: number, bucket = "a"): TrafficEntry => ({
  owner: "RGW1",
  bucket,
  operation: "get_obj",
  at,
  operations: 1,
  successful_operations: 1,
  bytes_sent: 10,
  bytes_received: 0
})
const hour = 3_600_000
const thisHour = Math.floor(now / hour) * hour
const context = contextOf("endpoint:1/owner:RGW1")

it.effect(
  "a month is read a day at a time, each hour counted once; who asks the same within ten seconds costs nothing",
  () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { asked, traffics } = yield* world(({ since }) =>
          Effect.succeed([since, DateTime.add(since, { days: 1 })].map((at) => entry(DateTime.toEpochMillis(at))))
        )
        const answers = yield* Effect.all(
          Array.from({ length: 50 }, () => traffics.read(context, "month", null)),
          { concurrency: "unbounded" }
        )
        const calls = yield* Ref.get(asked)
        assert.lengthOf(calls, 31)
        assert.isTrue(calls.every(({ owner }) => owner === "RGW1"))
        assert.deepInclude(answers[49], { step_seconds: 86_400, bucket_count: 1 })
        assert.strictEqual(answers[0]?.total.operations, 32)
        yield* TestClock.adjust("9 seconds")
        yield* traffics.read(context, "month", null)
        assert.lengthOf(yield* Ref.get(asked), 31)
        yield* TestClock.adjust("2 seconds")
        yield* traffics.read(context, "month", null)
        assert.lengthOf(yield* Ref.get(asked), 62)
      })
    )
)

it.effect("of one bucket only its calls are told; nothing of it is `empty`, and is asked again", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { asked, traffics } = yield* world(() =>
        Effect.succeed([entry(thisHour), entry(thisHour, "b"), entry(thisHour, "b")])
      )
      assert.strictEqual((yield* traffics.read(context, "day", "b")).total.operations, 2)
      for (let time = 0; time < 2; time++) {
        const { evidence, series, total } = yield* traffics.read(context, "hour", "never")
        assert.deepInclude(evidence, { state: "empty", status: 200, request: "GET /admin/usage?uid=RGW1" })
        assert.deepStrictEqual([total.operations, series.length], [0, 2])
      }
      assert.lengthOf(yield* Ref.get(asked), 2 + 2)
    })
  )
)

it.effect("whoever hangs up takes the answer from nobody else", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { asked, traffics } = yield* world(() => Effect.as(Effect.sleep("5 seconds"), [entry(thisHour)]))
      const one = yield* Effect.forkScoped(traffics.read(context, "hour", null), { startImmediately: true })
      const other = yield* Effect.forkScoped(traffics.read(context, "hour", null), { startImmediately: true })
      yield* Fiber.interrupt(one)
      yield* TestClock.adjust("6 seconds")
      assert.strictEqual((yield* Fiber.join(other)).evidence.state, "known")
      assert.lengthOf(yield* Ref.get(asked), 1)
    })
  )
)

it.effect("says why nothing tells it: refused, switched off, no key for Admin Ops; a gateway that is away fails", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const denied = yield* world(() => Effect.fail(refused))
      assert.deepInclude((yield* denied.traffics.read(context, "day", null)).evidence, {
        state: "refused",
        code: "AccessDenied",
        status: 403
      })
      const off = yield* world(() => Effect.succeed([]), false)
      const told = yield* off.traffics.read(context, "week", null)
      assert.deepStrictEqual([told.evidence.state, told.evidence.request, told.series], ["off", null, []])
      assert.strictEqual(
        (yield* off.traffics.read({ ...context, admin: null }, "day", null)).evidence.state,
        "no_admin_key"
      )
      assert.strictEqual(
        (yield* off.traffics.read(contextOf("connection:8"), "day", null)).evidence.state,
        "no_admin_key"
      )
      assert.lengthOf(yield* Ref.get(off.asked), 0)
      const away = yield* world(() => Effect.fail(new StorageTimeout({ operation: "GetUsage" })))
      assert.strictEqual((yield* Effect.flip(away.traffics.read(context, "day", null)))._tag, "StorageTimeout")
    })
  )
)

it.effect("of an endpoint it is of every owner, and one bucket name of two owners is two rows", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const tenants = (at: number) => [entry(at, "logs"), { ...entry(at, "logs"), owner: "acme$ann", bytes_sent: 30 }]
      const { asked, traffics } = yield* world(() => Effect.succeed(tenants(thisHour)))
      const { by_bucket, by_owner, bucket_count, owner_count, total } = yield* traffics.readEndpoint(1, "hour")
      assert.deepStrictEqual(
        (yield* Ref.get(asked)).map(({ owner }) => owner),
        [undefined]
      )
      assert.deepStrictEqual(
        by_bucket.map(({ bucket, bytes_sent, owner }) => [bucket, owner, bytes_sent]),
        [
          ["logs", "acme$ann", 30],
          ["logs", "RGW1", 10]
        ]
      )
      assert.deepStrictEqual(
        by_owner.map(({ owner }) => owner),
        ["acme$ann", "RGW1"]
      )
      assert.deepStrictEqual([bucket_count, owner_count, total.operations], [2, 2, 2])
    })
  )
)

it.effect("of an endpoint without a key for Admin Ops is unknown, and says why", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { asked, traffics } = yield* world(() => Effect.succeed([]), true, false)
      const { evidence } = yield* traffics.readEndpoint(1, "day")
      assert.strictEqual(evidence.state, "no_admin_key")
      assert.lengthOf(yield* Ref.get(asked), 0)
    })
  )
)

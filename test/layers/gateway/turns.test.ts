import { assert, it, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, PubSub, Redacted, Stream } from "effect"
import { TestClock } from "effect/testing"
import { makeReplicaCount } from "#layers/cluster/countedRunners.ts"
import { asWorkCaller, EndpointGuard, gatewayCaller } from "#layers/gateway/EndpointGuard.ts"
import { permitsPerReplica } from "#layers/gateway/permitsPerReplica.ts"
import { sharedPermits } from "#layers/s3/gatewayPermits.ts"
import { Replicas } from "#services/platform/live/Replicas.ts"
import { TestSettings } from "../../support/testSettings.ts"

const counts = Effect.runSync(PubSub.unbounded<number>())
const guard = EndpointGuard.layer.pipe(
  Layer.provide(Layer.succeed(Replicas, { now: () => null, changes: Stream.fromPubSub(counts) })),
  Layer.provide(TestSettings({ gateway: { concurrency: 16, concurrencyTogether: 24 } }))
)

it("a process takes its part of what all may have, what it may have itself at the most, and two at the least", () => {
  assert.deepStrictEqual(
    [1, 2, 4, 5, 20, 64].map((replicas) => permitsPerReplica(16, 64, replicas)),
    [16, 16, 16, 12, 3, 2]
  )
  assert.strictEqual(permitsPerReplica(16, 64, null), 2)
  assert.strictEqual(permitsPerReplica(1, 64, 1), 1)
})

layer(guard)("turns at an endpoint", (it) => {
  it.effect("follow the number of replicas, of people's calls as of work, and a caller keeps half of them", () =>
    Effect.gen(function* () {
      const guard = yield* EndpointGuard
      const target = { endpointId: 1, url: "http://gateway.example.org" }
      const caller = (name: string) => gatewayCaller(target, { accessKey: name, secretKey: Redacted.make("secret") })
      const out = { calls: 0, work: 0, one: 0 }
      const counted = (sort: keyof typeof out, whose: ReturnType<typeof caller>, gate: Deferred.Deferred<void>) =>
        Effect.forkChild(
          guard.run(
            whose,
            "test",
            false,
            Effect.acquireUseRelease(
              Effect.sync(() => {
                out[sort]++
              }),
              () => Deferred.await(gate),
              () =>
                Effect.sync(() => {
                  out[sort]--
                })
            )
          )
        )
      const begun = Effect.gen(function* () {
        const gate = yield* Deferred.make<void>()
        const fibers = yield* Effect.forEach(
          Array.from({ length: 20 }, (_, index) => index),
          (index) =>
            Effect.all([
              counted("calls", caller(`caller ${index}`), gate),
              counted("work", asWorkCaller(caller("worker")), gate)
            ])
        )
        yield* Effect.yieldNow
        return Effect.andThen(Deferred.succeed(gate, undefined), Fiber.joinAll(fibers.flat()))
      })
      const over = (end: Effect.Effect<unknown, unknown>) => Effect.andThen(end, Effect.yieldNow)

      const few = yield* begun
      assert.deepStrictEqual(out, { calls: 2, work: 2, one: 0 }, "nobody knows yet how many there are")
      yield* over(few)
      yield* PubSub.publish(counts, 1)
      yield* TestClock.adjust(1)
      const many = yield* begun
      assert.deepStrictEqual(out, { calls: 16, work: 16, one: 0 })
      yield* PubSub.publish(counts, 3)
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(out, { calls: 16, work: 16, one: 0 }, "what is out ends as it would")
      yield* over(many)
      const less = yield* begun
      assert.deepStrictEqual(out, { calls: 8, work: 8, one: 0 })
      yield* PubSub.publish(counts, 2)
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(out, { calls: 12, work: 12, one: 0 }, "who waits goes on at once")
      yield* over(less)
      const gate = yield* Deferred.make<void>()
      const fibers = yield* Effect.forEach(Array.from({ length: 20 }), () => counted("one", caller("alone"), gate))
      yield* Effect.yieldNow
      assert.strictEqual(out.one, 6)
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.joinAll(fibers)
      assert.strictEqual(guard.permitsPerEndpoint(), 12)
    })
  )
})

it("copies of work take no more turns than there are at the time", () => {
  let most = 4
  const turns = sharedPermits(() => most)("gateway")
  let out = 0
  for (let index = 0; index < 10; index++)
    turns.take(() => {
      out++
    })
  assert.strictEqual(out, 4)
  const give = () => {
    out--
    turns.give()
  }
  most = 2
  give()
  give()
  give()
  assert.strictEqual(out, 2, "one came for the third that ended")
  most = 4
  give()
  assert.strictEqual(out, 4)
})

it.effect(
  "more replicas are believed at once, fewer once it has been so for ten seconds, and none that could not be counted",
  () =>
    Effect.gen(function* () {
      const { replicas, seen } = yield* makeReplicaCount
      assert.isNull(replicas.now())
      yield* seen(3)
      assert.strictEqual(replicas.now(), 3)
      // after an outage the database shows only replicas that have reported again
      yield* TestClock.adjust("1 minute")
      for (const count of [1, 1, 2]) {
        yield* seen(count)
        yield* TestClock.adjust("2 seconds")
      }
      yield* seen(3)
      yield* TestClock.adjust("30 seconds")
      yield* seen(2)
      assert.strictEqual(replicas.now(), 3)
      yield* TestClock.adjust("10 seconds")
      yield* seen(1)
      assert.strictEqual(replicas.now(), 2, "the most that were seen meanwhile")
      yield* seen(4)
      assert.strictEqual(replicas.now(), 4)
    })
)

import { assert, layer } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, Layer, Metric, Redacted } from "effect"
import { Unavailable } from "#domain/platform/errors/Errors.ts"
import { EndpointGuard, gatewayCaller } from "#layers/gateway/EndpointGuard.ts"
import { TestSettings } from "../../support/testSettings.ts"

const Guard = EndpointGuard.layer.pipe(
  Layer.provide(TestSettings({ gateway: { timeout: Duration.seconds(60), concurrency: 2 } }))
)

const caller = (endpointId: number | null, accessKey: string, url = "https://storage.example.org") =>
  gatewayCaller({ endpointId, url }, { accessKey, secretKey: Redacted.make("secret") })

const figures = (id: string) =>
  Effect.map(Metric.snapshot, (all) =>
    Object.fromEntries(
      all.flatMap((one) =>
        one.id === id && one.type === "Gauge"
          ? [[Object.values(one.attributes ?? {}).join(" "), Number(one.state.value)]]
          : []
      )
    )
  )

layer(Guard, { excludeTestServices: true })("what gates tell", (it) => {
  it.effect("how many calls are out and how many wait, by endpoint", () =>
    Effect.gen(function* () {
      const guard = yield* EndpointGuard
      const gate = yield* Deferred.make<void>()
      const fibers = yield* Effect.forEach(["a", "b", "c", "d", "e"], (key) =>
        Effect.forkChild(guard.run(caller(7, key), "test", false, Deferred.await(gate)))
      )
      let now = yield* figures("stowage_gateway_calls")
      while ((now["endpoint:7 waiting"] ?? 0) + (now["endpoint:7 running"] ?? 0) < 5) {
        yield* Effect.sleep("5 millis")
        now = yield* figures("stowage_gateway_calls")
      }
      assert.deepStrictEqual([now["endpoint:7 running"], now["endpoint:7 waiting"]], [2, 3])
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.joinAll(fibers)
      now = yield* figures("stowage_gateway_calls")
      assert.deepStrictEqual([now["endpoint:7 running"], now["endpoint:7 waiting"]], [0, 0])
    })
  )

  it.effect("whether a circuit breaker is open, until a call succeeds again", () =>
    Effect.gen(function* () {
      const guard = yield* EndpointGuard
      const away = guard.run(
        caller(8, "a"),
        "test",
        false,
        Effect.fail(new Unavailable({ detail: "nothing is there" }))
      )
      yield* Effect.forEach(Array.from({ length: 6 }), () => Effect.exit(away))
      assert.strictEqual((yield* figures("stowage_gateway_breakers_open"))["endpoint:8 endpoint"], 1)
    })
  )

  it.effect("nothing of an address that somebody typed in", () =>
    Effect.gen(function* () {
      const guard = yield* EndpointGuard
      for (const host of ["one.example.org", "two.example.org", "three.example.org"]) {
        yield* guard.run(caller(null, "a", `https://${host}`), "test", false, Effect.void)
      }
      const told = (yield* Metric.snapshot).map(({ attributes, id }) => `${id} ${JSON.stringify(attributes ?? {})}`)
      assert.isEmpty(told.filter((line) => line.includes("example.org")))
      assert.lengthOf(
        told.filter((line) => line.startsWith("stowage_gateway_calls ") && line.includes("typed")),
        2
      )
    })
  )
})

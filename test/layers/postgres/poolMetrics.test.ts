import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Metric, type Scope } from "effect"
import { poolMetrics } from "#layers/postgres/client/poolMetrics.ts"

const figures = Effect.map(Metric.snapshot, (all) =>
  Object.fromEntries(
    all.flatMap((one) => {
      if (!one.id.startsWith("stowage_database_")) return []
      const name = [one.id.replace("stowage_database_", ""), ...Object.values(one.attributes ?? {})].join(" ")
      return [
        [name, one.type === "Gauge" ? Number(one.state.value) : one.type === "Counter" ? Number(one.state.count) : NaN]
      ]
    })
  )
)

it.effect("the pool tells what is in use, what is left and who waits, and that a wait was given up", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { gaveUpStatement, gaveUpWaiting, taken } = yield* poolMetrics(4)
      const free = yield* Deferred.make<void>()
      const done = yield* Deferred.make<void>()
      const session: Effect.Effect<void, never, Scope.Scope> = Deferred.await(free)
      const used = yield* Effect.forkChild(Effect.scoped(Effect.andThen(taken(session), Deferred.await(done))), {
        startImmediately: true
      })
      const impatient = yield* Effect.forkChild(Effect.scoped(taken(session)), { startImmediately: true })
      assert.deepInclude(yield* figures, { pool_size: 4, "connections in_use": 0, "connections idle": 4, waiting: 2 })
      yield* Fiber.interrupt(impatient)
      assert.deepInclude(yield* figures, { waiting: 1 }, "who goes away waits no more")
      yield* Deferred.succeed(free, undefined)
      while ((yield* figures).waiting !== 0) yield* Effect.yieldNow
      assert.deepInclude(yield* figures, { "connections in_use": 1, "connections idle": 3, waiting: 0 })
      yield* Deferred.succeed(done, undefined)
      yield* Fiber.join(used)
      gaveUpWaiting()
      gaveUpStatement()
      assert.deepInclude(yield* figures, {
        "connections in_use": 0,
        "given_up_total connection": 1,
        "given_up_total statement": 1
      })
    })
  ).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
)

import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Layer, Option, Redacted, Scope } from "effect"
import { requireRunnerHost } from "#layers/commands/requireRunnerHost.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { TestSettings } from "../../support/testSettings.ts"

const replica = Option.some({ host: "10.0.0.1", port: 34431, bind: "127.0.0.1" })

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "60 seconds" })(
  "processes on one database, in production",
  (it) => {
    const start = (runner: typeof replica | Option.Option<never>, mode: "production" | "development" = "production") =>
      Effect.gen(function* () {
        const scope = yield* Scope.make()
        const url = Redacted.make(yield* TestDatabase.url)
        const services = yield* Layer.buildWithScope(
          Layer.merge(PgClient.layer({ url, maxConnections: 2 }), TestSettings({ mode, runner })),
          scope
        )
        const exit = yield* Effect.exit(requireRunnerHost(1).pipe(Scope.provide(scope), Effect.provide(services)))
        return { exit, stop: Scope.close(scope, Exit.void) }
      })

    it.effect(
      "one without RUNNER_HOST is alone: the next is refused with the reason, with RUNNER_HOST or without; in " +
        "development nobody asks",
      () =>
        Effect.gen(function* () {
          const alone = yield* start(Option.none())
          assert.isTrue(Exit.isSuccess(alone.exit))
          assert.isTrue(Exit.isSuccess((yield* start(Option.none(), "development")).exit))
          const [second, other] = yield* Effect.all([start(Option.none()), start(replica)], {
            concurrency: "unbounded"
          })
          assert.include(
            String(second.exit),
            "RUNNER_HOST: another process serves this database: replicas need an address"
          )
          assert.include(String(other.exit), "RUNNER_HOST: another process serves this database without one")
          yield* alone.stop
          yield* Effect.all([second.stop, other.stop])
        }),
      60_000
    )

    it.effect(
      "any number with RUNNER_HOST serve together",
      () =>
        Effect.gen(function* () {
          const started = yield* Effect.all([start(replica), start(replica), start(replica)], {
            concurrency: "unbounded"
          })
          assert.deepStrictEqual(
            started.map(({ exit }) => Exit.isSuccess(exit)),
            [true, true, true]
          )
          yield* Effect.forEach(started, ({ stop }) => stop)
        }),
      60_000
    )
  }
)

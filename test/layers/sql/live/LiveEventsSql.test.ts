import { LiveEvent } from "#domain/platform/LiveEvent.ts"
import * as LiveEventsSql from "#layers/sql/platform/LiveEventsSql.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestDatabase } from "../../../support/TestDatabase.ts"

const changed = (key: string) => LiveEvent.cases.ListingChanged.make({ key, version: 1 })
const collect = Effect.fnUntraced(function* (count: number) {
  const { changes } = yield* LiveEvents
  const fiber = yield* changes.pipe(Stream.take(count), Stream.runCollect, Effect.forkScoped)
  yield* Effect.sleep("20 millis")
  return fiber
})

layer(LiveEventsSql.layer.pipe(Layer.provideMerge(TestDatabase.layer)), { excludeTestServices: true })(
  "live events on PostgreSQL",
  (it) => {
    it.effect("what is published reaches every reader of the process", () =>
      Effect.gen(function* () {
        const [one, other] = [yield* collect(1), yield* collect(1)]
        yield* (yield* LiveEvents).publish(changed("a"))
        assert.deepStrictEqual(yield* Fiber.join(one), [changed("a")])
        assert.deepStrictEqual(yield* Fiber.join(other), [changed("a")])
      })
    )

    it.effect("an event of a transaction that is rolled back is never heard", () =>
      Effect.gen(function* () {
        const { publish } = yield* LiveEvents
        const sql = yield* SqlClient.SqlClient
        const heard = yield* collect(1)
        yield* Effect.exit(sql.withTransaction(Effect.andThen(publish(changed("lost")), Effect.fail("rolled back"))))
        yield* sql.withTransaction(publish(changed("kept")))
        assert.deepStrictEqual(yield* Fiber.join(heard), [changed("kept")])
      })
    )

    it.effect("a lost connection is followed by Resync, and then by new events", () =>
      Effect.gen(function* () {
        const { publish } = yield* LiveEvents
        const sql = yield* SqlClient.SqlClient
        const resync = yield* collect(1)
        const ended = yield* sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query ilike 'listen%'`
        assert.lengthOf(ended, 1)
        assert.deepStrictEqual(yield* Fiber.join(resync), [LiveEvent.cases.Resync.make({})])
        const heard = yield* collect(1)
        yield* publish(changed("b"))
        assert.deepStrictEqual(yield* Fiber.join(heard), [changed("b")])
      })
    )

    it.effect("an announcement that this release does not know is passed over", () =>
      Effect.gen(function* () {
        const { publish } = yield* LiveEvents
        const sql = yield* SqlClient.SqlClient
        const heard = yield* collect(1)
        yield* sql`select pg_notify('stowage_live', '{"_tag":"OfTheFuture"}')`
        yield* publish(changed("c"))
        assert.deepStrictEqual(yield* Fiber.join(heard), [changed("c")])
      })
    )
  }
)

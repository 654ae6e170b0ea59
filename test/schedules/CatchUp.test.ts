import { assert, layer } from "@effect/vitest"
import { Cron, Effect, Layer, Option, Ref, Schedule } from "effect"
import { ClusterCron } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { Cluster } from "#layers/cluster/Cluster.ts"
import { freePort } from "../support/freePort.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { testSettings, TestSettings } from "../support/testSettings.ts"

const { rings } = testSettings()

const replica = (fired: Ref.Ref<number>, port: number) =>
  ClusterCron.make({
    name: "daily",
    cron: Cron.parseUnsafe("0 0 1 1 *", "UTC"),
    execute: Ref.update(fired, (count) => count + 1),
    skipIfOlderThan: "23 hours"
  }).pipe(
    Layer.provide(Cluster),
    Layer.provide(TestSettings({ runner: Option.some({ host: "127.0.0.1", port, bind: "127.0.0.1" }), rings })),
    Layer.fresh
  )

const waitFor = <A, E, R>(read: Effect.Effect<A, E, R>, until: (value: A) => boolean) =>
  Effect.repeat(read, { schedule: Schedule.spaced("200 millis"), until }).pipe(Effect.timeout("40 seconds"))

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "60 seconds" })("a missed run", (it) => {
  it.effect(
    "is caught up once at the next start, and not when it is too old",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const fired = yield* Ref.make(0)
        const waiting = sql<{ id: string }>`
          select entity_id as id from cluster_messages where entity_type = 'ClusterCron/daily' and not processed`
        const withReplica = <A, E, R>(test: Effect.Effect<A, E, R>) =>
          Effect.scoped(
            Effect.gen(function* () {
              yield* Layer.build(replica(fired, yield* Effect.promise(freePort)))
              return yield* test
            })
          )
        const missBy = (hours: number) => {
          const due = new Date(Date.now() - hours * 3_600_000)
          return sql`
            update cluster_messages set deliver_at = ${due.getTime()}, entity_id = ${due.toISOString()},
              payload = ${JSON.stringify({ dateTime: due.toISOString() })}
            where entity_type = 'ClusterCron/daily' and not processed`
        }
        yield* withReplica(waitFor(waiting, (rows) => rows.length === 1))
        yield* missBy(5)
        yield* withReplica(waitFor(waiting, (rows) => rows.every(({ id }) => id > new Date().toISOString())))
        assert.strictEqual(yield* Ref.get(fired), 1)
        yield* missBy(30)
        yield* withReplica(waitFor(waiting, (rows) => rows.every(({ id }) => id > new Date().toISOString())))
        assert.strictEqual(yield* Ref.get(fired), 1)
      }),
    150_000
  )
})

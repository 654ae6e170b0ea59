import { assert, layer } from "@effect/vitest"
import { Context, Cron, DateTime, Effect, Layer, Option, Ref, Schedule } from "effect"
import { ClusterCron } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { Cluster } from "#layers/cluster/Cluster.ts"
import * as BucketSnapshotsSql from "#layers/sql/buckets/BucketSnapshotsSql.ts"
import * as JobLeaseSql from "#layers/sql/platform/JobLeaseSql.ts"
import * as LiveEventsSql from "#layers/sql/platform/LiveEventsSql.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { BucketListingActor } from "#streams/listings/BucketListingActor.ts"
import { BucketListingsShared } from "#streams/listings/BucketListingsShared.ts"
import { bucket, type FakeGateway, fakePorts, makeFakeGateway } from "../../streams/listings/fakeGateway.ts"
import { freePort } from "../../support/freePort.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { testSettings, TestSettings } from "../../support/testSettings.ts"

const { rings } = testSettings()

const replica = (gateway: FakeGateway, port: number, fired: Ref.Ref<number>) =>
  Layer.merge(
    BucketListingsShared.pipe(Layer.provide(BucketListingActor)),
    ClusterCron.make({
      name: "each-second",
      cron: Cron.parseUnsafe("* * * * * *", "UTC"),
      execute: Ref.update(fired, (n) => n + 1),
      skipIfOlderThan: "1 minute"
    })
  ).pipe(
    Layer.provide(BucketSnapshotsSql.layer),
    Layer.provide([LiveEventsSql.layer, fakePorts(gateway)]),
    Layer.provide(Cluster),
    Layer.provide(TestSettings({ runner: Option.some({ host: "127.0.0.1", port, bind: "127.0.0.1" }), rings })),
    Layer.fresh
  )

layer(JobLeaseSql.layer.pipe(Layer.provideMerge(TestDatabase.layer)), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("the tables of the cluster", (it) => {
  it.effect(
    "hold a row and a reply a firing and nothing of actors; once forgotten, what is due next and the runners " +
      "that live are left, and fire on",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const lease = yield* JobLease
        const fired = yield* Ref.make(0)
        const gateway = yield* makeFakeGateway([bucket("one")])
        const times = (more: number) =>
          Effect.flatMap(Ref.get(fired), (from) =>
            Effect.repeat(Ref.get(fired), {
              schedule: Schedule.spaced("200 millis"),
              until: (n) => n >= from + more
            }).pipe(Effect.timeout("40 seconds"))
          )
        const counts = Effect.map(
          sql`
      select (select count(*)::int from cluster_messages where processed) as over,
        (select count(*)::int from cluster_messages where not processed) as waiting,
        (select count(*)::int from cluster_messages where entity_type <> 'ClusterCron/each-second') as others,
          (select count(*)::int from cluster_replies) as replies,
        (select count(*)::int from cluster_runners) as runners, (select count(*)::int from cluster_locks) as locks`,
          ([row]) => row as Record<string, number>
        )
        const [one, other] = yield* Effect.promise(() => Promise.all([freePort(), freePort()]))
        yield* Effect.scoped(
          Effect.gen(function* () {
            const listings = yield* Effect.all(
              [one, other].map((port) =>
                Effect.map(Layer.build(replica(gateway, port, fired)), Context.get(BucketListings))
              ),
              { concurrency: 2 }
            )
            yield* Effect.all(
              listings.flatMap((some) => ["a", "b", "c"].map((key) => some.page(`endpoint:1/owner:${key}`, {}))),
              { concurrency: "unbounded" }
            )
            yield* times(3)
            const full = yield* counts
            assert.isAtLeast(full["over"] ?? 0, 2)
            assert.deepInclude(full, { others: 0, runners: 2, locks: 0 })

            // a killed runner, and a firing of a schedule that releases removed
            yield* sql`insert into cluster_runners (address, runner, last_heartbeat)
              values ('10.0.0.9:4000', '{}', now() - interval '2 days')`
            yield* sql`
        insert into cluster_messages (id, shard_id, entity_type, entity_id, kind, tag, payload, headers, request_id,
          deliver_at)
        values (1, 'default:1', 'ClusterCron/removed', '2020-01-01T00:00:00.000Z', 0, 'run',
          '{"dateTime":"2020-01-01T00:00:00.000Z"}', '{}', 1, 1577836800000)`
            yield* Effect.all(
              Array.from({ length: 5 }, () =>
                Effect.flatMap(DateTime.now, lease.forgetFirings).pipe(Effect.andThen(Effect.sleep("700 millis")))
              ),
              { discard: true }
            )
            yield* times(2)
            yield* lease.forgetFirings(DateTime.makeUnsafe(Date.now() - 86_400_000))
            const soon = yield* counts
            assert.isAtLeast(soon["over"] ?? 0, 1, "of the last day nothing is forgotten")
            assert.strictEqual(soon["runners"], 2)
          })
        )
        yield* Effect.flatMap(DateTime.now, lease.forgetFirings)
        const left = yield* counts
        assert.deepInclude(left, { over: 0, replies: 0, runners: 0, locks: 0, others: 1 })
        assert.isAtMost(
          left["waiting"] ?? 0,
          3,
          "a firing that is due next, of the schedule that is gone, and at most one that shards moved under"
        )
        assert.isTrue(
          (yield* sql`select 1 from cluster_messages where id = 1 and not processed`).length === 1,
          "what is undelivered stays"
        )

        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* Layer.build(replica(gateway, yield* Effect.promise(freePort), fired))
            yield* times(2)
          })
        )
      }),
    150_000
  )
})

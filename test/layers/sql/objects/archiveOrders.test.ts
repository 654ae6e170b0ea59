import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as ArchiveOrdersSql from "#layers/sql/objects/ArchiveOrdersSql.ts"
import { ArchiveOrders } from "#services/objects/ArchiveOrders.ts"
import { TestDatabase } from "../../../support/TestDatabase.ts"

const at = (time: string) => DateTime.makeUnsafe(`2026-05-04T${time}:00Z`)
const order = { bucket: "b", prefix: "", keys: ["k"], objects: [] }

layer(ArchiveOrdersSql.layer.pipe(Layer.provideMerge(TestDatabase.layer)), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("orders of archives", (it) => {
  it.effect("are limited for each person across contexts, and for each S3 session, until the oldest expires", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const orders = yield* ArchiveOrders
      const people = yield* sql<{ id: number }>`
        insert into ui_users (email, full_name, role, created_at, updated_at)
        select name || '@example.org', name, 'ui_user', now(), now() from unnest(array['ada', 'bob']) name returning id`
      const [ada, bob] = people.map(({ id }) => ({ userId: id, contextId: "1" }))
      const add = (owner: { userId: number | null; contextId: string } | undefined, time: string, limit = 2) =>
        orders.add(crypto.randomUUID(), owner!, order, at(time), DateTime.subtract(at(time), { hours: 1 }), limit)
      assert.deepStrictEqual([yield* add(ada, "09:00"), yield* add({ ...ada!, contextId: "2" }, "09:30")], [null, null])
      const oldest = yield* add({ ...ada!, contextId: "3" }, "09:59")
      assert.deepStrictEqual(oldest, at("09:00"), "the third of one person, in whichever context")
      const session = (contextId: string) => ({ userId: null, contextId })
      for (const owner of [bob, session("s3:one"), session("s3:one"), session("s3:two")])
        assert.isNull(yield* add(owner, "09:59"))
      assert.isNotNull(yield* add(session("s3:one"), "09:59"))
      assert.isNull(yield* add(ada, "10:01"), "the order of 09:00 has expired")
    })
  )

  it.effect("made concurrently are no more than the limit", () =>
    Effect.gen(function* () {
      const orders = yield* ArchiveOrders
      const owner = { userId: null, contextId: "s3:concurrent" }
      const add = Effect.suspend(() => orders.add(crypto.randomUUID(), owner, order, at("12:00"), at("11:00"), 3))
      const results = yield* Effect.all(
        Array.from({ length: 8 }, () => add),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(
        results.filter((oldest) => oldest === null),
        3
      )
    })
  )
})

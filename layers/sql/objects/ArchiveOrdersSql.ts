import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { ArchiveOrders, type StoredOrder, type OrderOwner } from "#services/objects/ArchiveOrders.ts"

const orderReader = makeRowReader(
  "archive_orders",
  Schema.Struct({
    bucket: Schema.String,
    prefix: Schema.String,
    keys: Schema.Array(Schema.String),
    objects: Schema.Array(Schema.String)
  })
)
const countReader = makeRowReader(
  "archive_orders",
  Schema.Struct({ count: Schema.Int, oldest: Schema.NullOr(Schema.Date) })
)

export const layer = Layer.effect(
  ArchiveOrders,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const add = Effect.fn("ArchiveOrders.add")(
      function* (
        id: string,
        { contextId, userId }: OrderOwner,
        { bucket, keys, objects, prefix }: StoredOrder,
        now: DateTime.Utc,
        expired: DateTime.Utc,
        limit: number
      ) {
        yield* sql`delete from archive_orders where created_at < ${DateTime.toDate(expired)}`
        const owner = userId === null ? `context/${contextId}` : `user/${userId}`
        // concurrent orders of one owner respect the limit
        yield* sql`select pg_advisory_xact_lock(hashtextextended(${`archive_orders/${owner}`}, 0))`
        const { count, oldest } = yield* countReader.one(sql`
        select count(*)::int as count, min(created_at) as oldest from archive_orders
        where user_id is not distinct from ${userId}::int and (user_id is not null or context_id = ${contextId})`)
        if (oldest !== null && count >= limit) return DateTime.makeUnsafe(oldest)
        yield* sql`
        insert into archive_orders (id, user_id, context_id, bucket, prefix, keys, objects, created_at)
        values (${id}, ${userId}, ${contextId}, ${bucket}, ${prefix}, ${JSON.stringify(keys)}::jsonb,
          ${JSON.stringify(objects)}::jsonb, ${DateTime.toDate(now)})`
        return null
      },
      sql.withTransaction,
      Effect.orDie
    )

    const find = Effect.fn("ArchiveOrders.find")(
      (id: string, { contextId, userId }: OrderOwner, expired: DateTime.Utc) =>
        orderReader.first(sql`
      select bucket, prefix, keys, objects from archive_orders
      where id = ${id} and user_id is not distinct from ${userId}::int and context_id = ${contextId}
        and created_at >= ${DateTime.toDate(expired)}`),
      Effect.orDie
    )

    return ArchiveOrders.of({ add, find })
  })
)

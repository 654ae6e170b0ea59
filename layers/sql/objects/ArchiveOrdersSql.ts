import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rowsOf } from "../../postgres/rowsOf.ts"
import { ArchiveOrders, type StoredOrder, type OrderOwner } from "#services/objects/ArchiveOrders.ts"

const orders = rowsOf(
  "archive_orders",
  Schema.Struct({
    bucket: Schema.String,
    prefix: Schema.String,
    keys: Schema.Array(Schema.String),
    objects: Schema.Array(Schema.String)
  })
)

export const layer = Layer.effect(
  ArchiveOrders,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const add = Effect.fn("ArchiveOrders.add")(function* (
      id: string,
      { contextId, userId }: OrderOwner,
      { bucket, keys, objects, prefix }: StoredOrder,
      now: DateTime.Utc,
      expired: DateTime.Utc
    ) {
      yield* sql`delete from archive_orders where created_at < ${DateTime.toDate(expired)}`
      yield* sql`
        insert into archive_orders (id, user_id, context_id, bucket, prefix, keys, objects, created_at)
        values (${id}, ${userId}, ${contextId}, ${bucket}, ${prefix}, ${JSON.stringify(keys)}::jsonb, ${JSON.stringify(objects)}::jsonb, ${DateTime.toDate(now)})`
    }, Effect.orDie)

    const find = Effect.fn("ArchiveOrders.find")(
      (id: string, { contextId, userId }: OrderOwner, expired: DateTime.Utc) =>
        orders.first(sql`
      select bucket, prefix, keys, objects from archive_orders
      where id = ${id} and user_id is not distinct from ${userId}::int and context_id = ${contextId} and created_at >= ${DateTime.toDate(expired)}`),
      Effect.orDie
    )

    return ArchiveOrders.of({ add, find })
  })
)

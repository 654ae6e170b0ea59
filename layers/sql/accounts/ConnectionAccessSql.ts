import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ConnectionUser } from "#domain/accounts/Connection.ts"
import type { ContextWorkspace } from "#domain/accounts/contexts/ExecutionContext.ts"
import { ConnectionAccess } from "#services/accounts/connections/ConnectionAccess.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import {
  connectionColumns,
  connectionOf,
  connectionReader,
  connectionsFrom,
  firstConnection
} from "./connectionColumns.ts"

const userReader = makeRowReader("user_associations, ui_users", ConnectionUser)
const idReader = makeRowReader("ui_users", Schema.Struct({ id: Schema.Int }))
const userColumns = "u.id as user_id, u.email, u.full_name, u.is_active, l.manager_role"

export const layer = Layer.effect(
  ConnectionAccess,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const selected = sql.literal(`select ${connectionColumns} from ${connectionsFrom}`)

    const activeUser = (userId: number) =>
      sql`exists (select from ui_users u where u.id = ${userId} and u.is_active and u.role <> 'ui_none')`
    const linkedTo = (userId: number) =>
      sql`(c.owner_user_id is null and exists (select from effective_associations l where l.s3_connection_id = c.id
        and l.user_id = ${userId}))`

    const visible = Effect.fn("ConnectionAccess.visible")(
      (userId: number, workspace: ContextWorkspace) =>
        Effect.map(
          connectionReader.all(sql`${selected} where ${activeUser(userId)}
      and (c.owner_user_id = ${userId} or (${workspace === "manager"} and ${linkedTo(userId)})) order by lower(c.name),
        c.id`),
          (rows) => rows.map(connectionOf)
        ),
      Effect.orDie
    )

    const find = Effect.fn("ConnectionAccess.find")(
      (userId: number, id: number) =>
        firstConnection(
          sql`${selected} where c.id = ${id} and ${activeUser(userId)}
            and (c.owner_user_id = ${userId} or ${linkedTo(userId)})`
        ),
      Effect.orDie
    )

    const byId = Effect.fn("ConnectionAccess.byId")(
      (id: number) => firstConnection(sql`${selected} where c.id = ${id}`),
      Effect.orDie
    )

    const linked = Effect.fn("ConnectionAccess.linked")(
      (id: number) =>
        userReader.all(sql`select ${sql.literal(userColumns)}
            from user_associations l join ui_users u on u.id = l.user_id
      where l.s3_connection_id = ${id} order by lower(u.email)`),
      Effect.orDie
    )

    const link = Effect.fn("ConnectionAccess.link")(
      (id: number, userId: number) =>
        sql.withTransaction(
          Effect.gen(function* () {
            // association_turn comes before any row lock (migration 0010)
            yield* sql`select association_turn()`
            // locked, so that a concurrent deletion of the user is no foreign key error
            if ((yield* idReader.first(sql`select id from ui_users where id = ${userId} for key share`)) === null)
              return "unknown" as const
            return yield* userReader.first(sql`
        with l as (
          insert into user_associations (user_id, s3_connection_id, manager_role)
          select ${userId}::int, c.id, 'account_administrator' from s3_connections c where c.id = ${id}
            and c.owner_user_id is null
          on conflict do nothing returning user_id, manager_role)
        select ${sql.literal(userColumns)} from l join ui_users u on u.id = l.user_id`)
          })
        ),
      Effect.orDie
    )

    const unlink = Effect.fn("ConnectionAccess.unlink")(
      (id: number, userId: number) =>
        userReader.first(sql`
      with l as (delete from user_associations where s3_connection_id = ${id} and user_id = ${userId} returning user_id,
        manager_role)
      select ${sql.literal(userColumns)} from l join ui_users u on u.id = l.user_id`),
      Effect.orDie
    )

    return ConnectionAccess.of({ visible, find, byId, linked, link, unlink })
  })
)

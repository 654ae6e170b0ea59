import { Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { ContextRef } from "#domain/accounts/contexts/ContextId.ts"
import { ContextPeople } from "#services/accounts/contexts/ContextPeople.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { rights } from "./rights.ts"

const Row = Schema.Struct({
  user_id: Schema.Int,
  email: Schema.String,
  full_name: Schema.String,
  associations: Schema.Array(
    Schema.Struct({
      group: Schema.NullOr(Schema.String),
      manager: Schema.Boolean,
      data: Schema.Boolean
    })
  )
})
const personReader = makeRowReader(
  "ui_users, user_associations, group_associations, ui_group_members, ui_groups, s3_connections",
  Row
)

export const layer = Layer.effect(
  ContextPeople,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lit = sql.literal

    const linked: Record<ContextRef["kind"], (id: number) => Statement.Fragment> = {
      account: (id) => sql`l.rgw_account_id = ${id}`,
      s3_user: (id) => sql`l.rgw_user_id = ${id}`,
      connection: (id) => sql`l.s3_connection_id = ${id}`
    }
    const owned = (
      ref: ContextRef
    ) => sql`select c.owner_user_id as user_id, null::text as "group", true as manager, true as data
      from s3_connections c where ${ref.kind === "connection"} and c.id = ${ref.id} and c.owner_user_id is not null`

    const of = Effect.fn("ContextPeople.of")(
      (ref: ContextRef, limit: number) =>
        personReader.all(sql`
        with granted as (
          select l.user_id, g.name as "group", ${lit(rights.manager)} as manager, ${lit(rights.browser)} as data
            from effective_associations l left join ui_groups g on g.id = l.group_id
            where ${linked[ref.kind](ref.id)} and (${lit(rights.manager)} or ${lit(rights.browser)})
          union all ${owned(ref)}
        )
        select u.id as user_id, u.email, u.full_name,
          jsonb_agg(jsonb_build_object('group', r."group", 'manager', r.manager, 'data', r.data)
            order by r."group" nulls first) as associations
        from granted r join ui_users u on u.id = r.user_id
        where u.is_active and u.role <> 'ui_none'
        group by u.id order by lower(u.email) limit ${limit}`),
      Effect.orDie
    )

    return ContextPeople.of({ of })
  })
)

import { managerToolsOf, privilegesOf } from "#domain/access/UserRights.ts"
import { UserRights } from "#services/users/UserRights.ts"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rowsOf } from "../../postgres/rowsOf.ts"

const Row = Schema.Struct({ privileges: Schema.Array(Schema.String), manager_tools: Schema.Array(Schema.String) })
const marks = rowsOf("ui_users", Schema.Struct({ id: Schema.Int, mark: Schema.String }))
const givers = rowsOf("ui_users, ui_groups", Row)

/** Rights in PostgreSQL: what is said of the user, and of each group. */
export const layer = Layer.effect(UserRights, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  // what the settings switch off nobody is given
  const usageOff = sql.literal("coalesce((select settings #>> '{general,bucket_usage_stats_enabled}' from application_settings) = 'false', false)")
  const tools = (of: "u" | "g") => sql`case when ${usageOff} then array_remove(${sql.literal(of)}.manager_tools, 'usage_stats') else ${sql.literal(of)}.manager_tools end as manager_tools`

  const of = Effect.fn("UserRights.of")((userId: number) => Effect.map(givers.all(sql`
    select u.privileges, ${tools("u")} from ui_users u where u.id = ${userId}
    union all
    select g.privileges, ${tools("g")} from ui_group_members m join ui_groups g on g.id = m.group_id where m.user_id = ${userId}`),
    (rows) => ({ privileges: privilegesOf(rows.flatMap((row) => row.privileges)), manager_tools: managerToolsOf(rows.flatMap((row) => row.manager_tools)) })), Effect.orDie)
  
  const marksOf = Effect.fn("UserRights.marks")((userIds: ReadonlyArray<number>) => Effect.map(marks.all(sql`
    select u.id, md5(jsonb_build_array(u.role, u.is_active, ${usageOff},
      (select jsonb_agg(r.name order by r.name) from (
        select unnest(u.privileges || u.manager_tools) as name
        union select unnest(g.privileges || g.manager_tools) from ui_group_members m join ui_groups g on g.id = m.group_id where m.user_id = u.id
      ) r),
      (select jsonb_agg(l.said order by l.said) from (
        select distinct jsonb_build_array(e.rgw_account_id, e.rgw_user_id, e.s3_connection_id, e.manager_role, e.portal_role, e.allow_manager_browser_data_access) as said
        from effective_associations e where e.user_id = u.id
      ) l),
      (select jsonb_agg(jsonb_build_array(c.id, c.expires_at) order by c.id) from s3_connections c where c.owner_user_id = u.id)
    )::text) as mark
    from ui_users u where u.id in (select jsonb_array_elements_text(${JSON.stringify(userIds)}::text::jsonb)::int)`),
    (rows) => new Map(rows.map(({ id, mark }) => [id, mark]))), Effect.orDie)

  return UserRights.of({ of, marks: marksOf })
}))

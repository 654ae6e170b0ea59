import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { UiRole } from "#domain/platform/access/Caller.ts"
import { DeclaredPeople } from "#services/fleet/apply/DeclaredPeople.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const texts = Schema.Array(Schema.String)
const rights = { id: Schema.Int, version: Schema.Int, privileges: texts, manager_tools: texts }
const userReader = makeRowReader(
  "ui_users",
  Schema.Struct({
    ...rights,
    email: Schema.String,
    full_name: Schema.String,
    role: UiRole,
    is_active: Schema.Boolean,
    has_password: Schema.Boolean
  })
)
const groupReader = makeRowReader(
  "ui_groups",
  Schema.Struct({ ...rights, name: Schema.String, description: Schema.String, members: texts, given: texts })
)
const linkReader = makeRowReader(
  "s3_connections",
  Schema.Struct({ s3_connection_id: Schema.Int, users: texts, groups: texts })
)

export const layer = Layer.effect(
  DeclaredPeople,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return DeclaredPeople.of({
      users: userReader
        .all(sql`
      select id, version, privileges, manager_tools, email, full_name, role, is_active,
        password_hash is not null as has_password
      from ui_users order by lower(email)`)
        .pipe(Effect.withSpan("DeclaredPeople.users"), Effect.orDie),
      groups: groupReader
        .all(sql`
      select g.id, g.version, g.privileges, g.manager_tools, g.name, g.description,
        coalesce(m.members, '[]'::jsonb) as members, coalesce(m.given, '[]'::jsonb) as given
      from ui_groups g left join (
        select m.group_id, jsonb_agg(u.email order by lower(u.email)) filter (where m.by_hand) as members,
          jsonb_agg(u.email order by lower(u.email)) filter (where not m.by_hand) as given
        from ui_group_members m join ui_users u on u.id = m.user_id group by m.group_id
      ) m on m.group_id = g.id order by lower(g.name)`)
        .pipe(Effect.withSpan("DeclaredPeople.groups"), Effect.orDie),
      connectionLinks: linkReader
        .all(sql`
      select c.id as s3_connection_id, coalesce(u.users, '[]'::jsonb) as users,
        coalesce(g.groups, '[]'::jsonb) as groups
      from s3_connections c
      left join (
        select l.s3_connection_id, jsonb_agg(u.email order by lower(u.email)) as users
        from user_associations l join ui_users u on u.id = l.user_id where l.s3_connection_id is not null
          group by l.s3_connection_id
      ) u on u.s3_connection_id = c.id
      left join (
        select l.s3_connection_id, jsonb_agg(g.name order by lower(g.name)) as groups
        from group_associations l join ui_groups g on g.id = l.group_id where l.s3_connection_id is not null
          group by l.s3_connection_id
      ) g on g.s3_connection_id = c.id
      where c.owner_user_id is null order by c.id`)
        .pipe(Effect.withSpan("DeclaredPeople.connectionLinks"), Effect.orDie)
    })
  })
)

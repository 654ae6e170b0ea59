import { Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { LinkRoles } from "#domain/identity/Links.ts"
import type { UnknownLink } from "#domain/identity/unknownLinks.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"

export interface LinkSet {
  readonly table: "user_associations" | "group_associations"
  readonly own: "user_id" | "group_id" | "rgw_account_id" | "rgw_user_id"
  readonly other: "user_id" | "group_id" | "rgw_account_id" | "rgw_user_id" | "s3_connection_id"
}

export interface NamedEntity {
  readonly field: string
  readonly key: string
}

const sides = {
  user_id: { table: "ui_users", noun: "console user" },
  group_id: { table: "ui_groups", noun: "group" },
  rgw_account_id: { table: "rgw_accounts", noun: "RGW account" },
  rgw_user_id: { table: "rgw_users", noun: "RGW user" },
  s3_connection_id: { table: "s3_connections", noun: "shared S3 connection" }
} as const

const idReader = makeRowReader("ui_users, ui_groups, rgw_accounts, rgw_users", Schema.Struct({ id: Schema.Int }))

export const unknownIdsIn = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  other: LinkSet["other"],
  linkedIds: ReadonlyArray<number>,
  { field, key }: NamedEntity
): Effect.fn.Return<ReadonlyArray<UnknownLink>, SqlError.SqlError> {
  if (linkedIds.length === 0) return []
  const { table, noun } = sides[other]
  const rows = yield* idReader.all(sql`
    select id from ${sql(table)}
      where id in (select jsonb_array_elements_text(${JSON.stringify(linkedIds)}::text::jsonb)::int)
      ${other === "s3_connection_id" ? sql`and owner_user_id is null` : sql``}`)
  const existingIds = new Set(rows.map(({ id }) => id))
  return linkedIds.flatMap((id, index) => (existingIds.has(id) ? [] : [{ field, index, key, noun, id }]))
})

/** Unchanged links are not written: they get no new version and no event. */
export const replaceLinks = (
  sql: SqlClient.SqlClient,
  { other, own, table }: LinkSet,
  id: number,
  links: ReadonlyArray<LinkRoles & { readonly id: number }>
) => {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(links)}::text::jsonb) as w
    (id int, manager_role text, portal_role text, allow_manager_browser_data_access boolean)`
  return Effect.andThen(
    sql`delete from ${sql(table)} where ${sql(own)} = ${id} and ${sql(other)} is not null
      and ${sql(other)} not in (select w.id from ${rows})`,
    sql`
      insert into ${sql(table)} as l (${sql(own)}, ${sql(other)}, manager_role, portal_role,
        allow_manager_browser_data_access)
      select ${id}::int, w.id, w.manager_role, w.portal_role, w.allow_manager_browser_data_access from ${rows}
      on conflict (${sql(own)}, ${sql(other)}) do update set manager_role = excluded.manager_role,
        portal_role = excluded.portal_role,
        allow_manager_browser_data_access = excluded.allow_manager_browser_data_access
      where (l.manager_role, l.portal_role, l.allow_manager_browser_data_access)
        is distinct from (excluded.manager_role, excluded.portal_role, excluded.allow_manager_browser_data_access)`
  )
}

export const replaceMembers = (
  sql: SqlClient.SqlClient,
  own: "user_id" | "group_id",
  id: number,
  linkedIds: ReadonlyArray<number>
) => {
  const other = own === "user_id" ? "group_id" : "user_id"
  const rows = sql`select jsonb_array_elements_text(${JSON.stringify(linkedIds)}::text::jsonb)::int`
  return Effect.andThen(
    sql`delete from ui_group_members where ${sql(own)} = ${id} and ${sql(other)} not in (${rows})`,
    sql`insert into ui_group_members (${sql(own)}, ${sql(other)}) select ${id}::int, w.id from (${rows}) as w (id)
      on conflict do nothing`
  )
}

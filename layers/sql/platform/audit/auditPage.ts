import { auditScopes } from "#domain/platform/audit/AuditEntry.ts"
import { type AuditQuery, auditRoles } from "#domain/platform/audit/AuditLog.ts"
import { trimmedSearch } from "#domain/platform/Paging.ts"
import type { SqlClient, Statement } from "effect/sql"
import { containing } from "../../../postgres/containing.ts"
import { whereDuring, whereOneOf } from "../../../postgres/filtering.ts"
import { afterCursor } from "../../../postgres/listing.ts"
import { columns, searched } from "./auditColumns.ts"

const roleColumn = "coalesce(l.actor_role, '')"
const roleText = (role: string) => (role === "none" ? "" : role)

/** Looks a part up in the index, then compares the whole text (`|| ''` avoids the index). */
const searching = (sql: SqlClient.SqlClient, text: string, part: string) => {
  const has = sql`${sql.literal(searched)} ilike ${containing(part)}`
  return part === text ? has : sql`${has} and ${sql.literal(`(${searched} || '')`)} ilike ${containing(text)}`
}

export const auditPage = (
  sql: SqlClient.SqlClient,
  query: AuditQuery,
  lookedUp?: string
): Statement.Statement<unknown> => {
  const text = trimmedSearch(query)
  const { behind, rest } = afterCursor(
    sql,
    ["l.created_at", "l.id"],
    query,
    ([micros, id]) => sql`(timestamptz 'epoch' + ${micros}::float8 * interval '1 microsecond', ${id}::bigint)`
  )
  const { role, scope } = query
  const narrowed = role !== undefined || scope !== undefined
  const of = sql.and([behind, ...whereDuring(sql, "l.created_at", query.created_after, query.created_before)])
  const conditions = [
    of,
    ...(text === null ? [] : [searching(sql, text, lookedUp ?? text)]),
    ...whereOneOf(sql, "l.scope", scope),
    ...whereOneOf(sql, roleColumn, role?.map(roleText))
  ]
  // each scope and role has its own index by time: merges the newest of each. A search is looked up first
  const fromClause =
    narrowed && text === null
      ? sql`
      jsonb_array_elements_text(${JSON.stringify(scope ?? auditScopes)}::text::jsonb) as s (name)
      cross join jsonb_array_elements_text(${JSON.stringify((role ?? auditRoles).map(roleText))}::text::jsonb) as r
        (name)
      cross join lateral (
        select * from audit_logs l where l.scope = s.name and ${sql.literal(roleColumn)} = r.name and ${of} ${rest}
      ) l`
      : sql`(
        select * from audit_logs l
        where ${sql.and(conditions)} ${rest}
      ) l`
  return sql`select ${sql.literal(columns)} from ${fromClause} left join audit_chain c on c.entry_id = l.id ${rest}`
}

import type { SqlClient } from "effect/sql"
import type { WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"

export const contextRows = (sql: SqlClient.SqlClient, { contexts, tagEndpointId, userId }: WorkbenchScope) => {
  const tags = sql`${tagEndpointId}::int as tag_endpoint_id, ${userId}::int as tag_user_id`
  const [only] = contexts
  // constants let the planner use the order of an index
  if (contexts.length === 1 && only !== undefined)
    return sql`select ${only.key}::text as key, ${only.place}::text as place, ${only.endpoint_id}::int as endpoint_id,
      ${only.context_id}::text as context_id, ${only.context_kind}::text as context_kind,
      ${only.context_name.toLowerCase()}::text as context_name_ci,
      ${only.endpoint_name.toLowerCase()}::text as endpoint_name_ci, ${tags}`
  const list = JSON.stringify(
    contexts.map(({ context_id, context_kind, context_name, endpoint_id, endpoint_name, key, place }) => ({
      key,
      place,
      endpoint_id,
      context_id,
      context_kind,
      context_name_ci: context_name.toLowerCase(),
      endpoint_name_ci: endpoint_name.toLowerCase()
    }))
  )
  return sql`select i.*, ${tags} from jsonb_to_recordset(${list}::text::jsonb) as i (key text, place text,
    endpoint_id int, context_id text, context_kind text, context_name_ci text, endpoint_name_ci text)`
}

export const rowId = (sql: SqlClient.SqlClient, { tagEndpointId }: WorkbenchScope) =>
  sql.literal(
    tagEndpointId === null ? "c.context_id || '::' || r.name" : "coalesce(r.bucket_id, r.tenant || '/' || r.name)"
  )

/** Also finds rows by the id that they have while the gateway's bucket id is not read. */
export const hasRowId = (sql: SqlClient.SqlClient, scope: WorkbenchScope, ids: ReadonlyArray<string>) => {
  const listed = sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb))`
  const byName = scope.tagEndpointId === null ? [] : [sql`r.tenant || '/' || r.name in ${listed}`]
  return sql.or([sql`${rowId(sql, scope)} in ${listed}`, ...byName])
}

import type { SqlClient, Statement } from "effect/sql"
import type { WorkbenchRequest } from "#domain/buckets/workbench/WorkbenchRequest.ts"
import type { WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"
import { workbenchQueries } from "#domain/buckets/workbench/workbenchQuery.ts"
import { trimmedSearch } from "#domain/platform/Paging.ts"
import type { QueryField } from "#domain/platform/query/QueryDeclaration.ts"
import { filterSql } from "../../../postgres/query/filterSql.ts"
import { hasRowId } from "./contextRows.ts"
import { rowTags, workbenchSource } from "./workbenchSource.ts"

const searchedFields = (fields: Readonly<Record<string, QueryField>>): ReadonlyArray<string> =>
  Object.entries(fields).flatMap(([name, { searchable }]) => (searchable ? [String(workbenchSource.fields[name])] : []))

export const workbenchCondition = (
  sql: SqlClient.SqlClient,
  scope: WorkbenchScope,
  request: WorkbenchRequest
): Statement.Fragment => {
  const declaration = workbenchQueries[scope.workbench]
  const text = trimmedSearch(request)
  const pattern = text === null ? "" : `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`
  const tagged = (ids: ReadonlyArray<number>, user: string) =>
    ids.length === 0
      ? []
      : [sql`exists (select from ${sql.literal(rowTags)} and ${sql.literal(user)} and ${sql.in("t.id", ids)})`]
  return sql.and([
    filterSql(sql, declaration, workbenchSource, request.filter),
    ...(text === null
      ? []
      : [sql.or(searchedFields(declaration.fields).map((column) => sql`${sql.literal(column)} like ${pattern}`))]),
    ...(request.ids === undefined ? [] : [hasRowId(sql, scope, request.ids)]),
    ...tagged(request.private_tag_ids, "t.user_id is not null"),
    ...tagged(request.shared_tag_ids, "t.user_id is null")
  ])
}

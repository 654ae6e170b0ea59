import { Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { managerToolsOf, privilegesOf } from "#domain/platform/access/UserRights.ts"
import { AccountLink, S3ConnectionDetail, S3UserLink } from "#domain/identity/Links.ts"
import type { Grants } from "#domain/identity/effectiveAccess.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"
import { linkColumns } from "./linkColumns.ts"

const Row = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  privileges: Schema.Array(Schema.String),
  manager_tools: Schema.Array(Schema.String),
  account_links: Schema.Array(AccountLink),
  s3_user_links: Schema.Array(S3UserLink),
  s3_connection_details: Schema.Array(S3ConnectionDetail)
})
const groupReader = makeRowReader("ui_groups", Row)

export const grantsOfGroups = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  ids: ReadonlyArray<number>
): Effect.fn.Return<ReadonlyMap<number, Grants>, SqlError.SqlError> {
  if (ids.length === 0) return new Map()
  const rows = yield* groupReader.all(sql`
    select g.id, g.name, g.privileges, g.manager_tools,
      ${sql.literal(linkColumns("group_associations", "group_id", "g.id"))}
    from ui_groups g where g.id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)::int)`)
  return new Map(
    rows.map((row) => [
      row.id,
      { ...row, privileges: privilegesOf(row.privileges), manager_tools: managerToolsOf(row.manager_tools) }
    ])
  )
})

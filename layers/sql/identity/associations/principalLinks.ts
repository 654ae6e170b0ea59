import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { UnknownLink } from "#domain/identity/unknownLinks.ts"
import type { PrincipalLinkSets } from "#services/identity/users/UserRecords.ts"
import { type LinkSet, replaceLinks, unknownIdsIn } from "./linkSets.ts"

export const unknownPrincipalLinks = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { account_links, s3_connection_details, s3_user_links }: PrincipalLinkSets
): Effect.fn.Return<ReadonlyArray<UnknownLink>, SqlError.SqlError> {
  return [
    ...(yield* unknownIdsIn(sql, "rgw_account_id", account_links?.map((link) => link.account_id) ?? [], {
      field: "account_links",
      key: "account_id"
    })),
    ...(yield* unknownIdsIn(sql, "rgw_user_id", s3_user_links?.map((link) => link.s3_user_id) ?? [], {
      field: "s3_user_links",
      key: "s3_user_id"
    })),
    ...(yield* unknownIdsIn(
      sql,
      "s3_connection_id",
      s3_connection_details?.map((link) => link.s3_connection_id) ?? [],
      {
        field: "s3_connection_details",
        key: "s3_connection_id"
      }
    ))
  ]
})

export const setPrincipalLinks = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  of: Pick<LinkSet, "own" | "table">,
  id: number,
  { account_links, s3_connection_details, s3_user_links }: PrincipalLinkSets
): Effect.fn.Return<void, SqlError.SqlError> {
  if (account_links !== undefined) {
    yield* replaceLinks(
      sql,
      { ...of, other: "rgw_account_id" },
      id,
      account_links.map((link) => ({ ...link, id: link.account_id }))
    )
  }
  if (s3_user_links !== undefined) {
    yield* replaceLinks(
      sql,
      { ...of, other: "rgw_user_id" },
      id,
      s3_user_links.map((link) => ({ ...link, id: link.s3_user_id }))
    )
  }
  if (s3_connection_details !== undefined) {
    yield* replaceLinks(
      sql,
      { ...of, other: "s3_connection_id" },
      id,
      s3_connection_details.map((link) => ({
        id: link.s3_connection_id,
        manager_role: "account_administrator",
        portal_role: null,
        allow_manager_browser_data_access: false
      }))
    )
  }
})

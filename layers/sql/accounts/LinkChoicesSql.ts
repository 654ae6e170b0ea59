import { LinkChoice, type LinkChoiceSortKey } from "#domain/accounts/LinkChoice.ts"
import type { OffsetQuery } from "#domain/platform/Paging.ts"
import { LinkChoices } from "#services/accounts/LinkChoices.ts"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { offsetPage, type SqlListing } from "../../postgres/listing.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

interface Choosable {
  readonly from: string
  readonly name: string
  readonly detail: string
  readonly endpoint: string
  readonly active: string
}

const registered = (table: "rgw_accounts" | "rgw_users", external: string): Choosable => ({
  from: `${table} r join storage_endpoints e on e.id = r.storage_endpoint_id`,
  name: "r.name",
  detail: `r.${external}`,
  endpoint: "e.name",
  active: "true"
})

const choosable = {
  account: registered("rgw_accounts", "rgw_account_id"),
  s3_user: registered("rgw_users", "rgw_user_uid"),
  s3_connection: {
    from:
      "(select * from s3_connections where owner_user_id is null) r left join storage_endpoints e on e.id = " +
      "r.storage_endpoint_id",
    name: "r.name",
    detail: "coalesce(e.url, r.custom_endpoint ->> 'url')",
    endpoint: "e.name",
    active: "true"
  },
  group: { from: "ui_groups r", name: "r.name", detail: "r.description", endpoint: "null::text", active: "true" },
  user: {
    from: "ui_users r",
    name: "r.full_name",
    detail: "r.email",
    endpoint: "null::text",
    active: "(r.is_active and r.role <> 'ui_none')"
  }
} satisfies Record<keyof LinkChoices["Service"], Choosable>

const rowReader = makeRowReader("rgw_accounts, rgw_users, s3_connections, ui_groups, ui_users", LinkChoice)

export const choiceListing = (kind: keyof typeof choosable): SqlListing<LinkChoiceSortKey> => {
  const { active, detail, endpoint, from, name } = choosable[kind]
  return {
    columns: `r.id, ${name} as name, ${detail} as detail, ${endpoint} as storage_endpoint_name, ${active} as is_active`,
    from,
    id: "r.id",
    searched: [name, detail],
    sortedBy: "name",
    sorts: { name: `lower(${name})` }
  }
}

export const layer = Layer.effect(
  LinkChoices,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const chooser = (kind: keyof typeof choosable) => {
      const paged = offsetPage(sql, choiceListing(kind), rowReader, (row) => row)
      return Effect.fn(`LinkChoices.${kind}`)((query: OffsetQuery<LinkChoiceSortKey>) => paged(query), Effect.orDie)
    }
    return LinkChoices.of({
      account: chooser("account"),
      s3_user: chooser("s3_user"),
      s3_connection: chooser("s3_connection"),
      group: chooser("group"),
      user: chooser("user")
    })
  })
)

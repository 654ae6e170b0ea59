import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { OffsetQuery } from "#domain/platform/Paging.ts"
import { pageStatement, type SqlListing } from "#layers/postgres/listing.ts"
import { choiceListing } from "#layers/sql/accounts/LinkChoicesSql.ts"
import { registrationListings } from "#layers/sql/accounts/RegistrationsSql.ts"
import { connectionListing } from "#layers/sql/accounts/ConnectionRecordsSql.ts"
import { groupListing } from "#layers/sql/identity/GroupRecordsSql.ts"
import { userListing } from "#layers/sql/identity/users/UserRecordsSql.ts"
import { seedPeople } from "../../support/seedPeople.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"

interface Node {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Index Name"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly Plans?: ReadonlyArray<Node>
}

const nodesOf = (node: Node): ReadonlyArray<Node> => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

type Asked = Omit<OffsetQuery<string>, "sort_by">
const pages =
  <Sort extends string>(listing: SqlListing<Sort>) =>
  (sql: SqlClient.SqlClient, query: Asked) =>
    pageStatement(sql, listing, query, [])

const planOf = Effect.fnUntraced(function* (
  statement: (sql: SqlClient.SqlClient, query: Asked) => Statement.Fragment,
  query: Asked
) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{
    "QUERY PLAN": ReadonlyArray<{ readonly Plan: Node }>
  }>`explain (analyze, format json) ${statement(sql, query)}`
  return nodesOf(row!["QUERY PLAN"][0]!.Plan)
})
const scansOf = (nodes: ReadonlyArray<Node>, relation: string) =>
  nodes
    .filter((node) => node["Relation Name"] === relation)
    .map((node) => ({ how: node["Node Type"], loops: node["Actual Loops"], index: node["Index Name"] }))

const LINKS = ["user_associations", "group_associations", "ui_group_members"]

const listings = [
  ["users", pages(userListing), "ui_users", 10_000],
  ["groups", pages(groupListing), "ui_groups", 500],
  ["accounts", pages(registrationListings.account), "rgw_accounts", 2_000],
  ["RGW users", pages(registrationListings.s3_user), "rgw_users", 2_000],
  ["connections", pages(connectionListing), "s3_connections", 500],
  ["a chooser of users", pages(choiceListing("user")), "ui_users", 10_000],
  ["a chooser of accounts", pages(choiceListing("account")), "rgw_accounts", 2_000]
] as const

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "180 seconds" })(
  "plans of lists in a large installation",
  (it) => {
    it.effect(
      "links are looked up for the rows of the page alone, and its table is never read through once for each of them",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`insert into storage_endpoints (name, url, features_config, created_at, updated_at)
            values ('one', 'https://s3.example.org', '{"features":{}}', now(), now())`
          yield* seedPeople({
            users: 10_000,
            groups: 500,
            accounts: 2_000,
            s3Users: 2_000,
            connections: 500,
            notifications: 0
          })
          for (const [what, statement, table, count] of listings) {
            const queries: ReadonlyArray<Asked> = [
              { page: 1 },
              { page: Math.floor(count / 25) },
              { page: 1, search: "0042" },
              { page: 2, search: "-" },
              { page: 1, search: "nowhere to be found" },
              { page: 1, page_size: 200, sort_dir: "desc" }
            ]
            for (const query of queries) {
              const said = `${what} ${JSON.stringify(query)}`
              const nodes = yield* planOf(statement, query)
              for (const link of LINKS) {
                for (const { how, index, loops } of scansOf(nodes, link)) {
                  assert.match(how, /^(Index|Bitmap Heap)/, `${said}: ${link}`)
                  if (how.startsWith("Index")) assert.isString(index, said)
                  assert.isAtMost(loops, query.page_size ?? 25, `${said}: ${link}`)
                }
              }
              const through = scansOf(nodes, table).filter(({ how, loops }) => how === "Seq Scan" && loops > 0)
              assert.isAtMost(
                through.reduce((sum, { loops }) => sum + loops, 0),
                3,
                said
              )
            }
          }
        }),
      180_000
    )

    it.effect("the first users by e-mail come from the index, and nobody is sorted for them", () =>
      Effect.gen(function* () {
        const nodes = yield* planOf(pages(userListing), { page: 1, page_size: 25 })
        const found = nodes.find((node) => node["Index Name"] === "ui_users_email")
        assert.isAtMost((found?.["Actual Rows"] ?? Infinity) * (found?.["Actual Loops"] ?? 1), 26)
      })
    )
  }
)

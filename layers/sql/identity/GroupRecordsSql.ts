import { UiRole } from "#domain/platform/access/Caller.ts"
import { managerToolsOf, privilegesOf } from "#domain/platform/access/UserRights.ts"
import { UiGroup, UiGroupRow, type UiGroupSortKey, UiGroupSummary } from "#domain/identity/UiGroup.ts"
import type { OffsetQuery } from "#domain/platform/Paging.ts"
import { type GroupFields, type GroupLinkSets, GroupRecords } from "#services/identity/GroupRecords.ts"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { offsetPage, type SqlListing } from "../../postgres/listing.ts"
import { utc } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { nullWhenTaken } from "../../postgres/uniqueness.ts"
import { linkColumns, userDetails } from "./associations/linkColumns.ts"
import { replaceMembers, unknownIdsIn } from "./associations/linkSets.ts"
import { setPrincipalLinks, unknownPrincipalLinks } from "./associations/principalLinks.ts"
import { namesIn } from "./associations/namesIn.ts"

const stored = {
  privileges: Schema.Array(Schema.String),
  manager_tools: Schema.Array(Schema.String),
  created_at: Schema.Date,
  updated_at: Schema.Date
}
const Row = Schema.Struct({ ...UiGroupRow.fields, ...stored })
const Whole = Schema.Struct({ ...UiGroup.fields, ...stored })
const table = "ui_groups"
const rowReader = makeRowReader(table, Row)
const groupReader = makeRowReader(table, Whole)
const summaryReader = makeRowReader(table, UiGroupSummary)
const idReader = makeRowReader(table, Schema.Struct({ id: Schema.Int }))
const userRoleReader = makeRowReader("ui_users", Schema.Struct({ role: UiRole }))

const plain = <A extends Pick<typeof Row.Type, keyof typeof stored>>(row: A) => ({
  ...row,
  privileges: privilegesOf(row.privileges),
  manager_tools: managerToolsOf(row.manager_tools),
  created_at: utc(row.created_at),
  updated_at: utc(row.updated_at)
})

const members = "(select count(*)::int from ui_group_members m where m.group_id = g.id)"
const columns = `g.id, g.name, g.description, g.privileges, g.manager_tools, g.version, g.created_at, g.updated_at,
  ${members} as member_count,
  (select count(*)::int from group_associations l where l.group_id = g.id
    and l.rgw_account_id is not null) as account_count,
  (select count(*)::int from group_associations l where l.group_id = g.id
    and l.rgw_user_id is not null) as s3_user_count`

export const groupListing: SqlListing<UiGroupSortKey> = {
  columns,
  from: "ui_groups g",
  id: "g.id",
  searched: ["g.name", "g.description"],
  sortedBy: "name",
  sorts: { name: "lower(g.name)", member_count: members, created_at: "g.created_at", updated_at: "g.updated_at" }
}

export const layer = Layer.effect(
  GroupRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const paged = offsetPage(sql, groupListing, rowReader, plain)

    const page = Effect.fn("GroupRecords.page")((query: OffsetQuery<UiGroupSortKey>) => paged(query), Effect.orDie)

    const minimal = summaryReader
      .all(sql`select g.id, g.name, ${sql.literal(members)} as member_count from ui_groups g order by lower(g.name)`)
      .pipe(Effect.withSpan("GroupRecords.minimal"), Effect.orDie)

    const find = Effect.fn("GroupRecords.find")(
      (id: number) =>
        Effect.map(
          groupReader.first(sql`
    select ${sql.literal(columns)}, ${sql.literal(userDetails("g.id"))},
      ${sql.literal(linkColumns("group_associations", "group_id", "g.id"))}
    from ui_groups g where g.id = ${id}`),
          (row) => (row === null ? null : plain(row))
        ),
      Effect.orDie
    )

    const add = Effect.fn("GroupRecords.add")((name: string, now: DateTime.Utc) => {
      const at = DateTime.toDateUtc(now)
      return idReader
        .one(sql`insert into ui_groups (name, created_at, updated_at) values (${name}, ${at}, ${at}) returning id`)
        .pipe(
          // a failed insert would abort the caller's transaction
          sql.withTransaction,
          nullWhenTaken,
          Effect.map((made) => made?.id ?? null)
        )
    }, Effect.orDie)

    const update = Effect.fn("GroupRecords.update")(
      (id: number, { manager_tools, privileges, ...fields }: GroupFields, now: DateTime.Utc) => {
        const set: { [column: string]: string | Date } = { ...fields, updated_at: DateTime.toDateUtc(now) }
        return sql`update ui_groups set ${sql.update(set)}${namesIn(sql, { privileges, manager_tools })}
          where id = ${id}`.pipe(
          sql.withTransaction,
          nullWhenTaken,
          Effect.map((done) => done !== null)
        )
      },
      Effect.orDie
    )

    const setLinks = Effect.fn("GroupRecords.setLinks")(function* (
      id: number,
      { user_details, ...links }: GroupLinkSets
    ) {
      const unknown = [
        ...(yield* unknownIdsIn(sql, "user_id", user_details?.map((user) => user.user_id) ?? [], {
          field: "user_details",
          key: "user_id"
        })),
        ...(yield* unknownPrincipalLinks(sql, links))
      ]
      if (unknown.length > 0) return unknown
      yield* setPrincipalLinks(sql, { table: "group_associations", own: "group_id" }, id, links)
      if (user_details !== undefined)
        yield* replaceMembers(
          sql,
          "group_id",
          id,
          user_details.map((user) => user.user_id)
        )
      return []
    }, Effect.orDie)

    const remove = Effect.fn("GroupRecords.remove")(
      (id: number) => sql`delete from ui_groups where id = ${id}`,
      Effect.asVoid,
      Effect.orDie
    )

    const roles = Effect.fn("GroupRecords.roles")(
      (userIds: ReadonlyArray<number>) =>
        userIds.length === 0
          ? Effect.succeed([])
          : Effect.map(
              userRoleReader.all(sql`
    select distinct role from ui_users
      where id in (select jsonb_array_elements_text(${JSON.stringify(userIds)}::text::jsonb)::int)`),
              (found) => found.map(({ role }) => role)
            ),
      Effect.orDie
    )

    return GroupRecords.of({ page, minimal, find, add, update, setLinks, remove, roles })
  })
)

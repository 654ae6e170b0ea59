import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { cursorLimit, type CursorQuery } from "#domain/platform/Cursor.ts"
import { makePage, type OffsetQuery, type Page, pageWindow, trimmedSearch } from "#domain/platform/Paging.ts"
import { containing } from "./containing.ts"
import { makeRowReader } from "./makeRowReader.ts"

export interface SqlListing<Sort extends string> {
  readonly columns: string
  readonly from: string
  readonly sorts: Readonly<Record<Sort, string>>
  readonly sortedBy: NoInfer<Sort>
  readonly id: string
  readonly searched: ReadonlyArray<string>
}

export const searching = (
  sql: SqlClient.SqlClient,
  query: { readonly search?: string },
  searched: ReadonlyArray<string>
): Statement.Fragment => {
  const text = trimmedSearch(query)
  return text === null
    ? sql`true`
    : sql.or(searched.map((column) => sql`${sql.literal(column)} ilike ${containing(text)}`))
}

export const ordering = <Sort extends string>(
  sql: SqlClient.SqlClient,
  { id, sortedBy, sorts }: Pick<SqlListing<Sort>, "id" | "sortedBy" | "sorts">,
  query: OffsetQuery<Sort>
): Statement.Fragment =>
  sql.literal(
    `order by ${sorts[query.sort_by ?? sortedBy]} ${query.sort_dir === "desc" ? "desc" : "asc"} nulls last, ${id}`
  )

export const windowing = (sql: SqlClient.SqlClient, query: OffsetQuery<string>): Statement.Fragment => {
  const { page, pageSize } = pageWindow(query)
  return sql`limit ${pageSize} offset ${(page - 1) * pageSize}`
}

interface Reader<Row> {
  readonly all: <E, R>(
    statement: Effect.Effect<ReadonlyArray<unknown>, E, R>
  ) => Effect.Effect<ReadonlyArray<Row>, E, R>
}

const Frame = Schema.Struct({ of_total: Schema.Int, of_all: Schema.Int, is_row: Schema.NullOr(Schema.Boolean) })

/** Materialises filtered rows once; an unfiltered page uses the index order. A page past the end has totals. */
export const pageStatement = <Sort extends string>(
  sql: SqlClient.SqlClient,
  listing: SqlListing<Sort>,
  query: OffsetQuery<Sort>,
  conditions: ReadonlyArray<Statement.Fragment>
): Statement.Statement<unknown> => {
  const from = sql.literal(listing.from)
  const [id, order, window] = [sql.literal(listing.id), ordering(sql, listing, query), windowing(sql, query)]
  const narrowed = trimmedSearch(query) !== null || conditions.length > 0
  const where = sql.and([searching(sql, query, listing.searched), ...conditions])
  const sortedBy = listing.sorts[query.sort_by ?? listing.sortedBy]
  const foundOrder = { id: "found.id", sortedBy: "by", sorts: { by: "found.sorted_by" } } as const
  const cut = narrowed
    ? {
        with: sql`with found as materialized (select ${id} as id, ${sql.literal(sortedBy)} as sorted_by from ${from}
          where ${where})`,
        counted: sql`found`,
        all: sql`(select count(*)::int from ${from})`,
        ids: sql`select found.id
          from found ${ordering(sql, foundOrder, { sort_dir: query.sort_dir ?? "asc" })} ${window}`
      }
    : { with: sql``, counted: from, all: sql`counted.of_total`, ids: sql`select ${id} from ${from} ${order} ${window}` }
  // cut by id first, so that lateral columns run for the page's rows only
  return sql`
    ${cut.with} select counted.of_total, ${cut.all} as of_all, listed.*
      from (select count(*)::int as of_total from ${cut.counted}) counted
    left join lateral (
      select true as is_row, ${sql.literal(listing.columns)} from ${from} where ${id} in (${cut.ids}) ${order}
    ) listed on true`
}

export const offsetPage = <Sort extends string, Row, A>(
  sql: SqlClient.SqlClient,
  listing: SqlListing<Sort>,
  reader: Reader<Row>,
  itemOf: (row: Row) => A
) => {
  const frames = makeRowReader(listing.from, Frame)
  return Effect.fnUntraced(function* (query: OffsetQuery<Sort>, ...conditions: ReadonlyArray<Statement.Fragment>) {
    const { page, pageSize } = pageWindow(query)
    const rows = yield* pageStatement(sql, listing, query, conditions)
    const around = yield* frames.all(Effect.succeed(rows))
    const items = yield* reader.all(Effect.succeed(rows.filter((_, index) => around[index]?.is_row === true)))
    const resultPage: Page<A> = makePage(
      items.map(itemOf),
      around[0]?.of_total ?? 0,
      page,
      pageSize,
      around[0]?.of_all ?? 0
    )
    return resultPage
  })
}

/** Newest first, plus one row that `cutPage` removes: it shows whether a page follows. `at`: a SQL row. */
export const afterCursor = <Position>(
  sql: SqlClient.SqlClient,
  columns: ReadonlyArray<string>,
  query: CursorQuery<Position>,
  at: (position: Position) => Statement.Fragment
): { readonly behind: Statement.Fragment; readonly rest: Statement.Fragment } => ({
  behind: query.cursor === undefined ? sql`true` : sql`${sql.literal(`(${columns.join(", ")})`)} < ${at(query.cursor)}`,
  rest: sql`${sql.literal(`order by ${columns.map((column) => `${column} desc`).join(", ")}`)}
    limit ${cursorLimit(query) + 1}`
})

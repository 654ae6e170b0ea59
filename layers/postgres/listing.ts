import { Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { cursorLimit, type CursorQuery } from "#domain/platform/Cursor.ts"
import { makePage, type OffsetQuery, type Page, pageWindow, searchOf } from "#domain/platform/Paging.ts"
import { containing } from "./containing.ts"
import { rowsOf } from "./rowsOf.ts"

/** A listing in SQL. Every text is ours; what a caller sends chooses among them or is a parameter. */
export interface SqlListing<Sort extends string> {
  readonly columns: string
  readonly from: string
  /** What may be sorted by, and how. */
  readonly sorts: Readonly<Record<Sort, string>>
  /** How it is sorted when nobody says. */
  readonly sortedBy: NoInfer<Sort>
  /** Unique and never null: settles ties, so that no row is on two pages and none on no page. */
  readonly id: string
  /** Where a searched text may be contained, whatever its case. */
  readonly searched: ReadonlyArray<string>
}

/** The condition of a search; true when nothing is searched for. */
export const searching = (sql: SqlClient.SqlClient, query: { readonly search?: string }, searched: ReadonlyArray<string>): Statement.Fragment => {
  const text = searchOf(query)
  return text === null ? sql`true` : sql.or(searched.map((column) => sql`${sql.literal(column)} ilike ${containing(text)}`))
}

/** The order of a listing. What is not known comes last, whichever way it is sorted. */
export const ordering = <Sort extends string>(
  sql: SqlClient.SqlClient, { id, sortedBy, sorts }: Pick<SqlListing<Sort>, "id" | "sortedBy" | "sorts">, query: OffsetQuery<Sort>
): Statement.Fragment => sql.literal(`order by ${sorts[query.sort_by ?? sortedBy]} ${query.sort_dir === "desc" ? "desc" : "asc"} nulls last, ${id}`)

/** The rows of a page. */
export const windowing = (sql: SqlClient.SqlClient, query: OffsetQuery<string>): Statement.Fragment => {
  const { page, pageSize } = pageWindow(query)
  return sql`limit ${pageSize} offset ${(page - 1) * pageSize}`
}

/** Reads rows as they were selected: what `rowsOf` gives. */
interface Reader<Row> {
  readonly all: <E, R>(statement: Effect.Effect<ReadonlyArray<unknown>, E, R>) => Effect.Effect<ReadonlyArray<Row>, E, R>
}

/** What stands around each row of a page. */
const Frame = Schema.Struct({ of_total: Schema.Int, of_all: Schema.Int, is_row: Schema.NullOr(Schema.Boolean) })

/**
 * A page and its totals in one statement. What is narrowed is looked through once: those rows are counted, and the page is cut from
 * them; what is not may come in the order of an index. `conditions` are the listing's own filters, those that are asked for. All parts see
 * the same rows, and the page behind the last one still knows the totals.
 */
export const pageStatement = <Sort extends string>(
  sql: SqlClient.SqlClient, listing: SqlListing<Sort>, query: OffsetQuery<Sort>, conditions: ReadonlyArray<Statement.Fragment>
): Statement.Statement<unknown> => {
  const from = sql.literal(listing.from)
  const [id, order, window] = [sql.literal(listing.id), ordering(sql, listing, query), windowing(sql, query)]
  const narrowed = searchOf(query) !== null || conditions.length > 0
  const where = sql.and([searching(sql, query, listing.searched), ...conditions])
  const sortedBy = listing.sorts[query.sort_by ?? listing.sortedBy]
  const cut = narrowed
    ? {
      with: sql`with found as materialized (select ${id} as id, ${sql.literal(sortedBy)} as sorted_by from ${from} where ${where})`,
      counted: sql`found`, all: sql`(select count(*)::int from ${from})`,
      ids: sql`select found.id from found ${ordering(sql, { id: "found.id", sortedBy: "by", sorts: { by: "found.sorted_by" } }, { sort_dir: query.sort_dir ?? "asc" })} ${window}`
    }
    : { with: sql``, counted: from, all: sql`counted.of_total`, ids: sql`select ${id} from ${from} ${order} ${window}` }
  // the page is found by its ids: columns that ask further tables are then made of its rows alone, not of all that come before
  // one outer row: the join can be nothing but a loop over the rows as the inner query orders them
  return sql`
    ${cut.with} select counted.of_total, ${cut.all} as of_all, listed.* from (select count(*)::int as of_total from ${cut.counted}) counted
    left join lateral (
      select true as is_row, ${sql.literal(listing.columns)} from ${from} where ${id} in (${cut.ids}) ${order}
    ) listed on true`
}

/** Reads pages of a listing. */
export const offsetPage = <Sort extends string, Row, A>(
  sql: SqlClient.SqlClient, listing: SqlListing<Sort>, reader: Reader<Row>, itemOf: (row: Row) => A
) => {
  const frames = rowsOf(listing.from, Frame)
  return Effect.fnUntraced(function*(query: OffsetQuery<Sort>, ...conditions: ReadonlyArray<Statement.Fragment>) {
    const { page, pageSize } = pageWindow(query)
    const rows = yield* pageStatement(sql, listing, query, conditions)
    const around = yield* frames.all(Effect.succeed(rows))
    const items = yield* reader.all(Effect.succeed(rows.filter((_, index) => around[index]?.is_row === true)))
    const found: Page<A> = makePage(items.map(itemOf), around[0]?.of_total ?? 0, page, pageSize, around[0]?.of_all ?? 0)
    return found
  })
}

/** The rows after a cursor, newest first, and one more, which `cutPage` takes off again: it tells whether another page follows. `at`: the position as a row of SQL. */
export const afterCursor = <Position>(
  sql: SqlClient.SqlClient, columns: ReadonlyArray<string>, query: CursorQuery<Position>, at: (position: Position) => Statement.Fragment
): { readonly behind: Statement.Fragment; readonly rest: Statement.Fragment } => ({
  behind: query.cursor === undefined ? sql`true` : sql`${sql.literal(`(${columns.join(", ")})`)} < ${at(query.cursor)}`,
  rest: sql`${sql.literal(`order by ${columns.map((column) => `${column} desc`).join(", ")}`)} limit ${cursorLimit(query) + 1}`
})

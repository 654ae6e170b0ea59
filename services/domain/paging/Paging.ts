import { Schema } from "effect"
import { SearchText } from "../text/Text.ts"

/** A positive decimal integer in a query string. */
const queryInt = (minimum: number, maximum: number) =>
  Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** Offset paging as every listing takes it. `sort_by` is narrowed by the listing. */
export const pageQuery = <const Keys extends ReadonlyArray<string>>(sortKeys: Keys) => ({
  page: Schema.optionalKey(queryInt(1, 1_000_000)),
  page_size: Schema.optionalKey(queryInt(1, 200)),
  search: Schema.optionalKey(SearchText),
  sort_by: Schema.optionalKey(Schema.Literals(keys(sortKeys))),
  sort_dir: Schema.optionalKey(Schema.Literals(["asc", "desc"]))
})

const keys = <const Keys extends ReadonlyArray<string>>(sortKeys: Keys): Keys => sortKeys

export const defaultPageSize = 25

/** `{items, total, page, page_size, has_next}`. */
export const pageOf = <S extends Schema.Top>(item: S) =>
  Schema.Struct({
    items: Schema.Array(item),
    total: Schema.Int,
    page: Schema.Int,
    page_size: Schema.Int,
    has_next: Schema.Boolean
  })

/** A page as services hand it out. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly total: number
  readonly page: number
  readonly page_size: number
  readonly has_next: boolean
}

export const makePage = <A>(items: ReadonlyArray<A>, total: number, page: number, pageSize: number): Page<A> => ({
  items, total, page, page_size: pageSize, has_next: page * pageSize < total
})

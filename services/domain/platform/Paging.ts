import { Schema } from "effect"
import { SearchText } from "./Text.ts"

const queryInt = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

export const pageQuery = <const Keys extends ReadonlyArray<string>>(sortKeys: Keys) => ({
  page: Schema.optionalKey(queryInt(1, 1_000_000)),
  page_size: Schema.optionalKey(queryInt(1, 200)),
  search: Schema.optionalKey(SearchText),
  sort_by: Schema.optionalKey(Schema.Literals(keys(sortKeys))),
  sort_dir: Schema.optionalKey(Schema.Literals(["asc", "desc"]))
})

const keys = <const Keys extends ReadonlyArray<string>>(sortKeys: Keys): Keys => sortKeys

export interface OffsetQuery<Sort extends string> {
  readonly page?: number
  readonly page_size?: number
  readonly search?: string
  readonly sort_by?: Sort
  readonly sort_dir?: "asc" | "desc"
}

export const defaultPageSize = 25

export const pageWindow = ({ page = 1, page_size = defaultPageSize }: OffsetQuery<string>) => ({
  page,
  pageSize: page_size
})

export const isUnpaged = ({ page, page_size }: OffsetQuery<string>): boolean =>
  page === undefined && page_size === undefined

export const trimmedSearch = ({ search = "" }: { readonly search?: string }): string | null =>
  search.trim() === "" ? null : search.trim()

/** `total` counts rows that match; `total_all` counts rows without search and filters. */
export const pageOf = <S extends Schema.Top>(item: S) =>
  Schema.Struct({
    items: Schema.Array(item),
    total: Schema.Int,
    total_all: Schema.Int,
    page: Schema.Int,
    page_size: Schema.Int,
    has_next: Schema.Boolean
  })

export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly total: number
  readonly total_all: number
  readonly page: number
  readonly page_size: number
  readonly has_next: boolean
}

export const makePage = <A>(
  items: ReadonlyArray<A>,
  total: number,
  page: number,
  pageSize: number,
  all = total
): Page<A> => ({
  items,
  total,
  total_all: all,
  page,
  page_size: pageSize,
  has_next: page * pageSize < total
})

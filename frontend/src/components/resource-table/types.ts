import type { Component, QRL } from "@builder.io/qwik"
import type { SortDirection } from "~/lib/url-state"

/** A row as it came from the API: plain JSON. */
export type Row = object

/** How a cell shows its value where no component is given. */
export type CellFormat = "text" | "mono" | "int" | "bytes" | "ago" | "date" | "date-time"

export interface Column<R extends Row = Row> {
  /** The field of the row (`user.full_name` reaches into it), and `sort_by` when sortable. */
  readonly key: string
  readonly label: string
  /** `name` takes what is left; the others keep their share. */
  readonly width?: "name" | "l" | "m" | "s" | "xs"
  /** 1 always shows; 4 goes first when the table gets narrow. */
  readonly priority?: 1 | 2 | 3 | 4
  /** Right-aligned, tabular figures, sorted from the largest first. */
  readonly numeric?: boolean
  readonly sortable?: boolean
  readonly format?: CellFormat
  /** Shown for null and undefined; a dash unless said. */
  readonly absent?: string
  /** Off until chosen in the columns menu. */
  readonly optional?: boolean
  /** It is read only while it shows: an export has it only then. */
  readonly readWhenShown?: boolean
  /** What an export says, where that is not the field's value. */
  readonly text$?: QRL<(row: R) => string | number | boolean | null>
  /** A component$ that shows the cell; beats `format`. */
  readonly cell?: Component<{ readonly row: R }>
}

/** A page by number, in the API's own words: sent as it is. Pages count from 1; `search` is absent where nothing is searched for. */
export interface OffsetQuery<S extends string = string> {
  readonly page: number
  readonly page_size: number
  readonly sort_by: S
  readonly sort_dir: SortDirection
  readonly search?: string
}

/** A page from where the last one ended, in the API's own words; no `cursor` asks for the first. */
export interface CursorQuery {
  readonly limit: number
  readonly cursor?: string
  readonly search?: string
}

/** What a table asks for, by what kind of paging it has. */
export type ListQuery<S extends string = string> = OffsetQuery<S> | CursorQuery

/** The circumstances of a question. */
export interface Reading {
  readonly signal: AbortSignal
  /** The same number: only search, sort or page are other ones; what was read whole may serve again. */
  readonly number: number
}

/** Why rows are older than they should be, said by the page in a sentence. */
export interface Staleness {
  readonly message: string
  readonly since: string | null
}

/** One page of rows. `total` null: the listing goes by cursor and `next` says where it continues (null: at its end). */
export interface TablePage<R extends Row = Row> {
  readonly items: ReadonlyArray<R>
  readonly total: number | null
  /** How many there are without search and filters, where that is known. */
  readonly all?: number
  readonly next?: string | null
  readonly stale?: Staleness | null
}

/** Asks the API for a page of rows. */
export type Fetcher<R extends Row = Row> = (query: ListQuery, reading: Reading) => Promise<TablePage<R>>

/** What rows are called, for counts and messages: `{ one: "bucket", many: "buckets" }`. */
export interface Noun {
  readonly one: string
  readonly many: string
}

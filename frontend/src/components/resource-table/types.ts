import type { Component } from "@builder.io/qwik"
import type { SortDirection } from "~/lib/url-state"

/** A row as it came from the API: plain JSON. */
export type Row = object

/** How a cell shows its value where no component is given. */
export type CellFormat = "text" | "mono" | "int" | "bytes" | "ago" | "date" | "date-time"

export interface Column<R extends Row = Row> {
  /** The field of the row, and `sort_by` when sortable. */
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
  /** A component$ that shows the cell; beats `format`. */
  readonly cell?: Component<{ readonly row: R }>
}

/** What the table asks its fetcher for. Pages count from 1. */
export interface TableQuery {
  readonly search: string
  readonly sortBy: string
  readonly sortDir: SortDirection
  readonly page: number
  readonly pageSize: number
  /** For listings by cursor: where the page starts; null for the first. */
  readonly cursor: string | null
  readonly signal: AbortSignal
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
  readonly next?: string | null
  readonly stale?: Staleness | null
}

/** Asks the API for a page of rows. */
export type Fetcher<R extends Row = Row> = (query: TableQuery) => Promise<TablePage<R>>

/** What rows are called, for counts and messages: `{ one: "bucket", many: "buckets" }`. */
export interface Noun {
  readonly one: string
  readonly many: string
}

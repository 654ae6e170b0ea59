import type { Component, QRL } from "@builder.io/qwik"
import type { SortDirection } from "~/lib/url-state"

export type Row = object

export type CellFormat = "text" | "mono" | "int" | "bytes" | "ago" | "date" | "date-time"

export interface Column<R extends Row = Row> {
  /** Field of the row, or a path (`user.full_name`); `sort_by` when sortable. */
  readonly key: string
  readonly label: string
  readonly width?: "name" | "l" | "m" | "s" | "xs"
  /** 1 is always visible; 4 is hidden first. */
  readonly priority?: 1 | 2 | 3 | 4
  readonly numeric?: boolean
  readonly sortable?: boolean
  readonly format?: CellFormat
  readonly absent?: string
  readonly optional?: boolean
  readonly readWhenShown?: boolean
  readonly text$?: QRL<(row: R, column: string) => string | number | boolean | null>
  /** `column`: the key, where several columns share a cell. */
  readonly cell?: Component<{ readonly row: R; readonly column: string }>
}

export interface OffsetQuery<S extends string = string> {
  readonly page: number
  readonly page_size: number
  readonly sort_by: S
  readonly sort_dir: SortDirection
  readonly search?: string
}

export interface CursorQuery {
  readonly limit: number
  readonly cursor?: string
  readonly search?: string
}

export type ListQuery<S extends string = string> = OffsetQuery<S> | CursorQuery

export interface Reading {
  readonly signal: AbortSignal
  readonly number: number
}

export interface Staleness {
  readonly message: string
  readonly since: string | null
}

/** `total` null: by cursor; `next` null: at the end. */
export interface TablePage<R extends Row = Row> {
  readonly items: ReadonlyArray<R>
  readonly total: number | null
  readonly all?: number
  readonly next?: string | null
  readonly stale?: Staleness | null
}

export type Fetcher<R extends Row = Row> = (query: ListQuery, reading: Reading) => Promise<TablePage<R>>

export interface Noun {
  readonly one: string
  readonly many: string
}

import type { QRL, Signal } from "@builder.io/qwik"
import type { IconName } from "~/lib/icon-names"
import type { Chosen, Filter } from "../filters/filter"
import type { CursorQuery, Noun, OffsetQuery, Row, Staleness } from "../resource-table"

/** The circumstances in which rows are read. */
export interface Asking<F extends ReadonlyArray<Filter> = ReadonlyArray<Filter>> {
  readonly signal: AbortSignal
  readonly filters: Chosen<F>
  /** Of an export: the keys of the columns that show, which all of its rows must have. */
  readonly exported?: ReadonlyArray<string>
}

/** A page as the API answers it, by number. What it says beside (`stale`) may be added. */
export interface OffsetPage<R> {
  readonly items: ReadonlyArray<R>
  readonly total: number
  /** How many there are without search and filters. */
  readonly total_all?: number
  readonly stale?: Staleness | null
}

/** A page as the API answers it, by cursor. */
export interface CursorPage<R> {
  readonly items: ReadonlyArray<R>
  readonly next_cursor: string | null
}

/** Where rows come from, by how the API pages them. `query` goes to it as it is. */
export type Source<R extends Row, S extends string, F extends ReadonlyArray<Filter>> =
  | {
    readonly page$: QRL<(query: OffsetQuery<S>, asking: Asking<F>) => Promise<OffsetPage<R>>>
    /** The row of a key, wherever it stands in the listing: what a link with `?open=` shows. */
    readonly one$: QRL<(key: string, signal: AbortSignal) => Promise<R>>
  }
  | {
    readonly cursor$: QRL<(query: CursorQuery, asking: Asking<F>) => Promise<CursorPage<R>>>
    readonly one$: QRL<(key: string, signal: AbortSignal) => Promise<R>>
  }
  | {
    /** All rows at once: searched, sorted and paged here. */
    readonly whole$: QRL<(asking: Asking<F>) => Promise<ReadonlyArray<R>>>
    /** What is searched, by path. */
    readonly searchIn: ReadonlyArray<string>
    /** For an export, where `whole$` shows what is known so far: everything, waiting for what was not read yet. */
    readonly everything$?: QRL<(asking: Asking<F>) => Promise<ReadonlyArray<R>>>
    /** Only where a filter keeps rows away that a link may name. */
    readonly one$?: QRL<(key: string, signal: AbortSignal) => Promise<R>>
  }

/** A way to begin something: a button in the header and in the empty listing, `?create=1` in the address. */
export interface Beginning {
  /** Its name in the address: `create` answers `?create=1`, `create-oidc` answers `?create=oidc`. */
  readonly intent: string
  readonly label: string
  readonly icon: IconName
  /** What it is called, and what it is, in a menu of several. */
  readonly menu?: { readonly label: string; readonly hint: string }
  /** The dialog that it opens, or the address of the page. */
  readonly opens: Signal<object | null> | string
}

export interface ListingOptions<F extends ReadonlyArray<Filter>> {
  /** Unique among listings: column choices are kept under it. */
  readonly id: string
  readonly title: string
  /** What a row is called. */
  readonly noun: Noun
  /** The field that identifies a row. */
  readonly rowKey: string
  /** `name`, or `-name` for descending. */
  readonly sort: string
  /** Label of the search box, which says what it searches; no box without. */
  readonly search?: string
  readonly filters?: F
  /** What can be begun here; the last is the primary one. */
  readonly begin?: ReadonlyArray<Beginning>
  /** Puts all beginnings behind one button of this name. */
  readonly beginMenu?: string
  /** First use: nothing is here yet. */
  readonly empty: { readonly icon: IconName; readonly title: string; readonly text: string }
  readonly selectable?: boolean
  /** Where the service writes the file itself: its address. Else the rows are read page by page and written here. */
  readonly file$?: QRL<(format: "csv" | "json", search: string, asking: Pick<Asking<F>, "filters">) => Promise<string>>
}

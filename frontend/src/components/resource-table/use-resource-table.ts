import { type NoSerialize, type Signal, useSignal, useStore } from "@builder.io/qwik"
import type { ProblemError } from "~/client/problem-error"
import { place, refinement, type UrlKey } from "~/lib/url-state"
import { useUrlState } from "~/lib/use-url-state"
import { hiddenIn } from "./columns-address"
import type { Matching, Picked } from "./selection-model"
import type { RowWindow } from "./row-window"
import type { Row, Staleness } from "./types"

/** What of a table's state is reactive. Rows are not in it: they stand in `window`, and `version` says that they changed. */
export interface TableState {
  status: "loading" | "ready" | "failed"
  version: number
  /** Counts the readings of the listing: each may have brought other rows. */
  readings: number
  /** Rows that match, or are known so far where the listing goes by cursor. */
  count: number
  /** Whether more rows follow after `count`. */
  open: boolean
  active: number
  /** Rows that there are without search and filters; null: nobody said. */
  all: number | null
  /** What is shown answers an older question: the present one is on its way, or failed. */
  outdated: boolean
  /** Keys of selected rows, with the label to name them by. */
  selected: Picked
  /** The row from which a range is selected, and what was selected before it. */
  anchor: string
  base: Picked
  /** Selected rows that the present filter does not show; null while that is not known. */
  hidden: number | null
  /** Only the selection is shown. */
  only: boolean
  /** Rows are read to be selected: so many so far, of so many where that is known. */
  selecting: { rows: number; of: number | null } | null
  /** Why they could not be; "" while nothing failed. */
  unselected: string
  /** Names of rows that left the selection because they are gone. */
  gone: ReadonlyArray<string>
  stale: Staleness | null
  /** What the rows belong to; null before the first are asked for. */
  scope: string | null
  /** A quiet refresh is under way. */
  refreshing: boolean
  hiddenColumns: Record<string, boolean>
  /** Widths that the person gave to columns, in pixels. */
  widths: Readonly<Record<string, number>>
}

/** What a page may ask of its table. In the browser only. */
export interface TableHandle {
  /** Asks again for what is shown; rows stay until the new ones are here. */
  readonly reload: () => void
  /** Newer versions of rows, as they become known; unknown ones cause a quiet refresh, at most every second. */
  readonly merge: (rows: ReadonlyArray<Row>) => void
  /** The rows that are selected and here. */
  readonly rowOf: (key: string) => Row | undefined
  /** The row at a position, once it is here: where Back led, the keyboard is before the rows are. */
  readonly reach: (index: number) => Promise<Row | undefined>
  readonly clearSelection: () => void
  /** Rows that somebody deleted elsewhere: they leave the selection with a word, and the table is read again. */
  readonly gone: (keys: ReadonlyArray<string>) => void
  /** Selects from the anchor to the row at a position. */
  readonly selectTo: (index: number) => Promise<void>
  /** Selects every row that search and filters let through. */
  readonly selectAll: () => Promise<void>
  readonly stopSelecting: () => void
  /** Shows only what is selected, and everything again. */
  readonly showSelected: () => void
  readonly showAll: () => void
  readonly focus: () => void
}

/** The address of a table: `q` what is searched for, `sort` (`-` for descending), `open` the key of the open row, `columns` those that were chosen. */
export interface TableAddress {
  q: string
  sort: string
  open: string
  /** Chosen columns; "" as this browser keeps them. */
  columns: string
}

export interface Table {
  readonly id: string
  readonly paging: "offset" | "cursor"
  /** Rows of a page behind the first, where the listing goes by cursor; null: as many as in the first. */
  readonly laterPages: number | null
  /** Keys that rows may be sorted by; another one in the address is not asked for. Null: none was declared, any is. */
  readonly sortable: ReadonlyArray<string> | null
  readonly state: TableState
  readonly url: TableAddress & Record<string, string>
  readonly window: Signal<NoSerialize<RowWindow> | undefined>
  readonly handle: Signal<NoSerialize<TableHandle> | undefined>
  readonly problem: Signal<NoSerialize<ProblemError> | undefined>
  /** Where the name of a row leads. */
  readonly hrefOf: Signal<NoSerialize<(key: string, row: Row) => string | null> | undefined>
  readonly defaultSort: string
  /** The filters in the address, with what each says while the address does not; "" is none. */
  readonly filters: Readonly<Record<string, string>>
  /** The rows that are selected, as they were last seen. */
  readonly kept: Signal<NoSerialize<Map<string, Row>> | undefined>
  /** What is known of the rows that the present question finds. */
  readonly matching: Signal<NoSerialize<Matching> | undefined>
  readonly positionKeys: ReadonlyArray<string>
}

interface TableOptions {
  /** Unique among tables: column choices are kept under it. */
  readonly id: string
  /** `name`, or `-name` for descending. */
  readonly sort: string
  readonly paging?: "offset" | "cursor"
  /** Rows of a page behind the first, for listings by cursor that go on very far: each page is a request that waits for the one before. */
  readonly laterPages?: number
  readonly sortable?: ReadonlyArray<string>
  /** The page's own filters in the address, with what each says while the address does not; "" is none. */
  readonly filters?: Readonly<Record<string, string>>
  /** Parts of the address that say where the listing is (a folder): another one loads anew, but an empty one is no "no match". */
  readonly position?: Readonly<Record<string, string>>
}

const keysOf = (fallbacks: Readonly<Record<string, string>>, kind: (fallback: string) => UrlKey): Record<string, UrlKey> =>
  Object.fromEntries(Object.entries(fallbacks).map(([key, fallback]) => [key, kind(fallback)]))

/** The state of one listing; the page keeps it, `ResourceTable` works on it. */
export const useResourceTable = (options: TableOptions): Table => {
  const filters = options.filters ?? {}
  const position = options.position ?? {}
  const url = useUrlState({
    q: refinement(),
    sort: refinement(options.sort),
    open: place(),
    columns: refinement(),
    ...keysOf(filters, refinement),
    ...keysOf(position, place)
  }) as TableAddress & Record<string, string>
  // its objects are replaced, never changed: a proxy of a selection would say that it has every key
  const state = useStore<TableState>({
    status: "loading",
    version: 0,
    readings: 0,
    count: 0,
    open: false,
    all: null,
    outdated: false,
    active: -1,
    selected: {},
    anchor: "",
    base: {},
    hidden: 0,
    only: false,
    selecting: null,
    unselected: "",
    gone: [],
    stale: null,
    scope: null,
    refreshing: false,
    hiddenColumns: hiddenIn(url.columns),
    widths: {}
  }, { deep: false })
  const window = useSignal<NoSerialize<RowWindow>>()
  const handle = useSignal<NoSerialize<TableHandle>>()
  const problem = useSignal<NoSerialize<ProblemError>>()
  const hrefOf = useSignal<NoSerialize<(key: string, row: Row) => string | null>>()
  const kept = useSignal<NoSerialize<Map<string, Row>>>()
  const matching = useSignal<NoSerialize<Matching>>()
  return { id: options.id, paging: options.paging ?? "offset", laterPages: options.laterPages ?? null, sortable: options.sortable ?? null, state, url, window, handle, problem, hrefOf, defaultSort: options.sort, filters, kept, matching, positionKeys: Object.keys(position) }
}

/** The keys of the selected rows. */
export const selectedKeys = (table: Table): ReadonlyArray<string> => Object.keys(table.state.selected)

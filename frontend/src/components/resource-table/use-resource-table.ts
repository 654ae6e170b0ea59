import { type NoSerialize, type Signal, useSignal, useStore } from "@builder.io/qwik"
import type { ProblemError } from "~/client/problem-error"
import { place, refinement, type UrlKey } from "~/lib/url-state"
import { useUrlState } from "~/lib/use-url-state"
import { hiddenIn } from "./columns-address"
import type { Matching, Picked } from "./selection-model"
import type { RowWindow } from "./row-window"
import type { Row, Staleness } from "./types"

/** Rows are in `window`; `version` signals changes. */
export interface TableState {
  status: "loading" | "ready" | "failed"
  version: number
  readings: number
  count: number
  open: boolean
  active: number
  all: number | null
  outdated: boolean
  selected: Picked
  /** First key of a range selection; `base` is the selection before it. */
  anchor: string
  base: Picked
  hidden: number | null
  only: boolean
  selecting: { rows: number; of: number | null } | null
  unselected: string
  gone: ReadonlyArray<string>
  stale: Staleness | null
  scope: string | null
  refreshing: boolean
  hiddenColumns: Record<string, boolean>
  widths: Readonly<Record<string, number>>
}

export interface TableHandle {
  readonly reload: () => void
  /** Unknown rows cause a refresh, at most once a second. */
  readonly merge: (rows: ReadonlyArray<Row>) => void
  readonly rowOf: (key: string) => Row | undefined
  readonly reach: (index: number) => Promise<Row | undefined>
  readonly clearSelection: () => void
  readonly gone: (keys: ReadonlyArray<string>) => void
  readonly selectTo: (index: number) => Promise<void>
  readonly selectAll: () => Promise<void>
  readonly stopSelecting: () => void
  readonly showSelected: () => void
  readonly showAll: () => void
  readonly focus: () => void
}

export interface TableAddress {
  q: string
  sort: string
  open: string
  columns: string
}

export interface Table {
  readonly id: string
  readonly paging: "offset" | "cursor"
  readonly laterPages: number | null
  readonly sortable: ReadonlyArray<string> | null
  readonly state: TableState
  readonly url: TableAddress & Record<string, string>
  readonly window: Signal<NoSerialize<RowWindow> | undefined>
  readonly handle: Signal<NoSerialize<TableHandle> | undefined>
  readonly problem: Signal<NoSerialize<ProblemError> | undefined>
  readonly hrefOf: Signal<NoSerialize<(key: string, row: Row) => string | null> | undefined>
  readonly defaultSort: string
  readonly filters: Readonly<Record<string, string>>
  readonly kept: Signal<NoSerialize<Map<string, Row>> | undefined>
  readonly matching: Signal<NoSerialize<Matching> | undefined>
  /** Fields that arrive later than their row, by its key. */
  readonly late: Signal<NoSerialize<Map<string, Readonly<Record<string, object>>>> | undefined>
  readonly positionKeys: ReadonlyArray<string>
}

interface TableOptions {
  readonly id: string
  readonly sort: string
  readonly paging?: "offset" | "cursor"
  /** For very long listings by cursor, where each page waits for the one before. */
  readonly laterPages?: number
  readonly sortable?: ReadonlyArray<string>
  readonly filters?: Readonly<Record<string, string>>
  /** Location such as a folder: a change reloads, but an empty location is not "no match". */
  readonly position?: Readonly<Record<string, string>>
}

const keysOf = (
  fallbacks: Readonly<Record<string, string>>,
  kind: (fallback: string) => UrlKey
): Record<string, UrlKey> =>
  Object.fromEntries(Object.entries(fallbacks).map(([key, fallback]) => [key, kind(fallback)]))

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
  // A deep proxy of a selection would claim to have every key.
  const state = useStore<TableState>(
    {
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
    },
    { deep: false }
  )
  const window = useSignal<NoSerialize<RowWindow>>()
  const handle = useSignal<NoSerialize<TableHandle>>()
  const problem = useSignal<NoSerialize<ProblemError>>()
  const hrefOf = useSignal<NoSerialize<(key: string, row: Row) => string | null>>()
  const kept = useSignal<NoSerialize<Map<string, Row>>>()
  const matching = useSignal<NoSerialize<Matching>>()
  const late = useSignal<NoSerialize<Map<string, Readonly<Record<string, object>>>>>()
  return {
    id: options.id,
    paging: options.paging ?? "offset",
    laterPages: options.laterPages ?? null,
    sortable: options.sortable ?? null,
    state,
    url,
    window,
    handle,
    problem,
    hrefOf,
    defaultSort: options.sort,
    filters,
    kept,
    matching,
    late,
    positionKeys: Object.keys(position)
  }
}

export const selectedKeys = (table: Table): ReadonlyArray<string> => Object.keys(table.state.selected)

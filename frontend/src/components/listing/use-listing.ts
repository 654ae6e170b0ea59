import { type NoSerialize, noSerialize, type QRL, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { isDry } from "~/client/would-ask"
import { useLocation, useNavigate } from "~/lib/route"
import {
  type Columns,
  type CursorQuery,
  type ListQuery,
  type OffsetQuery,
  type Reading,
  type Row,
  sortableOf,
  type Table,
  type TablePage,
  useResourceTable
} from "../resource-table"
import { type LiveScope, scopeKey, useScope } from "~/lib/scope"
import { replaceUrlParam } from "~/lib/use-url-state"
import { type AnyFilters, filterValues, type Filter } from "../filters/filter"
import { rowPredicate } from "../filters/row-predicate"
import type { AllRows } from "./all-pages"
import { beginFromAddress } from "./intents"
import { markRow, returnToRow } from "./return-to-row"
import { noSuchRow, NOTHING_OPEN, type Opened, RowOpener } from "./row-opener"
import type { CursorPage, ListingOptions, OffsetPage, Source } from "./types"
import { WholeRows } from "./whole-rows"

type AnySource<R extends Row> = {
  readonly page$?: QRL<
    (
      query: OffsetQuery<never>,
      asking: { signal: AbortSignal; filters: AnyFilters; exported?: ReadonlyArray<string> }
    ) => Promise<OffsetPage<R>>
  >
  readonly cursor$?: QRL<
    (query: CursorQuery, asking: { signal: AbortSignal; filters: AnyFilters }) => Promise<CursorPage<R>>
  >
  readonly whole$?: QRL<(asking: { signal: AbortSignal; filters: AnyFilters }) => Promise<ReadonlyArray<R>>>
  readonly everything$?: QRL<(asking: { signal: AbortSignal; filters: AnyFilters }) => Promise<AllRows<R>>>
  readonly searchIn?: ReadonlyArray<string>
  readonly one$?: QRL<(key: string, signal: AbortSignal) => Promise<R>>
}

export interface ListingState {
  readonly options: ListingOptions<ReadonlyArray<Filter>>
  readonly table: Table
  readonly scope: LiveScope
  readonly path: string
}

export interface PanelProps<R extends Row> {
  readonly row: R
  readonly listing: ListingState
}

export interface Listing<R extends Row> extends ListingState {
  readonly source: AnySource<R>
  readonly columns: Columns<R>
  readonly opened: Signal<Opened<R>>
  readonly opener: Signal<NoSerialize<RowOpener<R>> | undefined>
  readonly whole: Signal<NoSerialize<WholeRows<R>> | undefined>
}

export const useListing = <R extends Row, S extends string, const F extends ReadonlyArray<Filter> = readonly []>(
  columns: Columns<R, S>,
  declared: ListingOptions<F> & Source<R, S, F>
): Listing<R> => {
  const location = useLocation()
  const scope = useScope()
  const navigate = useNavigate()
  const source = declared as unknown as AnySource<R>
  const table = useResourceTable({
    id: declared.id,
    sort: declared.sort,
    sortable: sortableOf(columns),
    paging: source.cursor$ ? "cursor" : "offset",
    filters: Object.fromEntries((declared.filters ?? []).map((filter) => [filter.name, filter.initial ?? ""]))
  })
  const opened = useSignal<Opened<R>>(NOTHING_OPEN)
  const opener = useSignal<NoSerialize<RowOpener<R>>>()
  const whole = useSignal<NoSerialize<WholeRows<R>>>()
  const place = useSignal(() => location.url.pathname)
  const listing: Listing<R> = {
    options: declared as ListingOptions<ReadonlyArray<Filter>>,
    scope,
    path: place.value,
    source,
    columns: columns as Columns<R>,
    table,
    opened,
    opener,
    whole
  }

  useVisibleTask$(
    ({ cleanup }) => {
      const keeper = new RowOpener<R>(
        (key, signal) => oneOf(listing, key, signal),
        (now) => {
          opened.value = now
        }
      )
      opener.value = noSerialize(keeper)
      cleanup(() => keeper.stop())
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      const asked = track(() => table.url.open)
      const here = track(() => scopeOfListing(listing))
      const key = track(() => table.state.scope) === here ? asked : ""
      const readings = track(() => table.state.readings)
      const status = track(() => table.state.status)
      track(() => table.state.version)
      track(() => opener.value)?.look(
        key,
        table.handle.value?.rowOf(key) as R | undefined,
        readings,
        status !== "loading"
      )
    },
    { strategy: "document-ready" }
  )
  const before = useSignal("")
  useVisibleTask$(
    ({ track }) => {
      const key = track(() => table.url.open)
      track(() => table.state.readings)
      if (key !== "") markRow(table, key)
      else if (before.value !== "") returnToRow(table, before.value)
      before.value = key
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      track(() => location.url.href)
      // The previous page still exists when the next address is known.
      if (location.url.pathname !== place.value) return
      beginFromAddress(listing.options.begin ?? [], (href) => navigate(href, { replaceState: true }))
    },
    { strategy: "document-ready" }
  )
  return listing
}

export const scopeOfListing = ({ path, scope }: ListingState): string | null => scopeKey(scope, path)

const wholeOf = <R extends Row>({ source, whole }: Listing<R>): WholeRows<R> => {
  const known = whole.value
  if (known) return known
  const made = new WholeRows<R>(source.searchIn ?? [])
  whole.value = noSerialize(made)
  return made
}

const oneOf = async <R extends Row>(listing: Listing<R>, key: string, signal: AbortSignal): Promise<R> => {
  if (listing.source.one$) return listing.source.one$(key, signal)
  const row = await wholeOf(listing).find(key, listing.options.rowKey)
  if (row === undefined) throw noSuchRow()
  return row
}

export const readPage = async <R extends Row>(
  listing: Listing<R>,
  query: ListQuery,
  { number, signal }: Reading,
  exported?: ReadonlyArray<string>
): Promise<TablePage<R>> => {
  const { source } = listing
  const declared = listing.options.filters ?? []
  const filters = filterValues(declared, listing.table.url, Date.now())
  if (source.cursor$) {
    const { items, next_cursor } = await source.cursor$(query as CursorQuery, { signal, filters })
    return { items, total: null, next: next_cursor }
  }
  if (source.page$) {
    const { total_all, ...page } = await source.page$(query as OffsetQuery<never>, {
      signal,
      filters,
      ...(exported === undefined ? {} : { exported })
    })
    return total_all === undefined ? page : { ...page, all: total_all }
  }
  if (import.meta.env.SSR && isDry(signal))
    return { items: (await source.whole$?.({ signal, filters })) ?? [], total: 0 }
  const read = async (whole: AbortSignal) => (await source.whole$?.({ signal: whole, filters })) ?? []
  return wholeOf(listing).page(
    query as OffsetQuery,
    number,
    read,
    rowPredicate(declared, listing.table.url, Date.now(), source.searchIn)
  )
}

export const openRow = ({ table }: ListingState, key: string): void => {
  table.url.open = key
}

/** `open`: "" closes the panel, undefined keeps it. */
export const changed = (listing: ListingState, open?: string): void => {
  if (open === "") forgetOpen(listing)
  else if (open !== undefined) openRow(listing, open)
  listing.table.handle.value?.reload()
}

/** Back must not lead to a deleted row. */
const forgetOpen = ({ table }: ListingState): void => {
  replaceUrlParam(table.url, "open", "")
}

export const keyOf = ({ options }: ListingState, row: object): string =>
  String((row as Readonly<Record<string, unknown>>)[options.rowKey])

import { noSerialize } from "@builder.io/qwik"
import { asProblem, isAbort } from "~/client/problem-error"
import type { RowRange } from "~/lib/virtual"
import { RowWindow } from "./row-window"
import { addRows, countHidden, isNarrowed, isWhole, loseRows, select } from "./selection"
import { type Matching, MAX_SELECTED } from "./selection-model"
import { TableReader } from "./table-reader"
import type { Fetcher, Row } from "./types"
import type { Table, TableHandle } from "./use-resource-table"

export const PAGE_SIZE = 50

const MAX_CONCURRENT_PAGES = 2

/** Milliseconds; collects unknown rows of a stream before a reload. */
const COLLECT_INTERVAL = 1000

export class TableLoader implements TableHandle {
  private readonly table: Table
  private readonly keyOf: string
  readonly focus: () => void
  private rows: RowWindow
  private query = new AbortController()
  private selecting = new AbortController()
  private asked = new Set<number>()
  private range: RowRange = { start: 0, end: 0 }
  private gathering: ReturnType<typeof setTimeout> | undefined
  private readonly reader: TableReader
  private finding: Matching | undefined

  constructor(table: Table, fetcher: Fetcher, keyOf: string, focus: () => void) {
    this.table = table
    this.keyOf = keyOf
    this.focus = focus
    this.rows = new RowWindow(PAGE_SIZE, this.keyOf, this.table.late)
    table.kept.value = noSerialize(new Map())
    this.reader = new TableReader(table, fetcher)
  }

  /** Old rows stay until the new ones arrive, unless `fresh`. `again`: also re-reads a complete listing. */
  async start(fresh: boolean, again = true): Promise<void> {
    if (again) this.reader.readAgain()
    this.query.abort()
    this.query = new AbortController()
    this.stopSelecting()
    this.asked = new Set()
    const { problem, state } = this.table
    state.active = -1
    state.refreshing = true
    state.outdated = !fresh
    problem.value = undefined
    this.reader.forget()
    countHidden(this.table)
    if (fresh) this.show(new RowWindow(PAGE_SIZE, this.keyOf, this.table.late), "loading")
    const next = new RowWindow(PAGE_SIZE, this.keyOf, this.table.late)
    if (!(await this.load(next, 1))) return
    state.readings++
    state.outdated = false
    this.show(next, "ready")
  }

  /** At most two concurrent pages: after a long scroll, visible pages load first. `failed`: page that just failed. */
  want(range: RowRange, failed = 0): void {
    this.range = range
    if (this.table.state.status !== "ready" || this.table.state.outdated) return
    const { asked, rows } = this
    for (const page of rows.missing(range.start, range.end)) {
      if (asked.has(page) || page === failed || asked.size >= MAX_CONCURRENT_PAGES) continue
      asked.add(page)
      void this.load(rows, page).then((loaded) => {
        asked.delete(page)
        if (rows !== this.rows) return
        if (loaded) this.show(rows, "ready")
        else this.want(this.range, page)
      })
    }
  }

  reload = (): void => {
    const { state } = this.table
    if (state.status !== "ready" || state.count === 0 || state.outdated) {
      void this.start(state.count === 0 && state.status !== "ready")
      return
    }
    state.refreshing = true
    this.reader.readAgain()
    const rows = this.rows
    const pages = rows.shown(this.range.start, this.range.end)
    void Promise.all(pages.map((page) => this.load(rows, page))).then((results) => {
      if (rows !== this.rows || !results.every(Boolean)) return
      rows.forgetOthers(pages)
      state.readings++
      this.show(rows, "ready")
    })
  }

  merge = (rows: ReadonlyArray<Row>): void => {
    const unknown = this.rows.merge(rows)
    const { kept, state } = this.table
    for (const row of rows) if (kept.value?.has(this.rows.key(row))) kept.value.set(this.rows.key(row), row)
    if (unknown < rows.length) state.version++
    if (unknown === 0 || this.gathering) return
    this.gathering = setTimeout(() => {
      this.gathering = undefined
      this.reload()
    }, COLLECT_INTERVAL)
  }

  rowOf = (key: string): Row | undefined => {
    const index = this.rows.indexOf(key)
    return index < 0 ? undefined : this.rows.at(index)
  }

  reach = async (index: number): Promise<Row | undefined> => {
    const rows = this.rows
    for (const page of rows.missing(index, index + 1))
      if ((await this.load(rows, page)) && rows === this.rows) this.show(rows, "ready")
    return rows === this.rows ? rows.at(index) : undefined
  }

  gone = (keys: ReadonlyArray<string>): void => {
    loseRows(this.table, keys)
    this.reload()
  }

  clearSelection = (): void => {
    const { kept, state } = this.table
    this.stopSelecting()
    kept.value?.clear()
    select(this.table, {})
    Object.assign(state, { anchor: "", base: {} })
    if (state.only) this.showAll()
  }

  selectTo = async (index: number): Promise<void> => {
    const { state } = this.table
    const rows = this.rows
    const anchor = rows.indexOf(state.anchor)
    const from = anchor < 0 ? Math.max(0, state.active) : anchor
    if (anchor < 0) {
      const row = rows.at(from)
      state.anchor = row ? rows.key(row) : ""
      state.base = state.selected
    }
    const base = state.base
    await this.gather(Math.abs(index - from) + 1, async (onProgress, signal) => {
      const span = await this.reader.span(rows, Math.min(from, index), Math.max(from, index), onProgress, signal)
      if (span !== null) addRows(this.table, base, span)
    })
  }

  selectAll = async (): Promise<void> => {
    const { state } = this.table
    const picked = state.selected
    await this.gather(state.open ? null : Math.min(state.count, MAX_SELECTED), async (onProgress, signal) => {
      const all = await this.reader.everything(this.rows, onProgress, signal)
      if (signal.aborted) return
      addRows(this.table, picked, all)
      state.base = state.selected
    })
  }

  stopSelecting = (): void => {
    this.selecting.abort()
    this.table.state.selecting = null
  }

  showSelected = (): void => {
    this.table.state.only = true
    void this.start(false, false)
  }

  showAll = (): void => {
    this.table.state.only = false
    void this.start(false, false)
  }

  stop(): void {
    clearTimeout(this.gathering)
    this.stopSelecting()
    this.query.abort()
  }

  private async gather(
    of: number | null,
    run: (onProgress: (rows: number) => void, signal: AbortSignal) => Promise<void>
  ): Promise<void> {
    const { state } = this.table
    this.stopSelecting()
    this.selecting = new AbortController()
    const { signal } = this.selecting
    state.unselected = ""
    try {
      await run((rows) => {
        if (!signal.aborted) state.selecting = { rows, of }
      }, signal)
    } catch (cause) {
      if (signal.aborted || isAbort(cause)) return
      state.unselected = asProblem(cause).message
    }
    if (!signal.aborted) state.selecting = null
  }

  private async load(rows: RowWindow, page: number): Promise<boolean> {
    const { problem, state } = this.table
    const { signal } = this.query
    try {
      await this.reader.take(rows, page, signal)
      if (signal.aborted) return false
      problem.value = undefined
      return true
    } catch (cause) {
      if (signal.aborted || isAbort(cause)) return false
      problem.value = noSerialize(asProblem(cause))
      state.refreshing = false
      if (state.status === "loading") state.status = "failed"
      return false
    }
  }

  private show(rows: RowWindow, status: "loading" | "ready"): void {
    const { state, window } = this.table
    if (window.value !== rows) window.value = noSerialize(rows)
    this.rows = rows
    state.status = status
    state.count = rows.count
    state.open = rows.open
    if (status === "ready") state.active = Math.min(state.active, rows.count - 1)
    if (status === "ready") state.refreshing = false
    state.version++
    this.reconcile()
    this.want(this.range)
  }

  private reconcile(): void {
    const { kept, state } = this.table
    if (Object.keys(state.selected).length === 0) return
    for (const [, row] of this.rows.loaded())
      if (kept.value?.has(this.rows.key(row))) kept.value.set(this.rows.key(row), row)
    if (state.only) {
      countHidden(this.table)
      return
    }
    // Without a filter, a complete listing has every existing row.
    if (!isNarrowed(this.table) && isWhole(this.table))
      loseRows(
        this.table,
        Object.keys(state.selected).filter((key) => this.rows.indexOf(key) < 0)
      )
    countHidden(this.table)
    if (state.hidden === null && this.finding !== this.table.matching.value) void this.findHidden()
  }

  private async findHidden(): Promise<void> {
    const { matching } = this.table
    const { signal } = this.query
    const of = matching.value
    this.finding = of
    try {
      const all = await this.reader.everything(this.rows, () => undefined, signal)
      if (signal.aborted || of === undefined || of !== matching.value) return
      of.whole = all.length < MAX_SELECTED
      countHidden(this.table)
    } catch (cause) {
      // The status line continues to say "unknown".
      if (!signal.aborted && !isAbort(cause)) this.finding = undefined
    }
  }
}

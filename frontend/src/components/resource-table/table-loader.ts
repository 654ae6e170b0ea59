import { noSerialize } from "@builder.io/qwik"
import { asProblem, isAbort } from "~/client/problem-error"
import type { RowRange } from "~/lib/virtual"
import { listQuery } from "./list-query"
import { RowWindow } from "./row-window"
import type { Fetcher, Row } from "./types"
import type { Table, TableHandle } from "./use-resource-table"

/** Rows that one request asks for. */
export const PAGE_SIZE = 200

/** How long unknown rows of a stream are gathered before the table asks again, in milliseconds. */
const GATHER = 1000

/** Readings of all tables, numbered: what one table read is no answer for another. */
let readings = 0

/** Brings rows into a table: the first page of a query, what scrolling needs, quiet refreshes. Browser only. */
export class TableLoader implements TableHandle {
  private rows: RowWindow
  private query = new AbortController()
  private readonly asked = new Set<number>()
  private range: RowRange = { start: 0, end: 0 }
  private gathering: ReturnType<typeof setTimeout> | undefined
  private reading = ++readings

  constructor(private readonly table: Table, private readonly fetcher: Fetcher, private readonly keyOf: string, readonly focus: () => void) {
    this.rows = new RowWindow(PAGE_SIZE, keyOf)
  }

  /**
   * Asks for the table's present search, sort and filters. Old rows stay until the new ones are here, unless `fresh`.
   * `again`: a listing that was read whole is read again too.
   */
  async start(fresh: boolean, again = true): Promise<void> {
    if (again) this.reading = ++readings
    this.query.abort()
    this.query = new AbortController()
    this.asked.clear()
    const { state } = this.table
    state.active = -1
    state.refreshing = true
    if (fresh) this.show(new RowWindow(PAGE_SIZE, this.keyOf), "loading")
    const next = new RowWindow(PAGE_SIZE, this.keyOf)
    if (!await this.load(next, 1)) return
    state.readings++
    this.show(next, "ready")
  }

  /** Loads what [start, end) lacks. */
  want(range: RowRange): void {
    this.range = range
    if (this.table.state.status !== "ready") return
    for (const page of this.rows.missing(range.start, range.end)) {
      if (this.asked.has(page)) continue
      this.asked.add(page)
      const rows = this.rows
      void this.load(rows, page).then((loaded) => {
        this.asked.delete(page)
        if (loaded && rows === this.rows) this.show(rows, "ready")
      })
    }
  }

  reload = (): void => {
    const { state } = this.table
    if (state.status !== "ready" || state.count === 0) {
      void this.start(state.count === 0 && state.status !== "ready")
      return
    }
    state.refreshing = true
    this.reading = ++readings
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
    if (unknown < rows.length) this.table.state.version++
    if (unknown === 0 || this.gathering) return
    this.gathering = setTimeout(() => {
      this.gathering = undefined
      this.reload()
    }, GATHER)
  }

  rowOf = (key: string): Row | undefined => {
    const index = this.rows.indexOf(key)
    return index < 0 ? undefined : this.rows.at(index)
  }

  clearSelection = (): void => {
    this.table.state.selected = {}
    this.table.state.hidden = 0
  }

  stop(): void {
    clearTimeout(this.gathering)
    this.query.abort()
  }

  private async load(rows: RowWindow, page: number): Promise<boolean> {
    const { problem, state } = this.table
    const { signal } = this.query
    try {
      const answer = await this.fetcher(listQuery(this.table, page, rows.cursorOf(page), PAGE_SIZE), { signal, number: this.reading })
      if (signal.aborted) return false
      rows.put(page, answer.items, answer.total, answer.next ?? null)
      if (answer.stale !== undefined) state.stale = answer.stale
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
    if (status === "ready") state.refreshing = false
    state.version++
    this.want(this.range)
  }
}

import { noSerialize } from "@builder.io/qwik"
import { listQuery, sortOf } from "./list-query"
import { localPage } from "./local-page"
import type { RowWindow } from "./row-window"
import { MAX_SELECTED } from "./selection-model"
import type { Fetcher, ListQuery, OffsetQuery, Row, TablePage } from "./types"
import type { Table } from "./use-resource-table"

/** The API's maximum. */
const LARGEST_PAGE = 200

/** Unique across tables: one must not reuse another's result. */
let readings = 0

export class TableReader {
  private readonly table: Table
  private readonly fetcher: Fetcher
  private reading = ++readings

  constructor(table: Table, fetcher: Fetcher) {
    this.table = table
    this.fetcher = fetcher
    this.forget()
  }

  readAgain(): void {
    this.reading = ++readings
  }

  forget(): void {
    this.table.matching.value = noSerialize({ keys: new Set<string>(), whole: false })
  }

  async take(rows: RowWindow, page: number, signal: AbortSignal): Promise<void> {
    const { matching, state } = this.table
    const of = matching.value
    const answer = await this.answer(
      listQuery(
        this.table,
        page,
        rows.cursorOf(page),
        page === 1 ? rows.pageSize : (this.table.laterPages ?? rows.pageSize)
      ),
      signal
    )
    if (signal.aborted) return
    rows.put(page, answer.items, answer.total, answer.next ?? null)
    if (of === matching.value) this.seen(rows, answer.items)
    if (answer.all !== undefined) state.all = answer.all
    if (answer.stale !== undefined) state.stale = answer.stale
  }

  async span(
    rows: RowWindow,
    from: number,
    to: number,
    onProgress: (rows: number) => void,
    signal: AbortSignal
  ): Promise<ReadonlyArray<Row> | null> {
    const rowsFound: Array<Row> = []
    for (let index = from; index <= to && rowsFound.length < MAX_SELECTED; index++) {
      if (!rows.at(index)) {
        const [page] = rows.missing(index, index + 1)
        if (page === undefined) break
        onProgress(rowsFound.length)
        await this.take(rows, page, signal)
        if (signal.aborted || rows !== this.table.window.value) return null
      }
      const row = rows.at(index)
      if (row) rowsFound.push(row)
    }
    return rowsFound
  }

  async everything(
    rows: RowWindow,
    onProgress: (rows: number) => void,
    signal: AbortSignal
  ): Promise<ReadonlyArray<Row>> {
    const rowsFound = new Map<string, Row>()
    let cursor: string | null = null
    for (let page = 1, more = true; more && rowsFound.size < MAX_SELECTED; page++) {
      const answer: TablePage = await this.answer(listQuery(this.table, page, cursor, LARGEST_PAGE), signal)
      if (signal.aborted) break
      for (const row of answer.items) rowsFound.set(rows.key(row), row)
      this.seen(rows, answer.items)
      onProgress(rowsFound.size)
      cursor = answer.next ?? null
      more = answer.total === null ? cursor !== null : page * LARGEST_PAGE < answer.total && answer.items.length > 0
    }
    return [...rowsFound.values()].slice(0, MAX_SELECTED)
  }

  private answer(query: ListQuery, signal: AbortSignal): Promise<TablePage> {
    const { kept, state } = this.table
    if (!state.only) return this.fetcher(query, { signal, number: this.reading })
    const { by, dir } = sortOf(this.table)
    const chosen = [...(kept.value ?? [])].filter(([key]) => Object.hasOwn(state.selected, key)).map(([, row]) => row)
    const asked: OffsetQuery =
      "page" in query
        ? { page: query.page, page_size: query.page_size, sort_by: by, sort_dir: dir }
        : { page: 1, page_size: MAX_SELECTED, sort_by: by, sort_dir: dir }
    return Promise.resolve(localPage(chosen, asked, []))
  }

  private seen(rows: RowWindow, rowsFound: ReadonlyArray<Row>): void {
    const { matching, state } = this.table
    for (const row of rowsFound) {
      const key = rows.key(row)
      if (Object.hasOwn(state.selected, key)) matching.value?.keys.add(key)
    }
  }
}

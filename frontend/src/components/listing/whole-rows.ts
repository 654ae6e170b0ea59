import { localPage, matching } from "../resource-table/local-page"
import type { OffsetQuery, Row, TablePage } from "../resource-table/types"

const everyRow = () => true

export class WholeRows<R extends Row> {
  private readonly searchIn: ReadonlyArray<string>
  private reading = -1
  private rows: Promise<ReadonlyArray<R>> | null = null
  private asked = new AbortController()

  constructor(searchIn: ReadonlyArray<string>) {
    this.searchIn = searchIn
  }

  all(reading: number, read: (signal: AbortSignal) => Promise<ReadonlyArray<R>>): Promise<ReadonlyArray<R>> {
    if (this.rows !== null && reading === this.reading) return this.rows
    this.asked.abort()
    this.asked = new AbortController()
    this.reading = reading
    const rows = read(this.asked.signal)
    this.rows = rows
    rows.catch(() => {
      if (this.rows === rows) this.rows = null
    })
    return rows
  }

  async page(
    query: OffsetQuery,
    reading: number,
    read: (signal: AbortSignal) => Promise<ReadonlyArray<R>>,
    passes: (row: R) => boolean = everyRow
  ): Promise<TablePage<R>> {
    const all = await this.all(reading, read)
    return { ...localPage(all.filter(passes), query, this.searchIn), all: all.length }
  }

  async matching(
    query: Omit<OffsetQuery, "page" | "page_size">,
    passes: (row: R) => boolean = everyRow
  ): Promise<ReadonlyArray<R>> {
    return matching(((await this.rows) ?? []).filter(passes), query, this.searchIn)
  }

  async find(key: string, rowKey: string): Promise<R | undefined> {
    return ((await this.rows) ?? []).find((row) => String((row as Readonly<Record<string, unknown>>)[rowKey]) === key)
  }
}

import { localPage, matching } from "../resource-table/local-page"
import type { OffsetQuery, Row, TablePage } from "../resource-table/types"

const everyRow = () => true

/** Rows of a listing that the API hands over whole: read once a reading, then searched, sorted and paged here. */
export class WholeRows<R extends Row> {
  private readonly searchIn: ReadonlyArray<string>
  private reading = -1
  private rows: Promise<ReadonlyArray<R>> | null = null
  private asked = new AbortController()

  constructor(searchIn: ReadonlyArray<string>) {
    this.searchIn = searchIn
  }

  /** All rows of a reading; `read` is called where another reading than the last one wants them. A failure is not kept. */
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

  async page(query: OffsetQuery, reading: number, read: (signal: AbortSignal) => Promise<ReadonlyArray<R>>, passes: (row: R) => boolean = everyRow): Promise<TablePage<R>> {
    const all = await this.all(reading, read)
    return { ...localPage(all.filter(passes), query, this.searchIn), all: all.length }
  }

  /** What the last reading brought, as filters and a query narrow and sort it. */
  async matching(query: Omit<OffsetQuery, "page" | "page_size">, passes: (row: R) => boolean = everyRow): Promise<ReadonlyArray<R>> {
    return matching(((await this.rows) ?? []).filter(passes), query, this.searchIn)
  }

  /** The row of a key in the last reading, if it is there. */
  async find(key: string, rowKey: string): Promise<R | undefined> {
    return ((await this.rows) ?? []).find((row) => String((row as Readonly<Record<string, unknown>>)[rowKey]) === key)
  }
}

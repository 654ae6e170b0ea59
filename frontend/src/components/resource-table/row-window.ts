import type { Row } from "./types"

const MAX_LOADED_PAGES = 20

interface LateCells {
  readonly value: ReadonlyMap<string, Row> | undefined
}

/** By offset, `total` is known; by cursor, each page returns the start of the next. A step's cost is constant. */
export class RowWindow {
  readonly pageSize: number
  readonly keyOf: string
  private readonly pages: Array<{ readonly start: number; readonly end: number } | undefined> = []
  private readonly held = new Map<number, ReadonlyArray<Row>>()
  private readonly cursors: Array<string | null> = [null]
  private known: number | null = null
  private exhausted = false

  private readonly late: LateCells | undefined

  constructor(pageSize: number, keyOf: string, late?: LateCells) {
    this.pageSize = pageSize
    this.keyOf = keyOf
    this.late = late
  }

  private readonly filled = (row: Row): Row => ({ ...row, ...this.late?.value?.get(this.key(row)) })

  get count(): number {
    const { length } = this.pages
    return this.known ?? Math.max(this.endOf(length - 1), this.endOf(length - 2))
  }

  get open(): boolean {
    return this.known === null && !this.exhausted
  }

  get size(): number {
    let size = 0
    for (const { length } of this.held.values()) size += length
    return size
  }

  cursorOf(page: number): string | null {
    return this.cursors[page - 1] ?? null
  }

  put(page: number, rows: ReadonlyArray<Row>, total: number | null, next: string | null): void {
    const start = total === null ? this.endOf(page - 1) : (page - 1) * this.pageSize
    this.pages[page] = { start, end: start + rows.length }
    this.use(page, rows.map(this.filled))
    this.known = total
    if (total === null) {
      this.cursors[page] = next
      if (page === this.pages.length - 1) this.exhausted = next === null
    }
    for (const number of this.held.keys()) {
      if (this.held.size > MAX_LOADED_PAGES || (total !== null && number > 1 && this.startOf(number) >= total))
        this.held.delete(number)
    }
  }

  at(index: number): Row | undefined {
    const page = this.pageOf(index)
    const rows = this.held.get(page)
    if (rows) this.use(page, rows)
    return rows?.[index - this.startOf(page)]
  }

  missing(start: number, end: number): ReadonlyArray<number> {
    const wanted = this.spanned(start, end)
    if (this.open && end >= this.count) wanted.push(Math.max(1, this.pages.length))
    return wanted.filter((number) => !this.held.has(number))
  }

  *loaded(): Generator<readonly [number, Row]> {
    for (const [number, rows] of [...this.held].sort(([one], [other]) => one - other)) {
      for (const [offset, row] of rows.entries()) yield [this.startOf(number) + offset, row]
    }
  }

  *keys(): Generator<string> {
    for (const [, row] of this.loaded()) yield this.key(row)
  }

  key(row: Row): string {
    return String((row as Record<string, unknown>)[this.keyOf])
  }

  indexOf(key: string): number {
    for (const [index, row] of this.loaded()) if (this.key(row) === key) return index
    return -1
  }

  merge(rows: ReadonlyArray<Row>): number {
    const newRows = new Map(rows.map((row) => [this.key(row), this.filled(row)]))
    for (const [number, held] of this.held) {
      if (!held.some((row) => newRows.has(this.key(row)))) continue
      this.held.set(
        number,
        held.map((row) => {
          const key = this.key(row)
          const replacement = newRows.get(key)
          newRows.delete(key)
          return replacement ?? row
        })
      )
    }
    return newRows.size
  }

  shown(start: number, end: number): ReadonlyArray<number> {
    return this.spanned(start, Math.max(end, 1)).filter((number) => this.held.has(number))
  }

  forgetOthers(pages: ReadonlyArray<number>): void {
    for (const number of this.held.keys()) if (!pages.includes(number)) this.held.delete(number)
  }

  private spanned(start: number, end: number): Array<number> {
    const numbers: Array<number> = []
    for (
      let number = this.pageOf(start);
      this.known === null
        ? number < this.pages.length && this.startOf(number) < end
        : (number - 1) * this.pageSize < end;
      number++
    )
      numbers.push(number)
    return numbers
  }

  private pageOf(index: number): number {
    if (this.known !== null) return Math.floor(index / this.pageSize) + 1
    let low = 1
    for (let high = this.pages.length - 1; low < high; ) {
      const middle = Math.ceil((low + high) / 2)
      if (this.startOf(middle) > index) high = middle - 1
      else low = middle
    }
    return low
  }

  private startOf(page: number): number {
    return this.pages[page]?.start ?? 0
  }

  private endOf(page: number): number {
    return this.pages[page]?.end ?? 0
  }

  private use(page: number, rows: ReadonlyArray<Row>): void {
    this.held.delete(page)
    this.held.set(page, rows)
  }
}

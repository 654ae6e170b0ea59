import type { Row } from "./types"

interface LoadedPage {
  readonly start: number
  readonly length: number
  /** Null when it was let go to keep memory flat. */
  rows: ReadonlyArray<Row> | null
  used: number
}

/** How many pages of rows stay in the browser. */
const KEPT = 20

/**
 * The part of a listing that is in the browser: pages by number, the rest only counted.
 * By offset, pages have one size and `total` is known; by cursor, each page says where the next one starts.
 */
export class RowWindow {
  private readonly pages = new Map<number, LoadedPage>()
  private readonly cursors: Array<string | null> = [null]
  private ticks = 0
  private known: number | null = null
  private exhausted = false

  constructor(readonly pageSize: number, readonly keyOf: string) {}

  /** Rows that can be scrolled through: the total, or those that the cursor has reached. */
  get count(): number {
    if (this.known !== null) return this.known
    let count = 0
    for (const page of this.pages.values()) count = Math.max(count, page.start + page.length)
    return count
  }

  /** Whether the listing goes on after `count`. */
  get open(): boolean {
    return this.known === null && !this.exhausted
  }

  /** Where a page starts, for listings by cursor. */
  cursorOf(page: number): string | null {
    return this.cursors[page - 1] ?? null
  }

  /** Takes in a page. Where the listing by offset shrank, rows behind its end are dropped. */
  put(page: number, rows: ReadonlyArray<Row>, total: number | null, next: string | null): void {
    const start = total === null ? this.startOf(page) : (page - 1) * this.pageSize
    this.pages.set(page, { start, length: rows.length, rows, used: ++this.ticks })
    this.known = total
    if (total === null) {
      this.cursors[page] = next
      this.exhausted = this.lastPage() === page ? next === null : this.exhausted
    } else {
      for (const [number, kept] of this.pages) if (kept.start >= total && number !== 1) this.pages.delete(number)
    }
    this.letGo()
  }

  /** The row at a position, if it is here. */
  at(index: number): Row | undefined {
    const page = this.pages.get(this.pageOf(index) ?? -1)
    if (!page?.rows) return undefined
    page.used = ++this.ticks
    return page.rows[index - page.start]
  }

  /** Pages wanted to show [start, end) that are not here. */
  missing(start: number, end: number): ReadonlyArray<number> {
    const wanted = new Set<number>()
    if (this.known !== null) {
      for (let index = start; index < end; index++) wanted.add(Math.floor(index / this.pageSize) + 1)
    } else {
      for (const [number, page] of this.pages) if (page.start < end && page.start + page.length > start) wanted.add(number)
      if (this.open && end >= this.count) wanted.add(this.lastPage() + 1)
    }
    return [...wanted].filter((number) => !this.pages.get(number)?.rows)
  }

  /** Rows that are here, in order, with their positions. */
  *loaded(): Generator<readonly [number, Row]> {
    for (const page of [...this.pages.values()].sort((a, b) => a.start - b.start)) {
      for (const [offset, row] of (page.rows ?? []).entries()) yield [page.start + offset, row]
    }
  }

  key(row: Row): string {
    return String((row as Record<string, unknown>)[this.keyOf])
  }

  indexOf(key: string): number {
    for (const [index, row] of this.loaded()) if (this.key(row) === key) return index
    return -1
  }

  /** Puts newer versions of rows in place of those that are here; answers how many were not here. */
  merge(rows: ReadonlyArray<Row>): number {
    const fresh = new Map(rows.map((row) => [this.key(row), row]))
    for (const page of this.pages.values()) {
      if (!page.rows?.some((row) => fresh.has(this.key(row)))) continue
      page.rows = page.rows.map((row) => {
        const key = this.key(row)
        const replacement = fresh.get(key)
        fresh.delete(key)
        return replacement ?? row
      })
    }
    return fresh.size
  }

  /** Pages that are here and show [start, end): what a quiet refresh asks for again. */
  shown(start: number, end: number): ReadonlyArray<number> {
    return [...this.pages].filter(([, page]) => page.start < Math.max(end, 1) && page.start + page.length >= start).map(([number]) => number)
  }

  /** Lets go of every page but these, so that they are asked for again when scrolled to. */
  forgetOthers(pages: ReadonlyArray<number>): void {
    for (const [number, page] of this.pages) if (!pages.includes(number)) page.rows = null
  }

  private pageOf(index: number): number | undefined {
    if (this.known !== null) return Math.floor(index / this.pageSize) + 1
    for (const [number, page] of this.pages) if (index >= page.start && index < page.start + page.length) return number
    return undefined
  }

  private startOf(page: number): number {
    const before = this.pages.get(page - 1)
    return before ? before.start + before.length : 0
  }

  private lastPage(): number {
    return Math.max(0, ...this.pages.keys())
  }

  private letGo(): void {
    const held = [...this.pages.values()].filter((page) => page.rows)
    held.sort((a, b) => b.used - a.used)
    for (const page of held.slice(KEPT)) page.rows = null
  }
}

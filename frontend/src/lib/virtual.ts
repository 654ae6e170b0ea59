/** Rows [start, end) that are in the DOM. */
export interface RowRange {
  readonly start: number
  readonly end: number
}

/** Rows slide in blocks: a keyed diff that moves every surviving row at each step is what makes scrolling slow. */
export const BLOCK = 8

/**
 * The rows to render for a scroll position, in whole blocks, with `overscan` rows around what is visible.
 * Sizes in pixels. Covers the visible rows for any input; empty for no rows.
 */
export const visibleRange = (scrollTop: number, viewport: number, rowHeight: number, count: number, overscan = 2): RowRange => {
  if (count <= 0 || rowHeight <= 0) return { start: 0, end: 0 }
  const visible = Math.ceil(Math.max(0, viewport) / rowHeight) + 1
  const first = Math.min(Math.max(0, Math.floor(scrollTop / rowHeight)), Math.max(0, count - visible))
  const start = Math.max(0, Math.floor((first - overscan) / BLOCK) * BLOCK)
  const end = Math.min(count, Math.ceil((first + visible + overscan) / BLOCK) * BLOCK)
  return { start, end }
}

/** The scroll position that shows a row whole, moving as little as possible. */
export const scrollToShow = (row: number, scrollTop: number, viewport: number, rowHeight: number): number => {
  const top = row * rowHeight
  if (top < scrollTop) return top
  return top + rowHeight > scrollTop + viewport ? top + rowHeight - viewport : scrollTop
}

/** First rows of the blocks of a range. */
export const blocksOf = (range: RowRange): ReadonlyArray<number> => {
  const blocks: Array<number> = []
  for (let from = Math.floor(range.start / BLOCK) * BLOCK; from < range.end; from += BLOCK) blocks.push(from)
  return blocks
}

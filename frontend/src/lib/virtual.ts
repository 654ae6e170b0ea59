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

/** How many blocks a range of `visibleRange` spans at most, wherever it begins: so many places there are for blocks. */
export const placesFor = (viewport: number, rowHeight: number, overscan = 2): number =>
  rowHeight <= 0 ? 1 : Math.ceil((Math.ceil(Math.max(0, viewport) / rowHeight) + 2 * overscan) / BLOCK) + 1

/**
 * The first of so many places for a range that follows another: where both share rows, each block keeps the place that it has;
 * where all rows are others, the places keep their order, since it costs more to move elements than to tell them other rows.
 */
export const turnAfter = (before: RowRange & { readonly turn: number }, next: RowRange, places: number): number => {
  if (next.start < before.end && before.start < next.end) return before.turn % places
  const turned = (Math.floor(before.start / BLOCK) - Math.floor(next.start / BLOCK) + before.turn) % places
  return turned < 0 ? turned + places : turned
}

/** Pixels that a list is high at most: browsers end elements at some height, Chromium at 33.5 million, Firefox at 17.8 million. */
export const TALLEST = 15_000_000

/** How many pixels of rows a scrolled pixel stands for: more than one where all rows together are higher than browsers let an element be. */
export const scaleOf = (viewport: number, rowHeight: number, count: number): number =>
  count * rowHeight <= TALLEST || viewport >= TALLEST ? 1 : (count * rowHeight - viewport) / (TALLEST - viewport)

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

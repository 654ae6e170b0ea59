export interface RowRange {
  readonly start: number
  readonly end: number
}

/** Moving every row in a keyed diff at each step makes scrolling slow. */
export const ROWS_PER_BLOCK = 8

/** Pixels; whole blocks with `overscan` rows around the visible ones. */
export const visibleRange = (
  scrollTop: number,
  viewport: number,
  rowHeight: number,
  count: number,
  overscan = 2
): RowRange => {
  if (count <= 0 || rowHeight <= 0) return { start: 0, end: 0 }
  const visible = Math.ceil(Math.max(0, viewport) / rowHeight) + 1
  const first = Math.min(Math.max(0, Math.floor(scrollTop / rowHeight)), Math.max(0, count - visible))
  const start = Math.max(0, Math.floor((first - overscan) / ROWS_PER_BLOCK) * ROWS_PER_BLOCK)
  const end = Math.min(count, Math.ceil((first + visible + overscan) / ROWS_PER_BLOCK) * ROWS_PER_BLOCK)
  return { start, end }
}

export const rowPlaces = (viewport: number, rowHeight: number, overscan = 2): number =>
  rowHeight <= 0 ? 1 : Math.ceil((Math.ceil(Math.max(0, viewport) / rowHeight) + 2 * overscan) / ROWS_PER_BLOCK) + 1

/** With shared rows each block keeps its place; else the order of places stays, as moving elements costs more. */
export const nextRotation = (before: RowRange & { readonly turn: number }, next: RowRange, places: number): number => {
  if (next.start < before.end && before.start < next.end) return before.turn % places
  const turned =
    (Math.floor(before.start / ROWS_PER_BLOCK) - Math.floor(next.start / ROWS_PER_BLOCK) + before.turn) % places
  return turned < 0 ? turned + places : turned
}

/** Pixels: Chromium limits elements to 33.5 million, Firefox to 17.8 million. */
export const MAX_SCROLL_HEIGHT = 15_000_000

export const scrollScale = (viewport: number, rowHeight: number, count: number): number =>
  count * rowHeight <= MAX_SCROLL_HEIGHT || viewport >= MAX_SCROLL_HEIGHT
    ? 1
    : (count * rowHeight - viewport) / (MAX_SCROLL_HEIGHT - viewport)

export const scrollToShow = (row: number, scrollTop: number, viewport: number, rowHeight: number): number => {
  const top = row * rowHeight
  if (top < scrollTop) return top
  return top + rowHeight > scrollTop + viewport ? top + rowHeight - viewport : scrollTop
}

export const blocksInRange = (range: RowRange): ReadonlyArray<number> => {
  const blocks: Array<number> = []
  for (let from = Math.floor(range.start / ROWS_PER_BLOCK) * ROWS_PER_BLOCK; from < range.end; from += ROWS_PER_BLOCK)
    blocks.push(from)
  return blocks
}

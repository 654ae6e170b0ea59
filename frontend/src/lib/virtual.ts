export interface RowRange {
  readonly start: number
  readonly end: number
}

/** Moving every row in a keyed diff at each step makes scrolling slow. */
export const BLOCK = 8

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
  const start = Math.max(0, Math.floor((first - overscan) / BLOCK) * BLOCK)
  const end = Math.min(count, Math.ceil((first + visible + overscan) / BLOCK) * BLOCK)
  return { start, end }
}

export const placesFor = (viewport: number, rowHeight: number, overscan = 2): number =>
  rowHeight <= 0 ? 1 : Math.ceil((Math.ceil(Math.max(0, viewport) / rowHeight) + 2 * overscan) / BLOCK) + 1

/** With shared rows each block keeps its place; else the order of places stays, as moving elements costs more. */
export const turnAfter = (before: RowRange & { readonly turn: number }, next: RowRange, places: number): number => {
  if (next.start < before.end && before.start < next.end) return before.turn % places
  const turned = (Math.floor(before.start / BLOCK) - Math.floor(next.start / BLOCK) + before.turn) % places
  return turned < 0 ? turned + places : turned
}

/** Pixels: Chromium limits elements to 33.5 million, Firefox to 17.8 million. */
export const TALLEST = 15_000_000

export const scaleOf = (viewport: number, rowHeight: number, count: number): number =>
  count * rowHeight <= TALLEST || viewport >= TALLEST ? 1 : (count * rowHeight - viewport) / (TALLEST - viewport)

export const scrollToShow = (row: number, scrollTop: number, viewport: number, rowHeight: number): number => {
  const top = row * rowHeight
  if (top < scrollTop) return top
  return top + rowHeight > scrollTop + viewport ? top + rowHeight - viewport : scrollTop
}

export const blocksOf = (range: RowRange): ReadonlyArray<number> => {
  const blocks: Array<number> = []
  for (let from = Math.floor(range.start / BLOCK) * BLOCK; from < range.end; from += BLOCK) blocks.push(from)
  return blocks
}

export interface Tile {
  readonly at: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const worst = (row: ReadonlyArray<number>, side: number): number => {
  const sum = row.reduce((total, area) => total + area, 0)
  const thick = sum / side
  return Math.max(...row.map((area) => Math.max(area / (thick * thick), (thick * thick) / area)))
}

/** Squarified treemap (Bruls, Huizing, van Wijk 2000). `values`: largest first; 0 gets no tile. */
export const treemap = (values: ReadonlyArray<number>, width: number, height: number): ReadonlyArray<Tile> => {
  const total = values.reduce((sum, value) => sum + value, 0)
  if (total <= 0 || width <= 0 || height <= 0) return []
  const areas = values
    .map((value, at) => ({ at, area: (value / total) * width * height }))
    .filter(({ area }) => area > 0)
    .sort((one, other) => other.area - one.area)
  const tiles: Array<Tile> = []
  let box: Box = { x: 0, y: 0, width, height }
  let from = 0
  while (from < areas.length) {
    const side = Math.min(box.width, box.height)
    let to = from + 1
    const row = (end: number) => areas.slice(from, end).map(({ area }) => area)
    while (to < areas.length && worst(row(to + 1), side) <= worst(row(to), side)) to++
    const sum = row(to).reduce((all, area) => all + area, 0)
    const across = box.width >= box.height
    const thick = side === 0 ? 0 : sum / side
    let along = 0
    for (const { area, at } of areas.slice(from, to)) {
      const long = thick === 0 ? 0 : area / thick
      tiles.push(
        across
          ? { at, x: box.x, y: box.y + along, width: thick, height: long }
          : { at, x: box.x + along, y: box.y, width: long, height: thick }
      )
      along += long
    }
    box = across
      ? { ...box, x: box.x + thick, width: Math.max(0, box.width - thick) }
      : { ...box, y: box.y + thick, height: Math.max(0, box.height - thick) }
    from = to
  }
  return tiles
}

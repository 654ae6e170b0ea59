/** The units that a size is typed in, in bytes. */
export const SIZES = [["B", 1], ["KiB", 1024], ["MiB", 1024 ** 2], ["GiB", 1024 ** 3], ["TiB", 1024 ** 4], ["PiB", 1024 ** 5]] as const

export const sizeOf = (name: string): number => SIZES.find(([unit]) => unit === name)?.[1] ?? 1

/** The largest unit in which both bounds are whole; GiB where nothing is typed yet. */
export const unitFor = (...bounds: ReadonlyArray<string>): number => {
  const known = bounds.filter((bound) => bound !== "" && bound !== "0").map(Number)
  if (known.length === 0) return 1024 ** 3
  return SIZES.findLast(([, factor]) => known.every((bytes) => bytes % factor === 0))?.[1] ?? 1
}

/** Bytes as a number of a unit, as an input takes it. */
export const sizeIn = (bytes: string, unit: number): string => String(Number(bytes) / unit)

export const SIZES = [
  ["B", 1],
  ["KiB", 1024],
  ["MiB", 1024 ** 2],
  ["GiB", 1024 ** 3],
  ["TiB", 1024 ** 4],
  ["PiB", 1024 ** 5]
] as const

export const sizeOf = (name: string): number => SIZES.find(([unit]) => unit === name)?.[1] ?? 1

export const unitFor = (...bounds: ReadonlyArray<string>): number => {
  const known = bounds.filter((bound) => bound !== "" && bound !== "0").map(Number)
  if (known.length === 0) return 1024 ** 3
  return SIZES.findLast(([, factor]) => known.every((bytes) => bytes % factor === 0))?.[1] ?? 1
}

export const sizeIn = (bytes: string, unit: number): string => String(Number(bytes) / unit)

export const SIZE_UNITS = [
  ["B", 1],
  ["KiB", 1024],
  ["MiB", 1024 ** 2],
  ["GiB", 1024 ** 3],
  ["TiB", 1024 ** 4],
  ["PiB", 1024 ** 5]
] as const

export const bytesPerUnit = (name: string): number => SIZE_UNITS.find(([unit]) => unit === name)?.[1] ?? 1

export const unitFor = (...bounds: ReadonlyArray<string>): number => {
  const known = bounds.filter((bound) => bound !== "" && bound !== "0").map(Number)
  if (known.length === 0) return 1024 ** 3
  return SIZE_UNITS.findLast(([, factor]) => known.every((bytes) => bytes % factor === 0))?.[1] ?? 1
}

export const amountInUnit = (bytes: string, unit: number): string => String(Number(bytes) / unit)

/** Lower bounds in bytes. RGW stores objects in blocks of 4 KiB and stripes of 4 MiB. */
export const SIZE_CLASS_BOUNDS = [0, 4_096, 131_072, 1_048_576, 67_108_864, 1_073_741_824] as const
export const AGE_CLASS_BOUNDS = [0, 1, 7, 30, 90, 365] as const

export interface Part {
  count: number
  bytes: number
}

export const addPart = (part: Part, bytes: number): void => {
  part.count += 1
  part.bytes += bytes
}

/** A value below the first bound counts as first: the gateway's clock may be ahead. */
export const classIndex = (begins: ReadonlyArray<number>, value: number): number => {
  let at = 0
  while (at + 1 < begins.length && value >= begins[at + 1]!) at += 1
  return at
}

const parts = (begins: ReadonlyArray<number>) => (): ReadonlyArray<Part> => begins.map(() => ({ count: 0, bytes: 0 }))
export const noSizes = parts(SIZE_CLASS_BOUNDS)
export const noAges = parts(AGE_CLASS_BOUNDS)

export type Picked = Readonly<Record<string, string>>

export type NamedRow = readonly [key: string, label: string]

export const MAX_SELECTED = 10_000

const isPicked = (picked: Picked, key: string): boolean => Object.hasOwn(picked, key)

// Keys are user-defined: `__proto__` needs defineProperty.
const from = (entries: Iterable<NamedRow>): Picked => {
  const made: Record<string, string> = {}
  for (const [key, value] of entries)
    Object.defineProperty(made, key, { value, enumerable: true, configurable: true, writable: true })
  return made
}

export const withRows = (picked: Picked, rows: ReadonlyArray<NamedRow>): Picked => {
  const room = MAX_SELECTED - Object.keys(picked).length
  const fresh = rows.filter(([key]) => !isPicked(picked, key)).slice(0, Math.max(0, room))
  return from([...Object.entries(picked), ...fresh])
}

export const withoutRows = (picked: Picked, keys: Iterable<string>): Picked => {
  const gone = new Set(keys)
  return from(Object.entries(picked).filter(([key]) => !gone.has(key)))
}

export const withToggled = (picked: Picked, row: NamedRow): Picked =>
  isPicked(picked, row[0]) ? withoutRows(picked, [row[0]]) : withRows(picked, [row])

export const shareOf = (picked: Picked, shown: Iterable<string>): "none" | "some" | "all" => {
  let [some, others] = [false, false]
  for (const key of shown) {
    if (isPicked(picked, key)) some = true
    else others = true
    if (some && others) break
  }
  return some ? (others ? "some" : "all") : "none"
}

export interface Matching {
  readonly keys: Set<string>
  whole: boolean
}

export const hiddenBy = (picked: Picked, { keys, whole }: Readonly<Matching>): number | null => {
  const unseen = Object.keys(picked).filter((key) => !keys.has(key)).length
  return unseen === 0 || whole ? unseen : null
}

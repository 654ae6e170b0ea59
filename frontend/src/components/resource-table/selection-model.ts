/** Keys of selected rows, with the label to name each by. */
export type Picked = Readonly<Record<string, string>>

/** Rows as the selection knows them: key and label. */
export type Named = readonly [key: string, label: string]

/** Rows that can be selected at most: what a person can still answer for, and a browser hold. */
export const MOST = 10_000

const isPicked = (picked: Picked, key: string): boolean => Object.hasOwn(picked, key)

// keys are names that somebody gave: `__proto__` is one of them, and only a definition keeps it
const from = (entries: Iterable<Named>): Picked => {
  const made: Record<string, string> = {}
  for (const [key, value] of entries) Object.defineProperty(made, key, { value, enumerable: true, configurable: true, writable: true })
  return made
}

/** Takes rows in, as far as there is room for them; those that are there keep their place. */
export const withRows = (picked: Picked, rows: ReadonlyArray<Named>): Picked => {
  const room = MOST - Object.keys(picked).length
  const fresh = rows.filter(([key]) => !isPicked(picked, key)).slice(0, Math.max(0, room))
  return from([...Object.entries(picked), ...fresh])
}

export const withoutRows = (picked: Picked, keys: Iterable<string>): Picked => {
  const gone = new Set(keys)
  return from(Object.entries(picked).filter(([key]) => !gone.has(key)))
}

export const toggled = (picked: Picked, row: Named): Picked => isPicked(picked, row[0]) ? withoutRows(picked, [row[0]]) : withRows(picked, [row])

/** How much of what is shown is selected: what a checkbox for all of it says. Looks no further than it must. */
export const shareOf = (picked: Picked, shown: Iterable<string>): "none" | "some" | "all" => {
  let [some, others] = [false, false]
  for (const key of shown) {
    if (isPicked(picked, key)) some = true
    else others = true
    if (some && others) break
  }
  return some ? others ? "some" : "all" : "none"
}

/** The rows that search and filters are known to let through; `whole`: there are no others. */
export interface Matching {
  readonly keys: Set<string>
  whole: boolean
}

/** How many selected rows a filter hides. Null: not known yet, for a selected row may be among those that nobody has read. */
export const hiddenBy = (picked: Picked, { keys, whole }: Readonly<Matching>): number | null => {
  const unseen = Object.keys(picked).filter((key) => !keys.has(key)).length
  return unseen === 0 || whole ? unseen : null
}

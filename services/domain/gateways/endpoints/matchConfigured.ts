/** What tells one endpoint from another. */
interface Named {
  readonly name: string
  readonly url: string
}
interface Known extends Named {
  readonly source: "database" | "environment"
}

/** An entry, and the row that it sets; null: one is added. */
export interface Match<Entry, Row> {
  readonly entry: Entry
  readonly row: Row | null
}

export interface Matches<Entry, Row> {
  readonly matches: ReadonlyArray<Match<Entry, Row>>
  /** Rows that the environment set and sets no more. */
  readonly released: ReadonlyArray<Row>
  /** Entries whose name an endpoint at another address has, which the environment never set: whose it is cannot be guessed. */
  readonly contested: ReadonlyArray<Entry>
}

const called = (name: string) => name.toLowerCase()

/**
 * Which rows the entries of the environment set. An entry is the row at its address, whoever added that; else the row of its name that
 * the environment set before, which has moved. So a row keeps its id when its entry is renamed or gets another address.
 */
export const matchConfigured = <Entry extends Named, Row extends Known>(
  entries: ReadonlyArray<Entry>, rows: ReadonlyArray<Row>
): Matches<Entry, Row> => {
  const byAddress = new Map(entries.flatMap((entry) => {
    const row = rows.find(({ url }) => url === entry.url)
    return row === undefined ? [] : [[entry, row] as const]
  }))
  const taken = new Set(byAddress.values())
  const free = rows.filter((row) => !taken.has(row))
  const matches = entries.map((entry): Match<Entry, Row> => ({
    entry,
    row: byAddress.get(entry) ?? free.find(({ name, source }) => source === "environment" && called(name) === called(entry.name)) ?? null
  }))
  const set = new Set(matches.map(({ row }) => row))
  return {
    matches,
    released: rows.filter((row) => row.source === "environment" && !set.has(row)),
    contested: matches.flatMap(({ entry }) => free.some(({ name, source }) => source === "database" && called(name) === called(entry.name)) ? [entry] : [])
  }
}

interface Named {
  readonly name: string
  readonly url: string
}
interface Known extends Named {
  readonly source: "database" | "environment"
}

export interface Match<Entry, Row> {
  readonly entry: Entry
  readonly row: Row | null
}

export interface Matches<Entry, Row> {
  readonly matches: ReadonlyArray<Match<Entry, Row>>
  readonly released: ReadonlyArray<Row>
  /** The name belongs to an endpoint at another address that the environment never configured. */
  readonly contested: ReadonlyArray<Entry>
}

const nameKey = (name: string) => name.toLowerCase()

/** By address, else by name among rows of the environment: a renamed or moved entry keeps its row's id. */
export const matchConfigured = <Entry extends Named, Row extends Known>(
  entries: ReadonlyArray<Entry>,
  rows: ReadonlyArray<Row>
): Matches<Entry, Row> => {
  const byAddress = new Map(
    entries.flatMap((entry) => {
      const row = rows.find(({ url }) => url === entry.url)
      return row === undefined ? [] : [[entry, row] as const]
    })
  )
  const matchedRows = new Set(byAddress.values())
  const free = rows.filter((row) => !matchedRows.has(row))
  const matches = entries.map(
    (entry): Match<Entry, Row> => ({
      entry,
      row:
        byAddress.get(entry) ??
        free.find(({ name, source }) => source === "environment" && nameKey(name) === nameKey(entry.name)) ??
        null
    })
  )
  const set = new Set(matches.map(({ row }) => row))
  return {
    matches,
    released: rows.filter((row) => row.source === "environment" && !set.has(row)),
    contested: matches.flatMap(({ entry }) =>
      free.some(({ name, source }) => source === "database" && nameKey(name) === nameKey(entry.name)) ? [entry] : []
    )
  }
}

/** A field of a row that somebody else changed meanwhile: what it is called, what it was and what it is. */
export interface Difference {
  readonly label: string
  readonly was: string
  readonly is: string
}

const said = (value: unknown): string => {
  if (value === null || value === undefined || value === "") return "nothing"
  if (typeof value === "boolean") return value ? "yes" : "no"
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value)
}

/** What of the fields that an editor shows is different by now. Order of keys is none. */
export const differences = (was: object, is: object, fields: Readonly<Record<string, string>>): ReadonlyArray<Difference> =>
  Object.entries(fields).flatMap(([key, label]) => {
    const [before, now] = [was, is].map((row) => (row as Readonly<Record<string, unknown>>)[key])
    return JSON.stringify(before) === JSON.stringify(now) ? [] : [{ label, was: said(before), is: said(now) }]
  })

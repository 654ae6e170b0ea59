export interface FormDifference {
  readonly label: string
  readonly was: string
  readonly is: string
}

type Part = Readonly<Record<string, unknown>>

const nameOf = (part: unknown): string => {
  if (typeof part !== "object" || part === null) return String(part)
  const { account_name, email, full_name, name } = part as Part
  return String(full_name ?? name ?? account_name ?? email ?? JSON.stringify(part))
}

const valueText = (value: unknown): string => {
  if (value === null || value === undefined || value === "") return "nothing"
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (Array.isArray(value)) return value.length === 0 ? "nothing" : value.map(nameOf).join(", ")
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value)
}

const listed = (list: ReadonlyArray<unknown>, other: ReadonlyArray<unknown>): string => {
  const others = new Set(other.map((part) => JSON.stringify(part)))
  const names = new Set(other.map(nameOf))
  const own = list
    .filter((part) => !others.has(JSON.stringify(part)))
    .map((part) => (names.has(nameOf(part)) ? `${nameOf(part)} (changed)` : nameOf(part)))
  return own.length === 0 ? "nothing more" : own.join(", ")
}

export const formDifferences = (
  was: object,
  is: object,
  fields: Readonly<Record<string, string>>
): ReadonlyArray<FormDifference> =>
  Object.entries(fields).flatMap(([key, label]) => {
    const [before, now] = [was, is].map((row) => (row as Part)[key])
    if (JSON.stringify(before) === JSON.stringify(now)) return []
    return Array.isArray(before) && Array.isArray(now) && before.length > 0 && now.length > 0
      ? [{ label, was: listed(before, now), is: listed(now, before) }]
      : [{ label, was: valueText(before), is: valueText(now) }]
  })

/** A number as it was written: JavaScript would round what is longer than it can hold, and 1.0 would become 1. */
class Digits {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

// the source of a value (ECMA-262, JSON.parse source text access) is newer than the types
const keepDigits = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === "number" ? new Digits(context?.source ?? String(value)) : value

const spell = (value: unknown): string => {
  if (value instanceof Digits) return value.text
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(spell).join(",")}]`
  const members = Object.entries(value).sort(([one], [other]) => one < other ? -1 : 1)
  return `{${members.map(([key, part]) => `${JSON.stringify(key)}:${spell(part)}`).join(",")}}`
}

/** A JSON text in its one spelling: keys sorted by code unit, no spaces, every number with the digits that it came with. */
export const canonicalJson = (text: string): string => spell(JSON.parse(text, keepDigits))

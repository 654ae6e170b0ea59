const MAX_RULES_LENGTH = 8_000

export const listedTexts = (text: string): ReadonlyArray<string> =>
  text
    .split(/[\n\r,]+/)
    .map((one) => one.trim())
    .filter((one) => one !== "")

export interface WrittenRules {
  readonly match: "all" | "any"
  readonly rules: ReadonlyArray<unknown>
}

/** `{"match": …, "rules": […]}`, or the rules alone. Null when neither; the service checks the rules. */
export const readRules = (text: string): WrittenRules | null => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const written = Array.isArray(value) ? { rules: value } : value
  if (typeof written !== "object" || written === null || !("rules" in written) || !Array.isArray(written.rules))
    return null
  const match = "match" in written ? written.match : "all"
  return match === "all" || match === "any" ? { match, rules: written.rules } : null
}

/** "" when unreadable or too long for an address. */
export const normalRules = (text: string): string => {
  const written = readRules(text)
  if (written === null || written.rules.length === 0) return ""
  const normal = JSON.stringify(written)
  return normal.length > MAX_RULES_LENGTH ? "" : normal
}

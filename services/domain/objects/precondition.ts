export type Precondition = "met" | "unmodified" | "failed"

export interface Conditions {
  readonly "if-match"?: string | undefined
  readonly "if-none-match"?: string | undefined
}

export const isConditional = (conditions: Conditions): boolean =>
  conditions["if-match"] !== undefined || conditions["if-none-match"] !== undefined

/** ETags may contain commas. */
const tagsOf = (list: string): ReadonlyArray<string> => list.match(/(?:W\/)?"[^"]*"/g) ?? []
const opaque = (tag: string): string => tag.replace(/^W\//, "")

/** If-Match (strong) and If-None-Match (weak) of a GET (RFC 9110, 13.1.1, 13.1.2, 13.2.2). */
export const precondition = (conditions: Conditions, etag: string | null): Precondition => {
  const { "if-match": match, "if-none-match": none } = conditions
  if (
    match !== undefined &&
    match.trim() !== "*" &&
    (etag === null || etag.startsWith("W/") || !tagsOf(match).includes(etag))
  )
    return "failed"
  if (none === undefined) return "met"
  return none.trim() === "*" || (etag !== null && tagsOf(none).some((tag) => opaque(tag) === opaque(etag)))
    ? "unmodified"
    : "met"
}

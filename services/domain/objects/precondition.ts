/** What the conditions of a request make of it: it is done, what is there is what somebody has already, or it is something else than they mean. */
export type Precondition = "met" | "unmodified" | "failed"

/** Headers that a request is conditional by. */
export interface Conditions {
  readonly "if-match"?: string | undefined
  readonly "if-none-match"?: string | undefined
}

export const isConditional = (conditions: Conditions): boolean => conditions["if-match"] !== undefined || conditions["if-none-match"] !== undefined

/** The tags of a list, as they stand; commas may be part of a tag. */
const tagsOf = (list: string): ReadonlyArray<string> => list.match(/(?:W\/)?"[^"]*"/g) ?? []
const opaque = (tag: string): string => tag.replace(/^W\//, "")

/** If-Match and If-None-Match of a GET, for what is there (RFC 9110, 13.1.1, 13.1.2 and 13.2.2): the first compares strongly, the other weakly. */
export const precondition = (conditions: Conditions, etag: string | null): Precondition => {
  const { "if-match": match, "if-none-match": none } = conditions
  if (match !== undefined && match.trim() !== "*" && (etag === null || etag.startsWith("W/") || !tagsOf(match).includes(etag))) return "failed"
  if (none === undefined) return "met"
  return none.trim() === "*" || (etag !== null && tagsOf(none).some((tag) => opaque(tag) === opaque(etag))) ? "unmodified" : "met"
}

/** Null: ignore the header (RFC 9110, 14.2): other unit, several ranges, or malformed. */
export const byteRange = (header: string | undefined): string | null => {
  const match = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/.exec(header ?? "")
  if (match === null) return null
  const [, first, last] = match
  return first !== undefined && last !== undefined && last !== "" && Number(last) < Number(first) ? null : match[0]
}

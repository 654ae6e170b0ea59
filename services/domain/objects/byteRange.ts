/**
 * The `Range` header as a gateway is asked for it, or null where it is to be ignored (RFC 9110, 14.2): another unit, several
 * ranges, which S3 does not serve, an end before its start, or nonsense.
 */
export const byteRange = (header: string | undefined): string | null => {
  const match = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/.exec(header ?? "")
  if (match === null) return null
  const [, first, last] = match
  return first !== undefined && last !== undefined && last !== "" && Number(last) < Number(first) ? null : match[0]
}

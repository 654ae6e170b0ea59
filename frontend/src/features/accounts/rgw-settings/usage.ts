import { bytes, int } from "~/lib/format"

/** What is counted against a quota: bytes, or objects. */
export type Counted = "bytes" | "objects"

const said = (counted: Counted, value: number): string => counted === "bytes" ? bytes(value) : `${int(value)} ${value === 1 ? "object" : "objects"}`

/** `1.2 GiB of 10 GiB`; what a quota does not bound, and one that allows nothing, are said as that. */
export const usedText = (counted: Counted, used: number, limit: number | null): string => limit === null
  ? `${said(counted, used)}, no limit`
  : limit === 0 ? `${said(counted, used)}, none allowed` : `${said(counted, used)} of ${counted === "bytes" ? bytes(limit) : int(limit)}`

/** How full a quota is: the fuller of its two bounds, as its alerts count; null where it bounds nothing. More than 1: it is exceeded. */
export const fullness = (parts: ReadonlyArray<{ readonly used: number; readonly limit: number | null }>): number | null => {
  const shares = parts.flatMap(({ limit, used }) => limit === null ? [] : [limit === 0 ? 1 : used / limit])
  return shares.length === 0 ? null : Math.max(...shares)
}

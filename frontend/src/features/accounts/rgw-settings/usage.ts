import { bytes, int } from "~/lib/format"

export type Counted = "bytes" | "objects"

const formatAmount = (counted: Counted, value: number): string =>
  counted === "bytes" ? bytes(value) : `${int(value)} ${value === 1 ? "object" : "objects"}`

export const usedText = (counted: Counted, used: number, limit: number | null): string =>
  limit === null
    ? `${formatAmount(counted, used)}, no limit`
    : limit === 0
      ? `${formatAmount(counted, used)}, none allowed`
      : `${formatAmount(counted, used)} of ${counted === "bytes" ? bytes(limit) : int(limit)}`

/** Ratio of the fuller limit, as alerts compute it; null without a limit. More than 1: exceeded. */
export const fullness = (
  parts: ReadonlyArray<{ readonly used: number; readonly limit: number | null }>
): number | null => {
  const shares = parts.flatMap(({ limit, used }) => (limit === null ? [] : [limit === 0 ? 1 : used / limit]))
  return shares.length === 0 ? null : Math.max(...shares)
}

import type { PrefixShare } from "./UsageContents.ts"

const MAX_LARGEST = 50
const MAX_ACTIVE = 20

export const firstPathSegment = (key: string): string => key.slice(0, key.indexOf("/") + 1)

const place = (one: PrefixShare, other: PrefixShare) =>
  one.bucket < other.bucket ? -1 : one.bucket > other.bucket ? 1 : one.prefix < other.prefix ? -1 : 1

export const topPrefixes = (prefixes: ReadonlyArray<PrefixShare>): ReadonlyArray<PrefixShare> => {
  const byBytes = prefixes.toSorted((one, other) => other.bytes - one.bytes || place(one, other))
  const lively = new Set(
    prefixes
      .filter((one) => one.written_30_days_bytes > 0)
      .sort((one, other) => other.written_30_days_bytes - one.written_30_days_bytes || place(one, other))
      .slice(0, MAX_ACTIVE)
  )
  return byBytes.filter((one, at) => at < MAX_LARGEST || lively.has(one))
}

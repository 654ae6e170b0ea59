import type { PrefixShare } from "./UsageContents.ts"

const MAX_PREFIXES = 20

export const growingPrefixes = (prefixes: ReadonlyArray<PrefixShare>): ReadonlyArray<PrefixShare> =>
  prefixes
    .filter(({ written_30_days_bytes }) => written_30_days_bytes > 0)
    .toSorted(
      (one, other) =>
        other.written_30_days_bytes - one.written_30_days_bytes || other.written_7_days_bytes - one.written_7_days_bytes
    )
    .slice(0, MAX_PREFIXES)

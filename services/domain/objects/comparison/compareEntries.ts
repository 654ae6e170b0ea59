import { compareWithCopy } from "../objectwork/ObjectCopy.ts"
import type { ObjectHead } from "../ObjectDetails.ts"
import type { ComparedObject, DifferenceKind } from "./BucketComparison.ts"
import type { EntryPair, OrderedEntry } from "./mergeListings.ts"

export interface ListedEntry extends OrderedEntry {
  readonly versionId: string | null
  readonly isMarker: boolean
  readonly size: number
  readonly etag: string | null
  readonly modifiedAt: string | null
  readonly storageClass?: string
}

export type Verdict = "same" | DifferenceKind

export interface ComparedPair extends EntryPair<ListedEntry> {
  readonly verdict: Verdict
  readonly proof: "etag" | "checksum" | null
  readonly checksum: ObjectHead["checksum"]
}

export const compareEntries = ({ source, target }: EntryPair<ListedEntry>): Verdict => {
  if (source === null) return "extra"
  if (target === null) return "missing"
  if (source.isMarker || target.isMarker) return source.isMarker === target.isMarker ? "same" : "different"
  return compareWithCopy(source, target)
}

export const verdictOfKey = (verdicts: ReadonlyArray<Verdict>): Verdict => {
  const [first = "same"] = verdicts
  if (verdicts.every((verdict) => verdict === first)) return first
  return verdicts.some((verdict) => verdict !== "same" && verdict !== "unknown") ? "different" : "unknown"
}

export const comparedObject = (entries: ReadonlyArray<ListedEntry | null>): ComparedObject | null => {
  const present = entries.filter((entry) => entry !== null)
  const [newest] = present
  return newest === undefined ? null : { size_bytes: newest.size, etag: newest.etag, versions: present.length }
}

/** The pairs of a key must be adjacent. */
export const pairsByKey = <Pair extends EntryPair<ListedEntry>>(
  pairs: ReadonlyArray<Pair>
): ReadonlyArray<ReadonlyArray<Pair>> => {
  const groups: Array<Array<Pair>> = []
  for (const pair of pairs) {
    const last = groups.at(-1)
    if (last?.[0]?.key === pair.key) last.push(pair)
    else groups.push([pair])
  }
  return groups
}

type Attributes = Pick<ObjectHead, "checksum" | "encryption" | "etag" | "parts" | "size_bytes">

const hasEvenParts = ({ parts, size_bytes }: Attributes): boolean =>
  parts !== null &&
  size_bytes > parts.first_size_bytes * (parts.count - 1) &&
  size_bytes <= parts.first_size_bytes * parts.count

/** For equal sizes without comparable ETags: checksums of one algorithm, or ETags of equal part sizes. */
export const compareAttributes = (source: Attributes, target: Attributes): "same" | "different" | "unknown" => {
  const [one, other] = [source.checksum, target.checksum]
  if (one !== null && other !== null && one.algorithm === other.algorithm && one.type === other.type) {
    if (one.value === other.value) return "same"
    if (one.type === "FULL_OBJECT") return "different"
  }
  const plain = source.encryption.kind === "none" && target.encryption.kind === "none"
  const equalParts =
    source.parts?.count === target.parts?.count && source.parts?.first_size_bytes === target.parts?.first_size_bytes
  return plain && equalParts && hasEvenParts(source) && source.etag !== target.etag ? "different" : "unknown"
}

import { isSame } from "../objectwork/ObjectCopy.ts"
import type { ObjectHead } from "../ObjectDetails.ts"
import type { ComparedObject, DifferenceKind } from "./BucketComparison.ts"
import type { EntryPair, OrderedEntry } from "./mergeListings.ts"

/** Object, version or delete marker of a listing. */
export interface ListedEntry extends OrderedEntry {
  readonly versionId: string | null
  readonly isMarker: boolean
  readonly size: number
  readonly etag: string | null
  readonly modifiedAt: string | null
  readonly storageClass?: string
}

export type Verdict = "same" | DifferenceKind

/** Compared entries. `proof`: what both gateways report equal; null unless the verdict is `same`. */
export interface ComparedPair extends EntryPair<ListedEntry> {
  readonly verdict: Verdict
  readonly proof: "etag" | "checksum" | null
  /** The equal checksum; null without one. */
  readonly checksum: ObjectHead["checksum"]
}

export const compareEntries = ({ source, target }: EntryPair<ListedEntry>): Verdict => {
  if (source === null) return "extra"
  if (target === null) return "missing"
  if (source.isMarker || target.isMarker) return source.isMarker === target.isMarker ? "same" : "different"
  return isSame(source, target)
}

/** Verdict of a key by those of its versions. */
export const verdictOfKey = (verdicts: ReadonlyArray<Verdict>): Verdict => {
  const [first = "same"] = verdicts
  if (verdicts.every((verdict) => verdict === first)) return first
  return verdicts.some((verdict) => verdict !== "same" && verdict !== "unknown") ? "different" : "unknown"
}

/** One side of a key; null when it is absent there. */
export const comparedObject = (entries: ReadonlyArray<ListedEntry | null>): ComparedObject | null => {
  const present = entries.filter((entry) => entry !== null)
  const [newest] = present
  return newest === undefined ? null : { size_bytes: newest.size, etag: newest.etag, versions: present.length }
}

/** Groups pairs by key, in order. The pairs of a key are adjacent. */
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

/** True when all parts but the last have the size of the first. */
const hasEvenParts = ({ parts, size_bytes }: Attributes): boolean =>
  parts !== null &&
  size_bytes > parts.first_size_bytes * (parts.count - 1) &&
  size_bytes <= parts.first_size_bytes * parts.count

/**
 * Compares objects of equal size whose ETags are not comparable: by checksums of one algorithm, or by ETags of uploads
 * with equal part sizes. `unknown` if neither tells.
 */
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

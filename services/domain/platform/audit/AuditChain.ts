import { canonicalJson } from "./canonicalJson.ts"

/** Every column is text: the input of the seal. */
export interface StoredEntry {
  readonly id: string
  /** UTC, with microseconds. */
  readonly created_at: string
  readonly actor_user_id: string | null
  readonly actor_email: string | null
  readonly actor_role: string | null
  readonly actor_via: string
  readonly scope: string
  readonly action: string
  readonly entity_type: string
  readonly entity_id: string | null
  readonly entity_label: string | null
  readonly status: string
  readonly message: string
  readonly metadata: string
  readonly request_id: string | null
  readonly client_address: string | null
}

export interface ChainEnd {
  readonly seq: number
  readonly hash: string
}

export interface ChainLink extends ChainEnd {
  readonly previous: string
  /** RFC 3339 in UTC, with milliseconds. */
  readonly sealedAt: string
}

export const CHAIN_START: ChainEnd = { seq: 0, hash: "0".repeat(64) }

export const linkText = (seq: number, previous: string, sealedAt: string, entry: StoredEntry): string => {
  const { metadata, ...columns } = entry
  return canonicalJson(
    `{"seq":${seq},"previous":${JSON.stringify(previous)},"sealed_at":${JSON.stringify(sealedAt)},` +
      `"entry":${JSON.stringify(columns)},"metadata":${metadata}}`
  )
}

export const nextLink = (
  before: ChainEnd,
  sealedAt: string,
  entry: StoredEntry,
  digest: (text: string) => string
): ChainLink => {
  const seq = before.seq + 1
  return { seq, previous: before.hash, sealedAt, hash: digest(linkText(seq, before.hash, sealedAt, entry)) }
}

/** The signing key is stored outside the database. */
export const endText = ({ hash, seq }: ChainEnd): string => `audit/${seq}/${hash}`

export interface StoredLink extends ChainLink {
  readonly entryId: string
  readonly entry: StoredEntry | null
}

export interface ChainFault {
  readonly kind: "edited" | "deleted" | "inserted" | "reordered" | "head" | "archive"
  readonly seq: number
  readonly entry: string | null
  readonly text: string
}

const fault = (kind: ChainFault["kind"], seq: number, entry: string | null, text: string): ChainFault => ({
  kind,
  seq,
  entry,
  text
})

/** Returns the new end or the fault. Rows must come in order of `seq`. */
export const checkLink = (
  before: ChainEnd,
  link: StoredLink,
  digest: (text: string) => string
): ChainEnd | ChainFault => {
  const { entry, entryId, hash, previous, sealedAt, seq } = link
  if (seq > before.seq + 1) {
    const last = seq - 1
    return fault(
      "deleted",
      before.seq + 1,
      null,
      last === before.seq + 1
        ? `link ${last} of the chain is gone; the next one is of entry ${entryId}`
        : `links ${before.seq + 1} to ${last} of the chain are gone; the next one is of entry ${entryId}`
    )
  }
  if (entry === null) return fault("deleted", seq, entryId, `entry ${entryId}, link ${seq} of the chain, was deleted`)
  if (previous !== before.hash) {
    return fault(
      "reordered",
      seq,
      entryId,
      `entry ${entryId}, link ${seq}, does not follow what stands before it: links were exchanged, or written ` +
        "anew from here on"
    )
  }
  if (hash !== digest(linkText(seq, previous, sealedAt, entry))) {
    return fault(
      "edited",
      seq,
      entryId,
      `entry ${entryId}, link ${seq} of the chain, is not what was sealed at ${sealedAt}: it was edited, or ` +
        "exchanged for another"
    )
  }
  return { seq, hash }
}

export const isFault = (found: ChainEnd | ChainFault): found is ChainFault => "kind" in found

export const chainEndFault = (end: ChainEnd, head: ChainEnd): ChainFault | null => {
  if (end.seq < head.seq) {
    const missing = head.seq - end.seq
    return fault(
      "deleted",
      end.seq + 1,
      null,
      missing === 1
        ? `the newest link, ${head.seq}, is gone: the chain ends at ${end.seq}`
        : `the newest ${missing} links, ${end.seq + 1} to ${head.seq}, are gone: the chain ends at ${end.seq}`
    )
  }
  if (end.hash !== head.hash)
    return fault("head", end.seq, null, `the end that was written down at link ${end.seq} is not that of the rows`)
  return null
}

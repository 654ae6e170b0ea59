import { canonicalJson } from "./canonicalJson.ts"

/** An entry as it stands in its row, every column a text: what a seal is made over. */
export interface StoredEntry {
  readonly id: string
  /** With microseconds, in UTC. */
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
  /** JSON. */
  readonly metadata: string
  readonly request_id: string | null
  readonly client_address: string | null
}

/** Where a chain ends: so many links, and the hash of the last. */
export interface ChainEnd {
  readonly seq: number
  readonly hash: string
}

/** The hash of an entry with everything before it; `previous` and its own are what a row of the chain carries. */
export interface Link extends ChainEnd {
  readonly previous: string
  /** RFC 3339 with milliseconds, in UTC. */
  readonly sealedAt: string
}

/** Before the first link. */
export const beginning: ChainEnd = { seq: 0, hash: "0".repeat(64) }

/**
 * What is hashed for a link: the place in the chain, the hash before it, when it was sealed, and the whole entry, as JSON with
 * sorted keys. Another place, neighbour or letter is another text.
 */
export const linkText = (seq: number, previous: string, sealedAt: string, entry: StoredEntry): string => {
  const { metadata, ...columns } = entry
  return canonicalJson(`{"seq":${seq},"previous":${JSON.stringify(previous)},"sealed_at":${JSON.stringify(sealedAt)},` +
    `"entry":${JSON.stringify(columns)},"metadata":${metadata}}`)
}

/** The next link over an entry. `digest`: SHA-256 in hex. */
export const linkOf = (before: ChainEnd, sealedAt: string, entry: StoredEntry, digest: (text: string) => string): Link => {
  const seq = before.seq + 1
  return { seq, previous: before.hash, sealedAt, hash: digest(linkText(seq, before.hash, sealedAt, entry)) }
}

/** What the signature of a chain's end is made over: a key outside of the database says that we wrote it. */
export const endText = ({ hash, seq }: ChainEnd): string => `audit/${seq}/${hash}`

/** A row of the chain as it is found, with the entry that it seals; null: there is no such entry. */
export interface FoundLink extends Link {
  readonly entryId: string
  readonly entry: StoredEntry | null
}

/** The first thing that is wrong with a chain. `entry`: the id of the row, where one is known. */
export interface ChainFault {
  readonly kind: "edited" | "deleted" | "inserted" | "reordered" | "head" | "archive"
  readonly seq: number
  readonly entry: string | null
  readonly says: string
}

const fault = (kind: ChainFault["kind"], seq: number, entry: string | null, says: string): ChainFault => ({ kind, seq, entry, says })

/**
 * Whether a found row continues a chain that holds so far: where the chain ends with it, or what is wrong. Rows come in the order of
 * their numbers.
 */
export const follows = (before: ChainEnd, found: FoundLink, digest: (text: string) => string): ChainEnd | ChainFault => {
  const { entry, entryId, hash, previous, sealedAt, seq } = found
  if (seq > before.seq + 1) {
    const last = seq - 1
    return fault("deleted", before.seq + 1, null, last === before.seq + 1
      ? `link ${last} of the chain is gone; the next one is of entry ${entryId}`
      : `links ${before.seq + 1} to ${last} of the chain are gone; the next one is of entry ${entryId}`)
  }
  if (entry === null) return fault("deleted", seq, entryId, `entry ${entryId}, link ${seq} of the chain, was deleted`)
  if (previous !== before.hash) {
    return fault("reordered", seq, entryId, `entry ${entryId}, link ${seq}, does not follow what stands before it: links were exchanged, or written anew from here on`)
  }
  if (hash !== digest(linkText(seq, previous, sealedAt, entry))) {
    return fault("edited", seq, entryId, `entry ${entryId}, link ${seq} of the chain, is not what was sealed at ${sealedAt}: it was edited, or exchanged for another`)
  }
  return { seq, hash }
}

export const isFault = (found: ChainEnd | ChainFault): found is ChainFault => "kind" in found

/** Whether the end of the rows is the end that was written down. */
export const endsAt = (end: ChainEnd, head: ChainEnd): ChainFault | null => {
  if (end.seq < head.seq) {
    const gone = head.seq - end.seq
    return fault("deleted", end.seq + 1, null, gone === 1
      ? `the newest link, ${head.seq}, is gone: the chain ends at ${end.seq}`
      : `the newest ${gone} links, ${end.seq + 1} to ${head.seq}, are gone: the chain ends at ${end.seq}`)
  }
  if (end.hash !== head.hash) return fault("head", end.seq, null, `the end that was written down at link ${end.seq} is not that of the rows`)
  return null
}

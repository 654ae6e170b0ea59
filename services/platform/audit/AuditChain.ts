import type { ChainEnd, FoundLink, Link, StoredEntry } from "#domain/platform/audit/AuditChain.ts"
import { Context, type Effect } from "effect"

/** The end of the chain as it was written down, signed by whoever wrote it; null: by nobody. */
export interface SignedEnd extends ChainEnd {
  readonly signature: string | null
}

/** Entries that the chain and the trail disagree about. Ids; null: none. */
export interface Strays {
  /** The first that was deleted before it was sealed. */
  readonly lost: string | null
  /** The first that is neither sealed nor waits for it. */
  readonly foreign: string | null
  readonly waiting: number
}

/** The chain over the audit trail, as rows beside it. */
export class AuditChain extends Context.Service<AuditChain, {
  /**
   * Seals the oldest entries that wait, at most `limit` of them, one process at a time. `link` makes the next link, `end` signs the
   * new end, knowing the old one. Answers how many. Announced when it is committed.
   */
  readonly seal: (
    limit: number, link: (before: ChainEnd, entry: StoredEntry) => Link, end: (old: SignedEnd, now: ChainEnd) => string | null
  ) => Effect.Effect<number>
  readonly end: Effect.Effect<SignedEnd>
  /** Links behind a place, with the entries that they seal; at most `limit`. */
  readonly read: (seq: number, limit: number) => Effect.Effect<ReadonlyArray<FoundLink>>
  readonly strays: Effect.Effect<Strays>
  /** Signs the end, if it is still this one. */
  readonly sign: (end: ChainEnd, signature: string) => Effect.Effect<boolean>
}>()("stowage/services/platform/audit/AuditChain") {}

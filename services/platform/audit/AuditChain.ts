import type { ChainEnd, FoundLink, Link, StoredEntry } from "#domain/platform/audit/AuditChain.ts"
import { Context, type Effect } from "effect"

/** Stored end of the chain with its signature; null when unsigned. */
export interface SignedEnd extends ChainEnd {
  readonly signature: string | null
}

/** Entry ids on which chain and trail disagree; null for none. */
export interface Strays {
  /** First entry deleted before it was sealed. */
  readonly lost: string | null
  /** First entry that is neither sealed nor waiting. */
  readonly foreign: string | null
  readonly waiting: number
}

/** Hash chain over the audit trail, as rows. */
export class AuditChain extends Context.Service<AuditChain, {
  /**
   * Seals at most `limit` of the oldest waiting entries, one process at a time. `link` makes the next link; `end` signs
   * the new end. Returns the number sealed; announced on commit.
   */
  readonly seal: (
    limit: number, link: (before: ChainEnd, entry: StoredEntry) => Link, end: (old: SignedEnd, now: ChainEnd) => string | null
  ) => Effect.Effect<number>
  readonly end: Effect.Effect<SignedEnd>
  /** At most `limit` links after a position, with the entries they seal. */
  readonly read: (seq: number, limit: number) => Effect.Effect<ReadonlyArray<FoundLink>>
  readonly strays: Effect.Effect<Strays>
  /** Signs the end; false if the end has moved. */
  readonly sign: (end: ChainEnd, signature: string) => Effect.Effect<boolean>
}>()("stowage/services/platform/audit/AuditChain") {}

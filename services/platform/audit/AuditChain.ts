import type { ChainEnd, StoredLink, ChainLink, StoredEntry } from "#domain/platform/audit/AuditChain.ts"
import { Context, type Effect } from "effect"

export interface SignedEnd extends ChainEnd {
  readonly signature: string | null
}

export interface Strays {
  readonly lost: string | null
  readonly foreign: string | null
  readonly waiting: number
}

export class AuditChain extends Context.Service<
  AuditChain,
  {
    /** One process at a time. `link` makes the next link, `end` signs the new end. Returns the count. */
    readonly seal: (
      limit: number,
      link: (before: ChainEnd, entry: StoredEntry) => ChainLink,
      end: (old: SignedEnd, now: ChainEnd) => string | null
    ) => Effect.Effect<number>
    readonly end: Effect.Effect<SignedEnd>
    readonly read: (seq: number, limit: number) => Effect.Effect<ReadonlyArray<StoredLink>>
    readonly strays: Effect.Effect<Strays>
    readonly sign: (end: ChainEnd, signature: string) => Effect.Effect<boolean>
  }
>()("stowage/services/platform/audit/AuditChain") {}

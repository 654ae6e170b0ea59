import { Context, type DateTime, type Effect } from "effect"
import type { ShareRecord } from "#domain/objects/shares/ShareRecord.ts"

/** The token of a link as it is kept: a digest to find it by, and sealed, so that its maker can copy it again. */
export interface KeptToken {
  readonly digest: string
  readonly sealed: string
}

/** Whose links: those of a person, or those to a bucket of a context. */
export type ShareOwner = { readonly userId: number } | { readonly contextId: string; readonly bucket: string }

/** Links of our own. `living`: not ended, its maker active, and, where something is fetched, not used up. */
export class ShareRecords extends Context.Service<ShareRecords, {
  /** False where the maker has that many links already that did not end. */
  readonly add: (share: ShareRecord, token: KeptToken, most: number) => Effect.Effect<boolean>
  readonly list: (owner: ShareOwner, limit: number) => Effect.Effect<ReadonlyArray<ShareRecord>>
  readonly find: (id: string) => Effect.Effect<(ShareRecord & { readonly token_sealed: string }) | null>
  readonly living: (by: { readonly digest: string } | { readonly id: string }, now: DateTime.Utc) => Effect.Effect<ShareRecord | null>
  /** False: it was revoked before. */
  readonly revoke: (id: string, now: DateTime.Utc) => Effect.Effect<boolean>
  /** Counts one use, of so many bytes where they are known before, as long as the link lives and its limits allow. */
  readonly take: (id: string, bytes: number, now: DateTime.Utc) => Effect.Effect<boolean>
  /** Gives a use back, or adds bytes to one: what is counted may be negative. */
  readonly count: (id: string, uses: number, bytes: number) => Effect.Effect<void>
  /** Deletes some of the links that ended, and of the hits that happened, before then; answers how many. */
  readonly deleteEnded: (before: DateTime.Utc, limit: number) => Effect.Effect<number>
}>()("stowage/services/objects/shares/ShareRecords") {}

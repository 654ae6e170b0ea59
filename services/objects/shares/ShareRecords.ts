import { Context, type DateTime, type Effect } from "effect"
import type { ShareRecord } from "#domain/objects/shares/ShareRecord.ts"

export interface StoredToken {
  readonly digest: string
  readonly sealed: string
}

export type ShareOwner = { readonly userId: number } | { readonly contextId: string; readonly bucket: string }

/** `living`: not ended, maker active and, for downloads, not used up. */
export class ShareRecords extends Context.Service<
  ShareRecords,
  {
    /** False when the maker has reached the limit. */
    readonly add: (share: ShareRecord, token: StoredToken, limit: number) => Effect.Effect<boolean>
    readonly list: (owner: ShareOwner, limit: number) => Effect.Effect<ReadonlyArray<ShareRecord>>
    readonly find: (id: string) => Effect.Effect<(ShareRecord & { readonly token_sealed: string }) | null>
    readonly living: (
      by: { readonly digest: string } | { readonly id: string },
      now: DateTime.Utc
    ) => Effect.Effect<ShareRecord | null>
    readonly revoke: (id: string, now: DateTime.Utc) => Effect.Effect<boolean>
    /** Counts a use and its bytes, if the link is living and within its limits. */
    readonly take: (id: string, bytes: number, now: DateTime.Utc) => Effect.Effect<boolean>
    readonly count: (id: string, uses: number, bytes: number) => Effect.Effect<void>
    /** Deletes ended links and hits from before `before`; returns their number. */
    readonly deleteEnded: (before: DateTime.Utc, limit: number) => Effect.Effect<number>
  }
>()("stowage/services/objects/shares/ShareRecords") {}

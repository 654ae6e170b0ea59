import { Context, type DateTime, type Effect } from "effect"
import type { Page } from "#domain/platform/Paging.ts"
import type { OpenLinks } from "#domain/buckets/policies/OpenLinks.ts"
import type { ManagedShare, ManagedShareQuery } from "#domain/objects/shares/ManagedShare.ts"

export type ClosedShare = Pick<ManagedShare, "id" | "kind" | "bucket" | "prefix" | "context_id" | "context_name"> & {
  readonly user_id: number
}

/** Matches contexts of the same gateway and tenant; an S3 connection with unknown tenant matches. */
export class ShareListings extends Context.Service<
  ShareListings,
  {
    readonly open: (contextId: string, now: DateTime.Utc) => Effect.Effect<ReadonlyMap<string, OpenLinks>>
    readonly ofBucket: (
      contextId: string,
      bucket: string,
      now: DateTime.Utc,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ManagedShare>>
    /** At most `limit` links; returns those that were not marked before. */
    readonly markClosed: (now: DateTime.Utc, limit: number) => Effect.Effect<ReadonlyArray<ClosedShare>>
    readonly markReopened: (now: DateTime.Utc) => Effect.Effect<number>
    readonly page: (query: ManagedShareQuery, now: DateTime.Utc) => Effect.Effect<Page<ManagedShare>>
  }
>()("stowage/services/objects/shares/ShareListings") {}

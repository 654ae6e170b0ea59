import { Context, type DateTime, type Effect } from "effect"
import type { Page } from "#domain/platform/Paging.ts"
import type { OpenLinks } from "#domain/buckets/policies/OpenLinks.ts"
import type { ManagedShare, ManagedShareQuery } from "#domain/objects/shares/ManagedShare.ts"

/**
 * Links by target bucket (layers/sql), of any maker and context. Matches contexts of the same gateway and tenant; an S3
 * connection with unknown tenant matches.
 */
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
    readonly page: (query: ManagedShareQuery, now: DateTime.Utc) => Effect.Effect<Page<ManagedShare>>
  }
>()("stowage/services/objects/shares/ShareListings") {}

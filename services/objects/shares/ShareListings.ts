import { Context, type DateTime, type Effect } from "effect"
import type { Page } from "#domain/platform/Paging.ts"
import type { OpenLinks } from "#domain/buckets/policies/OpenLinks.ts"
import type { ManagedShare, ManagedShareQuery } from "#domain/objects/shares/ManagedShare.ts"

/**
 * Links by the buckets that they lead to, whoever made them and through whichever context. A link leads to a context's bucket if its own
 * context is at the same gateway and in the same tenant; where an S3 connection's tenant is not known, it counts. Implemented by layers/sql.
 */
export class ShareListings extends Context.Service<ShareListings, {
  /** Open links to buckets of a context, by bucket. */
  readonly open: (contextId: string, now: DateTime.Utc) => Effect.Effect<ReadonlyMap<string, OpenLinks>>
  readonly ofBucket: (contextId: string, bucket: string, now: DateTime.Utc, limit: number) => Effect.Effect<ReadonlyArray<ManagedShare>>
  /** Links of the whole installation. */
  readonly page: (query: ManagedShareQuery, now: DateTime.Utc) => Effect.Effect<Page<ManagedShare>>
}>()("stowage/services/objects/shares/ShareListings") {}

import { Context } from "effect"
import type { AdminTarget, BucketOwner, S3Target } from "../../gateways/endpoints/Targets.ts"
import type { ExecutionContext } from "./ExecutionContext.ts"

/** Context with its targets, authorised for the caller. Credentials stay encrypted until a gateway call. */
export interface ResolvedContext {
  readonly context: ExecutionContext
  readonly s3: S3Target
  /** Null when the endpoint has no Admin Ops. */
  readonly admin: AdminTarget | null
  /** Owner of the context's buckets in Admin Ops; null without Admin Ops. */
  readonly bucketOwner: BucketOwner | null
  /**
   * Key of the bucket listing, by endpoint and owner but not user, so that users share a snapshot. E.g.
   * `endpoint:3/owner:RGW123…`.
   */
  readonly listingKey: string
}

/** Part of a context that its buckets are read with. */
export type BucketSource = Pick<ResolvedContext, "s3" | "admin" | "bucketOwner">

/** Context named by `context_id`, resolved once per request by the context middleware. */
export class CurrentContext extends Context.Service<CurrentContext, ResolvedContext>()(
  "stowage/domain/contexts/CurrentContext"
) {}

import { Context } from "effect"
import type { AdminTarget, BucketOwner, S3Target } from "../../gateways/endpoints/Targets.ts"
import type { ExecutionContext } from "./ExecutionContext.ts"

/** A context that this caller may use, with what is needed to act as it: its credentials stay sealed until a gateway is called. */
export interface ResolvedContext {
  readonly context: ExecutionContext
  readonly s3: S3Target
  /** Present when the endpoint has Admin Ops. */
  readonly admin: AdminTarget | null
  /** Whose buckets this context has, in Admin Ops terms; null without Admin Ops. */
  readonly bucketOwner: BucketOwner | null
  /**
   * Identity of what a listing of this context shows: endpoint and owner, no user, so that all who may see the
   * context share one snapshot. E.g. `endpoint:3/owner:RGW123…`.
   */
  readonly listingKey: string
}

/** The context that the running request names by `context_id`, as its caller may use it; resolved once, by the context middleware. */
export class CurrentContext extends Context.Service<CurrentContext, ResolvedContext>()("stowage/domain/contexts/CurrentContext") {}

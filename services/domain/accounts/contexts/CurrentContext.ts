import { Context } from "effect"
import type { AdminTarget, BucketOwner, S3Target } from "../../gateways/endpoints/Targets.ts"
import type { ExecutionContext } from "./ExecutionContext.ts"

/** Context with its targets, authorised for the caller. Credentials stay encrypted until a gateway call. */
export interface ResolvedContext {
  readonly context: ExecutionContext
  readonly s3: S3Target
  readonly admin: AdminTarget | null
  readonly bucketOwner: BucketOwner | null
  /** Shared by all users of an endpoint and owner, so that they share a snapshot: `endpoint:3/owner:RGW123…`. */
  readonly listingKey: string
}

export type BucketSource = Pick<ResolvedContext, "s3" | "admin" | "bucketOwner">

export class CurrentContext extends Context.Service<CurrentContext, ResolvedContext>()(
  "stowage/domain/contexts/CurrentContext"
) {}

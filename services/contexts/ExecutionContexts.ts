import { Context, type Effect } from "effect"
import type { Caller } from "#domain/access/Caller.ts"
import type { BadRequest, NotFound } from "#domain/errors/Errors.ts"
import type { ContextWorkspace, ExecutionContext } from "#domain/contexts/ExecutionContext.ts"
import type { AdminTarget, BucketOwner } from "#services/endpoints/Rgw.ts"
import type { S3Target } from "#services/endpoints/S3Target.ts"

/** A context that this caller may use, with what is needed to act as it. */
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

/** Which contexts a caller may act as, and how. */
export class ExecutionContexts extends Context.Service<ExecutionContexts, {
  readonly list: (caller: Caller, workspace: ContextWorkspace) => Effect.Effect<ReadonlyArray<ExecutionContext>>
  /** Malformed selectors are 400; unknown and unseen ones are both 404. */
  readonly resolve: (
    caller: Caller,
    workspace: ContextWorkspace,
    contextId: string
  ) => Effect.Effect<ResolvedContext, BadRequest | NotFound>
  /** For actors, which act for whoever may see the listing: the context behind a listing key. */
  readonly forListing: (listingKey: string) => Effect.Effect<ResolvedContext, NotFound>
}>()("stowage/services/contexts/ExecutionContexts") {}

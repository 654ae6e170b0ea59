import { Context, type Effect } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { BadRequest, Forbidden, NotFound } from "#domain/platform/errors/Errors.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { ContextWorkspace, ExecutionContext } from "#domain/accounts/contexts/ExecutionContext.ts"

/** Which contexts a caller may act as, and how. */
export class ExecutionContexts extends Context.Service<ExecutionContexts, {
  readonly list: (caller: Caller, workspace: ContextWorkspace) => Effect.Effect<ReadonlyArray<ExecutionContext>>
  /**
   * Malformed selectors are 400; unknown and unseen ones are both 404. A connection that is the caller's and does not open, or
   * not in this workspace, is 403 `workspace_unavailable` with the reason.
   */
  readonly resolve: (
    caller: Caller,
    workspace: ContextWorkspace,
    contextId: string
  ) => Effect.Effect<ResolvedContext, BadRequest | Forbidden | NotFound>
  /** The same for a person who is not the caller: whoever made a link, in whose name it acts. */
  readonly forUser: (userId: number, workspace: ContextWorkspace, contextId: string) => Effect.Effect<ResolvedContext, BadRequest | Forbidden | NotFound>
  /** For actors, which act for whoever may see the listing: the context behind a listing key. */
  readonly forListing: (listingKey: string) => Effect.Effect<ResolvedContext, NotFound>
}>()("stowage/services/accounts/contexts/ExecutionContexts") {}

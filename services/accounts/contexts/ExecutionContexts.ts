import { Context, type Effect } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { BadRequest, Forbidden, NotFound } from "#domain/platform/errors/Errors.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { ContextWorkspace, ExecutionContext } from "#domain/accounts/contexts/ExecutionContext.ts"

export class ExecutionContexts extends Context.Service<
  ExecutionContexts,
  {
    readonly list: (caller: Caller, workspace: ContextWorkspace) => Effect.Effect<ReadonlyArray<ExecutionContext>>
    /** Same, with targets; those that are not usable now are left out. */
    readonly resolveAll: (caller: Caller, workspace: ContextWorkspace) => Effect.Effect<ReadonlyArray<ResolvedContext>>
    /**
     * Malformed selectors are 400, unknown and inaccessible ones 404. An own connection that is unusable in the
     * workspace is 403 `workspace_unavailable`.
     */
    readonly resolve: (
      caller: Caller,
      workspace: ContextWorkspace,
      contextId: string
    ) => Effect.Effect<ResolvedContext, BadRequest | Forbidden | NotFound>
    /** Same as `resolveAll` for a user in whose name work is planned. */
    readonly resolveAllForUser: (
      userId: number,
      workspace: ContextWorkspace
    ) => Effect.Effect<ReadonlyArray<ResolvedContext>>
    /** Same as `resolve` for another user, in whose name a link or work acts. */
    readonly forUser: (
      userId: number,
      workspace: ContextWorkspace,
      contextId: string
    ) => Effect.Effect<ResolvedContext, BadRequest | Forbidden | NotFound>
    /** Context of a listing key. Checks no user's rights: for shared refreshes, runs and authorised callers. */
    readonly forListing: (listingKey: string) => Effect.Effect<ResolvedContext, NotFound>
  }
>()("stowage/services/accounts/contexts/ExecutionContexts") {}

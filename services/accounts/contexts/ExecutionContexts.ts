import { Context, type Effect } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { BadRequest, Forbidden, NotFound } from "#domain/platform/errors/Errors.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { ContextWorkspace, ExecutionContext } from "#domain/accounts/contexts/ExecutionContext.ts"

export class ExecutionContexts extends Context.Service<
  ExecutionContexts,
  {
    readonly list: (caller: Caller, workspace: ContextWorkspace) => Effect.Effect<ReadonlyArray<ExecutionContext>>
    /** Omits those that are not usable now. */
    readonly resolveAll: (caller: Caller, workspace: ContextWorkspace) => Effect.Effect<ReadonlyArray<ResolvedContext>>
    /** 400 for malformed selectors, 404 for unknown or inaccessible ones, 403 `workspace_unavailable`. */
    readonly resolve: (
      caller: Caller,
      workspace: ContextWorkspace,
      contextId: string
    ) => Effect.Effect<ResolvedContext, BadRequest | Forbidden | NotFound>
    readonly resolveAllForUser: (
      userId: number,
      workspace: ContextWorkspace
    ) => Effect.Effect<ReadonlyArray<ResolvedContext>>
    readonly forUser: (
      userId: number,
      workspace: ContextWorkspace,
      contextId: string
    ) => Effect.Effect<ResolvedContext, BadRequest | Forbidden | NotFound>
    /** Context of a listing key. Checks no user's rights: for shared refreshes, runs and authorised callers. */
    readonly forListing: (listingKey: string) => Effect.Effect<ResolvedContext, NotFound>
  }
>()("stowage/services/accounts/contexts/ExecutionContexts") {}

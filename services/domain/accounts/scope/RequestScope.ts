import { Context, Schema } from "effect"
import type { StorageEndpoint } from "../../gateways/endpoints/StorageEndpoint.ts"
import type { PortalRole } from "../../identity/Links.ts"
import type { WorkspaceId } from "../../platform/access/workspaces.ts"
import type { ResolvedContext } from "../contexts/CurrentContext.ts"
import { ContextWorkspace } from "../contexts/ExecutionContext.ts"

export const ScopeRequirement = Schema.TaggedUnion({
  Context: { workspace: ContextWorkspace },
  Endpoint: {},
  Contexts: {},
  Portal: {},
  Installation: {}
})
export type ScopeRequirement = typeof ScopeRequirement.Type

export const requireScope = {
  context: (workspace: ContextWorkspace) => ScopeRequirement.cases.Context.make({ workspace }),
  endpoint: ScopeRequirement.cases.Endpoint.make({}),
  contexts: ScopeRequirement.cases.Contexts.make({}),
  portal: ScopeRequirement.cases.Portal.make({}),
  installation: ScopeRequirement.cases.Installation.make({})
}

export interface PortalAccount {
  readonly account_id: number
  readonly name: string
  readonly role: PortalRole
  readonly listing_key: string
}

export type RequestScope =
  | { readonly _tag: "Context"; readonly workspace: ContextWorkspace; readonly resolved: ResolvedContext }
  | { readonly _tag: "Endpoint"; readonly endpoint: StorageEndpoint }
  | { readonly _tag: "Contexts"; readonly contexts: ReadonlyArray<ResolvedContext> }
  | { readonly _tag: "Portal"; readonly account: PortalAccount }
  | { readonly _tag: "Installation" }

export class CurrentScope extends Context.Service<CurrentScope, RequestScope>()("stowage/domain/scope/CurrentScope") {}

export class CurrentEndpoint extends Context.Service<CurrentEndpoint, StorageEndpoint>()(
  "stowage/domain/scope/CurrentEndpoint"
) {}

export class CurrentContexts extends Context.Service<CurrentContexts, ReadonlyArray<ResolvedContext>>()(
  "stowage/domain/scope/CurrentContexts"
) {}

export class CurrentPortalAccount extends Context.Service<CurrentPortalAccount, PortalAccount>()(
  "stowage/domain/scope/CurrentPortalAccount"
) {}

interface ScopeRight {
  readonly workspace: WorkspaceId
  readonly contextId: string
}

/** Rights that a stream of this scope depends on; `contextId` is empty where the workspace itself is the right. */
export const rightsOfScope = (scope: RequestScope): ReadonlyArray<ScopeRight> => {
  switch (scope._tag) {
    case "Context":
      return [{ workspace: scope.workspace, contextId: scope.resolved.context.id }]
    case "Endpoint":
      return [{ workspace: "cluster-admin", contextId: "" }]
    case "Contexts":
      // losing one context must end reading its buckets
      return [
        { workspace: "storage-ops", contextId: "" },
        ...scope.contexts.map(({ context }): ScopeRight => ({ workspace: "manager", contextId: context.id }))
      ]
    case "Portal":
      return [{ workspace: "portal", contextId: String(scope.account.account_id) }]
    case "Installation":
      return [{ workspace: "admin", contextId: "" }]
  }
}

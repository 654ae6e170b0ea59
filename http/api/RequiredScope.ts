import { Context, Schema } from "effect"
import { RowId } from "#domain/platform/RowId.ts"
import type { ScopeRequirement } from "#domain/accounts/scope/RequestScope.ts"

export const scopeQuery = {
  Context: { context_id: Schema.String },
  Portal: { account_id: RowId }
}
export const contextQuery = scopeQuery.Context

export const endpointParams = { endpoint_id: RowId }

export const managerBrowser = "manager-browser"

/** Query form of the header `X-S3-Workspace`, for downloads and media that browsers fetch without headers. */
export const workspaceQuery = { s3_workspace: Schema.optionalKey(Schema.Literal(managerBrowser)) }

/** Subject of an endpoint. Startup fails for declarations that do not fit the address or the query. */
export class RequiredScope extends Context.Service<RequiredScope, ScopeRequirement>()("stowage/http/RequiredScope") {}

import { Context, Schema } from "effect"
import type { ContextWorkspace } from "#domain/accounts/contexts/ExecutionContext.ts"

/** The execution context as endpoints take it in their query. */
export const contextQuery = { context_id: Schema.String }

/** The one place beside the Browser from which its API is asked: the Manager's own explorer. */
export const managerBrowser = "manager-browser"

/** What the header `X-S3-Workspace` says, in the address: for what browsers fetch by themselves, a download or a film, and send no header with. */
export const workspaceQuery = { s3_workspace: Schema.optionalKey(Schema.Literal(managerBrowser)) }

/**
 * In which workspace the caller must have a right to the context that `context_id` names. Declared beside the endpoint and
 * resolved by `ContextControl` before anything else is read; an endpoint that takes a `context_id` and does not declare
 * both stops the start.
 */
export class RequiredContext extends Context.Service<RequiredContext, ContextWorkspace>()("stowage/http/RequiredContext") {}

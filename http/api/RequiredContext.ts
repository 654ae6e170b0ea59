import { Context, Schema } from "effect"
import type { ContextWorkspace } from "#domain/accounts/contexts/ExecutionContext.ts"

export const contextQuery = { context_id: Schema.String }

/** Workspace of the Manager's explorer, which also uses the Browser's API. */
export const managerBrowser = "manager-browser"

/** Query form of the header `X-S3-Workspace`, for downloads and media that browsers fetch without headers. */
export const workspaceQuery = { s3_workspace: Schema.optionalKey(Schema.Literal(managerBrowser)) }

/**
 * Workspace in which the caller needs a right to `context_id`. Resolved by `ContextControl` before anything else is
 * read; startup fails for incomplete declarations.
 */
export class RequiredContext extends Context.Service<RequiredContext, ContextWorkspace>()(
  "stowage/http/RequiredContext"
) {}

import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { Api } from "#api/Api.ts"
import { ContextControl } from "#api/Middleware.ts"
import { type Caller, CurrentCaller } from "#domain/access/Caller.ts"
import { CurrentContext } from "#domain/contexts/CurrentContext.ts"
import { sharedRemediation } from "#domain/connections/Connection.ts"
import { Forbidden, InvalidInput } from "#domain/errors/Errors.ts"
import { ExecutionContexts } from "#services/contexts/ExecutionContexts.ts"
import { assertContextsDeclared } from "./ContextDeclared.ts"

/** Where a request of the Browser comes from, when it is the Manager's own explorer that sends it. */
const workspaceHeader = "x-s3-workspace"
const managerBrowser = "manager-browser"

/** The context is the Manager's, and a right of its own says whether its objects may be seen: without it, the reason is told. */
const resolveForManagerBrowser = Effect.fnUntraced(function*(contexts: ExecutionContexts["Service"], caller: Caller, contextId: string) {
  const context = yield* contexts.resolve(caller, "manager", contextId)
  if (context.context.capabilities.can_browse_objects) return context
  return yield* context.context.kind === "connection"
    ? new Forbidden({
      code: "workspace_unavailable", remediation_reason: sharedRemediation,
      detail: "This is a shared S3 connection: it opens in Manager, and its objects are not for Browser"
    })
    : new Forbidden({
      code: "workspace_unavailable", remediation_reason: "manager_browser_data_access_missing",
      detail: "You manage this account without access to its data: an administrator can allow it"
    })
})

/**
 * The one place where a `context_id` becomes a context: once a request, in one statement, for the caller that the access
 * middleware found. What it hands on opens no credential. Fails to build while an endpoint is half declared.
 */
export const ContextResolved = Layer.effect(ContextControl, Effect.gen(function*() {
  const contexts = yield* ExecutionContexts
  const workspaces = yield* assertContextsDeclared(Api)
  return (endpointEffect, { endpoint, group }) =>
    Effect.gen(function*() {
      const workspace = workspaces.get(`${group.identifier}/${endpoint.identifier}`)
      if (workspace === undefined) return yield* Effect.die(new Error(`${endpoint.identifier} declares no context`))
      const { context_id } = yield* HttpServerRequest.ParsedSearchParams
      if (typeof context_id !== "string") {
        return yield* InvalidInput.at("query.context_id", context_id === undefined ? "Missing key" : "Expected one value")
      }
      const caller = yield* CurrentCaller
      const said = workspace === "browser" ? (yield* HttpServerRequest.HttpServerRequest).headers[workspaceHeader] : undefined
      if (said !== undefined && said !== managerBrowser) return yield* InvalidInput.at(`headers.${workspaceHeader}`, `Expected ${managerBrowser}`)
      const context = yield* said === undefined ? contexts.resolve(caller, workspace, context_id) : resolveForManagerBrowser(contexts, caller, context_id)
      return yield* Effect.provideService(endpointEffect, CurrentContext, context)
    })
}))

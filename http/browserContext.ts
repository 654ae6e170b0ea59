import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { managerBrowser } from "#api/RequiredScope.ts"
import { sharedRemediation } from "#domain/accounts/Connection.ts"
import { Forbidden, InvalidInput } from "#domain/platform/errors/Errors.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"

const workspaceHeader = "x-s3-workspace"

/** Context of the Manager, if the caller has data access to it; else 403 with the reason. */
const resolveForManagerBrowser = Effect.fnUntraced(function* (
  contexts: ExecutionContexts["Service"],
  caller: Caller,
  contextId: string
) {
  const context = yield* contexts.resolve(caller, "manager", contextId)
  if (context.context.capabilities.can_browse_objects) return context
  return yield* context.context.kind === "connection"
    ? new Forbidden({
        code: "workspace_unavailable",
        remediation_reason: sharedRemediation,
        detail: "This is a shared S3 connection: it opens in Manager, and its objects are not for Browser"
      })
    : new Forbidden({
        code: "workspace_unavailable",
        remediation_reason: "manager_browser_data_access_missing",
        detail: "You manage this account without access to its data: an administrator can allow it"
      })
})

export const browserContext = Effect.map(ExecutionContexts, (contexts) =>
  Effect.fnUntraced(function* (caller: Caller, contextId: string) {
    const { headers, url } = yield* HttpServerRequest.HttpServerRequest
    // downloads and media players send no header: the query parameter replaces it
    const said =
      headers[workspaceHeader] ?? new URLSearchParams(/\?.*$/s.exec(url)?.[0]).get("s3_workspace") ?? undefined
    if (said !== undefined && said !== managerBrowser)
      return yield* InvalidInput.at(`headers.${workspaceHeader}`, `Expected ${managerBrowser}`)
    return yield* said === undefined
      ? contexts.resolve(caller, "browser", contextId)
      : resolveForManagerBrowser(contexts, caller, contextId)
  })
)

import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { managerBrowser } from "#api/RequiredScope.ts"
import { InvalidInput } from "#domain/platform/errors/Errors.ts"
import { requireDataAccess } from "#services/accounts/contexts/dataAccess.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"

const workspaceHeader = "x-s3-workspace"

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
      : Effect.flatMap(contexts.resolve(caller, "manager", contextId), requireDataAccess)
  })
)

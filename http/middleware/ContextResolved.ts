import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { Api } from "#api/Api.ts"
import { ContextControl } from "#api/Middleware.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { InvalidInput } from "#domain/platform/errors/Errors.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { browserContext } from "../browserContext.ts"
import { assertContextsDeclared } from "./ContextDeclared.ts"

/**
 * Resolves `context_id` once per request for the authenticated caller, without decrypting credentials. Fails to build
 * for incomplete declarations.
 */
export const ContextResolved = Layer.effect(
  ContextControl,
  Effect.gen(function* () {
    const contexts = yield* ExecutionContexts
    const forBrowser = yield* browserContext
    const workspaces = yield* assertContextsDeclared(Api)
    return (endpointEffect, { endpoint, group }) =>
      Effect.gen(function* () {
        const workspace = workspaces.get(`${group.identifier}/${endpoint.identifier}`)
        if (workspace === undefined) return yield* Effect.die(new Error(`${endpoint.identifier} declares no context`))
        const { context_id } = yield* HttpServerRequest.ParsedSearchParams
        if (typeof context_id !== "string") {
          return yield* InvalidInput.at(
            "query.context_id",
            context_id === undefined ? "Missing key" : "Expected one value"
          )
        }
        const caller = yield* CurrentCaller
        const context = yield* workspace === "browser"
          ? forBrowser(caller, context_id)
          : contexts.resolve(caller, workspace, context_id)
        return yield* Effect.provideService(endpointEffect, CurrentContext, context)
      })
  })
)

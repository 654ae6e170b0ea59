import { Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { Api } from "#api/Api.ts"
import { ScopeControl } from "#api/Middleware.ts"
import { type Caller, CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentContext } from "#domain/accounts/contexts/CurrentContext.ts"
import {
  CurrentContexts,
  CurrentEndpoint,
  CurrentPortalAccount,
  CurrentScope,
  type RequestScope,
  ScopeRequirement
} from "#domain/accounts/scope/RequestScope.ts"
import { InvalidInput } from "#domain/platform/errors/Errors.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { Scopes } from "#services/accounts/scope/Scopes.ts"
import { browserContext } from "../browserContext.ts"
import { assertScopesDeclared } from "./ScopeDeclared.ts"

const queryParameter = Effect.fnUntraced(function* (name: string) {
  const value = (yield* HttpServerRequest.ParsedSearchParams)[name]
  return typeof value === "string"
    ? value
    : yield* InvalidInput.at(`query.${name}`, value === undefined ? "Missing key" : "Expected one value")
})

/** Ids of more than 15 digits lose precision as numbers. */
const idAt = (path: string, text: string | undefined) =>
  text !== undefined && /^\d{1,15}$/.test(text)
    ? Effect.succeed(Number(text))
    : Effect.fail(InvalidInput.at(path, "Expected a number, as in 12"))

type ScopeServices = CurrentScope | CurrentContext | CurrentEndpoint | CurrentContexts | CurrentPortalAccount

const servicesOf = (scope: RequestScope) => {
  const services = Context.make(CurrentScope, scope) as Context.Context<ScopeServices>
  switch (scope._tag) {
    case "Context":
      return Context.add(services, CurrentContext, scope.resolved)
    case "Endpoint":
      return Context.add(services, CurrentEndpoint, scope.endpoint)
    case "Contexts":
      return Context.add(services, CurrentContexts, scope.contexts)
    case "Portal":
      return Context.add(services, CurrentPortalAccount, scope.account)
    case "Installation":
      return services
  }
}

export const ScopeResolved = Layer.effect(
  ScopeControl,
  Effect.gen(function* () {
    const contexts = yield* ExecutionContexts
    const scopes = yield* Scopes
    const forBrowser = yield* browserContext
    const requirements = yield* assertScopesDeclared(Api)

    const resolve = (requirement: ScopeRequirement, caller: Caller, operation: string) =>
      ScopeRequirement.match(requirement, {
        Context: Effect.fnUntraced(function* ({ workspace }) {
          const id = yield* queryParameter("context_id")
          const resolved = yield* workspace === "browser"
            ? forBrowser(caller, id, operation)
            : contexts.resolve(caller, workspace, id)
          return { _tag: "Context" as const, workspace, resolved }
        }),
        Endpoint: Effect.fnUntraced(function* () {
          const { endpoint_id: id } = yield* HttpRouter.params
          return { _tag: "Endpoint" as const, endpoint: yield* scopes.endpoint(yield* idAt("params.endpoint_id", id)) }
        }),
        Contexts: Effect.fnUntraced(function* () {
          return { _tag: "Contexts" as const, contexts: yield* scopes.contexts(caller) }
        }),
        Portal: Effect.fnUntraced(function* () {
          const id = yield* idAt("query.account_id", yield* queryParameter("account_id"))
          return { _tag: "Portal" as const, account: yield* scopes.portal(caller, id) }
        }),
        Installation: () => Effect.succeed({ _tag: "Installation" as const })
      })

    return (endpointEffect, { endpoint, group }) =>
      Effect.gen(function* () {
        const operation = `${group.identifier}/${endpoint.identifier}`
        const requirement = requirements.get(operation)
        if (requirement === undefined) return yield* Effect.die(new Error(`${endpoint.identifier} declares no scope`))
        const scope: RequestScope = yield* resolve(requirement, yield* CurrentCaller, operation)
        return yield* Effect.provideContext(endpointEffect, servicesOf(scope))
      })
  })
)

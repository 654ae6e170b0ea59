import { Context, Effect, Layer } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { PortalAccount } from "#domain/accounts/scope/RequestScope.ts"
import type { StorageEndpoint } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import { Forbidden, NotFound } from "#domain/platform/errors/Errors.ts"
import { isRowId } from "#domain/platform/RowId.ts"
import { ContextRecords } from "#services/accounts/contexts/ContextRecords.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"

const portalUnavailable = new Forbidden({
  code: "workspace_unavailable",
  detail: "The Portal of this account is not open to you: it is switched off, or you have no Portal role in it"
})

export class Scopes extends Context.Service<
  Scopes,
  {
    readonly endpoint: (id: number) => Effect.Effect<StorageEndpoint, NotFound>
    readonly contexts: (caller: Caller) => Effect.Effect<ReadonlyArray<ResolvedContext>>
    /** 403 `workspace_unavailable` without a portal role in the account or while the Portal is switched off. */
    readonly portal: (caller: Caller, accountId: number) => Effect.Effect<PortalAccount, Forbidden>
  }
>()("stowage/services/accounts/scope/Scopes") {
  static readonly layer = Layer.effect(
    Scopes,
    Effect.gen(function* () {
      const endpoints = yield* EndpointRecords
      const contexts = yield* ExecutionContexts
      const records = yield* ContextRecords
      return Scopes.of({
        endpoint: Effect.fn("Scopes.endpoint")((id: number) =>
          isRowId(id) ? endpoints.find(id) : Effect.fail(new NotFound({ entity: "Storage endpoint", id: String(id) }))
        ),
        contexts: Effect.fn("Scopes.contexts")((caller: Caller) => contexts.resolveAll(caller, "manager")),
        portal: Effect.fn("Scopes.portal")(function* (caller: Caller, accountId: number) {
          const user = callerUser(caller)
          const account = user === null || !isRowId(accountId) ? null : yield* records.portalAccount(user.id, accountId)
          return account ?? (yield* portalUnavailable)
        })
      })
    })
  )
}

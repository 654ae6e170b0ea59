import { Context, type Effect } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { AccessPrincipal } from "#domain/buckets/policies/AccessRequest.ts"
import type { SavingIdentity } from "#domain/buckets/policies/findAccessLosses.ts"
import type { IdentityDocuments } from "#domain/buckets/policies/identityRules.ts"

export interface CallerRules {
  readonly principal: AccessPrincipal
  readonly identity: IdentityDocuments
}

/** The callers' own policies, as far as the key of a context may read them. Implemented by services/iam. */
export class CallerPolicies extends Context.Service<
  CallerPolicies,
  {
    /** Never fails: unreadable parts are unknown, with the reason. */
    readonly read: (context: ResolvedContext, principal: AccessPrincipal) => Effect.Effect<CallerRules>
    readonly identityOf: (context: ResolvedContext) => Effect.Effect<SavingIdentity>
  }
>()("stowage/services/buckets/policies/CallerPolicies") {}

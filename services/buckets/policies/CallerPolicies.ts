import { Context, type Effect } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { AccessPrincipal } from "#domain/buckets/policies/AccessRequest.ts"
import type { SavingIdentity } from "#domain/buckets/policies/findAccessLosses.ts"
import type { IdentityDocuments } from "#domain/buckets/policies/identityRules.ts"

/** A caller as the gateway knows them, with the path and id that only the gateway has, and their own policies. */
export interface CallerRules {
  readonly principal: AccessPrincipal
  readonly identity: IdentityDocuments
}

/**
 * The policies that callers of a gateway have themselves, as far as the key of a context may read them. Implemented by
 * services/iam.
 */
export class CallerPolicies extends Context.Service<
  CallerPolicies,
  {
    /** Never fails: what the gateway does not give is unknown, with the reason. */
    readonly read: (context: ResolvedContext, principal: AccessPrincipal) => Effect.Effect<CallerRules>
    /** The identity whose keys a context signs with. Never fails either. */
    readonly identityOf: (context: ResolvedContext) => Effect.Effect<SavingIdentity>
  }
>()("stowage/services/buckets/policies/CallerPolicies") {}

import { Context, type Effect } from "effect"
import type { RegistrationKind } from "./Registrations.ts"

/** What accounts and users are called on their gateways, as it is agreed upon: another name there is a difference. */
export class AgreedNames extends Context.Service<AgreedNames, {
  /** From now on this is the name; `renames`: it is called so here as well. In the caller's transaction. */
  readonly agree: (kind: RegistrationKind, id: number, gatewayName: string, renames: boolean) => Effect.Effect<void>
}>()("stowage/services/accounts/AgreedNames") {}

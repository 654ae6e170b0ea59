import { Context, type Effect } from "effect"
import type { RegistrationKind } from "./Registrations.ts"

/** What is agreed upon of accounts and users and their gateways: their names there, and that one is suspended. Anything else there is a difference. */
export class AgreedNames extends Context.Service<AgreedNames, {
  /** From now on this is the name; `renames`: it is called so here as well. In the caller's transaction. */
  readonly agree: (kind: RegistrationKind, id: number, gatewayName: string, renames: boolean) => Effect.Effect<void>
  /** An RGW user is suspended from here, or is no more. In the caller's transaction. */
  readonly suspend: (userId: number, suspended: boolean) => Effect.Effect<void>
}>()("stowage/services/accounts/AgreedNames") {}

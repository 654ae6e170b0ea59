import { Context, type Effect } from "effect"
import type { RegistrationKind } from "./Registrations.ts"

/** Agreed gateway state of accounts and users: name and suspension. Any other state is drift. */
export class AgreedNames extends Context.Service<
  AgreedNames,
  {
    /** Stores the agreed name, in the caller's transaction; `renames` also renames it here. */
    readonly agree: (kind: RegistrationKind, id: number, gatewayName: string, renames: boolean) => Effect.Effect<void>
    readonly suspend: (userId: number, suspended: boolean) => Effect.Effect<void>
  }
>()("stowage/services/accounts/AgreedNames") {}

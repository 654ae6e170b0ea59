import { Context, type Effect } from "effect"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { GatewayKey } from "./Rgw.ts"

/** Keys of RGW users with their secrets, which Admin Ops tells (A7). Callers keep them in memory only. */
export class ActiveKeys extends Context.Service<
  ActiveKeys,
  {
    /** Key that the user can sign with; null: suspended, or no active key. */
    readonly of: (target: AdminTarget, uid: string) => Effect.Effect<GatewayKey | null, NotFound | GatewayFailure>
  }
>()("stowage/services/gateways/endpoints/ActiveKeys") {}

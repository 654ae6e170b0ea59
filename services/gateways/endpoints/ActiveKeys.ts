import { Context, type Effect } from "effect"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { GatewayKey } from "./Rgw.ts"

/** Admin Ops returns secrets (A7): callers keep them in memory only. */
export class ActiveKeys extends Context.Service<
  ActiveKeys,
  {
    readonly of: (target: AdminTarget, uid: string) => Effect.Effect<GatewayKey | null, NotFound | GatewayFailure>
  }
>()("stowage/services/gateways/endpoints/ActiveKeys") {}

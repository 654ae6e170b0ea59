import { Context, type Effect } from "effect"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { GatewayKey } from "./Rgw.ts"

/** First active key; none for a suspended owner. It has its secret (A7): keep it in memory only. */
export class ActiveKeys extends Context.Service<
  ActiveKeys,
  {
    readonly of: (target: AdminTarget, uid: string) => Effect.Effect<GatewayKey | null, NotFound | GatewayFailure>
  }
>()("stowage/services/gateways/endpoints/ActiveKeys") {}

import { Effect, Layer } from "effect"
import { GatewayAccounts } from "#services/endpoints/GatewayAccounts.ts"
import { GatewayUsers } from "#services/endpoints/GatewayUsers.ts"
import { Rgw } from "#services/endpoints/Rgw.ts"
import { accountOps } from "./accountOps.ts"
import { AdminCalls } from "./AdminCalls.ts"
import { bucketOps } from "./bucketOps.ts"
import { userOps } from "./userOps.ts"

/** The cluster, its accounts and its users on Admin Ops. Open: EndpointGuard. */
export const layer = Layer.mergeAll(
  Layer.effect(Rgw, Effect.map(AdminCalls, bucketOps)),
  Layer.effect(GatewayAccounts, Effect.map(AdminCalls, accountOps)),
  Layer.effect(GatewayUsers, Effect.map(AdminCalls, userOps))
).pipe(Layer.provide(AdminCalls.layer))

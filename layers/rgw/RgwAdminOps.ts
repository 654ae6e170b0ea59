import { Effect, Layer } from "effect"
import { Rgw } from "#services/endpoints/Rgw.ts"
import { AdminCalls } from "./AdminCalls.ts"
import { bucketOps } from "./bucketOps.ts"
import { userOps } from "./userOps.ts"

/** The Rgw port on Admin Ops. Open: EndpointGuard. */
export const layer = Layer.effect(Rgw, Effect.map(AdminCalls, (calls) => Rgw.of({ ...userOps(calls), ...bucketOps(calls) }))).pipe(
  Layer.provide(AdminCalls.layer)
)

import { Layer } from "effect"
import { EndpointGuard } from "../gateway/EndpointGuard.ts"
import * as ConnectionProbeHttp from "../rgw/ConnectionProbeHttp.ts"
import * as EndpointProbeRgw from "../rgw/EndpointProbeRgw.ts"
import * as RgwAdminOps from "../rgw/RgwAdminOps.ts"
import { Outbound } from "../outbound/Outbound.ts"
import { S3 } from "./S3.ts"

/** Every way to a storage gateway, behind one guard. Open: Settings. */
export const Gateways = Layer.mergeAll(RgwAdminOps.layer, EndpointProbeRgw.layer, ConnectionProbeHttp.layer, S3).pipe(
  Layer.provideMerge(Layer.merge(EndpointGuard.layer, Outbound.layer))
)

import { Layer } from "effect"
import { EndpointGuard } from "../gateway/EndpointGuard.ts"
import * as ConnectionProbeHttp from "../rgw/ConnectionProbeHttp.ts"
import * as EndpointProbeRgw from "../rgw/EndpointProbeRgw.ts"
import { GatewayHttp } from "../rgw/GatewayHttp.ts"
import { GatewayProbeHttp } from "../rgw/GatewayProbeHttp.ts"
import { IamEntitiesRgw } from "../rgw/IamEntitiesRgw.ts"
import { IamGatewayRgw } from "../rgw/IamGatewayRgw.ts"
import { IamRgw } from "../rgw/IamRgw.ts"
import { TopicsRgw } from "../rgw/TopicsRgw.ts"
import * as RgwAdminOps from "../rgw/RgwAdminOps.ts"
import { FeatureStoreS3 } from "../s3/FeatureStoreS3.ts"
import { MarkerNotificationsS3 } from "../s3/MarkerNotificationsS3.ts"
import { Outbound } from "../outbound/Outbound.ts"
import { S3 } from "./S3.ts"

export const Gateways = Layer.mergeAll(
  FeatureStoreS3,
  MarkerNotificationsS3,
  IamRgw,
  IamEntitiesRgw,
  IamGatewayRgw,
  TopicsRgw,
  EndpointProbeRgw.layer,
  ConnectionProbeHttp.layer,
  S3
).pipe(
  Layer.provide(GatewayHttp.layer),
  Layer.provideMerge(RgwAdminOps.layer),
  Layer.provideMerge(EndpointGuard.layer.pipe(Layer.provide(GatewayProbeHttp), Layer.provide(GatewayHttp.layer))),
  Layer.provideMerge(Outbound.layer)
)

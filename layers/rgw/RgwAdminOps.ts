import { Effect, Layer } from "effect"
import { GatewayAccountSettings } from "#services/gateways/endpoints/GatewayAccountSettings.ts"
import { GatewayAccounts } from "#services/gateways/endpoints/GatewayAccounts.ts"
import { ActiveKeys } from "#services/gateways/endpoints/ActiveKeys.ts"
import { GatewaySeries } from "#services/gateways/endpoints/GatewaySeries.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { GatewayUserSettings } from "#services/gateways/endpoints/GatewayUserSettings.ts"
import { OwnerUsage } from "#services/gateways/endpoints/OwnerUsage.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { accountOps } from "./accountOps.ts"
import { accountSettingsOps } from "./accountSettingsOps.ts"
import { AdminCalls } from "./AdminCalls.ts"
import * as BucketMetadataRgw from "./BucketMetadataRgw.ts"
import { bucketOps } from "./bucketOps.ts"
import { ownerUsageOps } from "./ownerUsageOps.ts"
import { activeKeys, userOps } from "./userOps.ts"
import { seriesOps } from "./seriesOps.ts"
import { userSettingsOps } from "./userSettingsOps.ts"

export const layer = Layer.mergeAll(
  Layer.effect(Rgw, Effect.map(AdminCalls, bucketOps)),
  BucketMetadataRgw.layer,
  Layer.effect(GatewayAccounts, Effect.map(AdminCalls, accountOps)),
  Layer.effect(GatewayAccountSettings, Effect.map(AdminCalls, accountSettingsOps)),
  Layer.effect(GatewayUsers, Effect.map(AdminCalls, userOps)),
  Layer.effect(OwnerUsage, Effect.map(AdminCalls, ownerUsageOps)),
  Layer.effect(ActiveKeys, Effect.map(AdminCalls, activeKeys)),
  Layer.effect(GatewaySeries, Effect.map(AdminCalls, seriesOps)),
  Layer.effect(GatewayUserSettings, Effect.map(AdminCalls, userSettingsOps))
).pipe(Layer.provide(AdminCalls.layer))

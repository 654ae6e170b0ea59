import { Layer } from "effect"
import { EndpointChecks } from "#services/gateways/endpoints/EndpointChecks.ts"
import { EndpointStatus } from "#services/gateways/endpoints/EndpointStatus.ts"
import * as HealthRecordsSql from "../sql/gateways/HealthRecordsSql.ts"

export const EndpointHealth = Layer.merge(EndpointChecks.layer, EndpointStatus.layer).pipe(
  Layer.provideMerge(HealthRecordsSql.layer)
)

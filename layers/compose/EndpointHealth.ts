import { Layer } from "effect"
import { EndpointStatusSchedule } from "#schedules/EndpointStatusSchedule.ts"
import { EndpointChecks } from "#services/gateways/endpoints/EndpointChecks.ts"
import { EndpointStatus } from "#services/gateways/endpoints/EndpointStatus.ts"
import * as HealthRecordsSql from "../sql/gateways/HealthRecordsSql.ts"

export const EndpointHealthRequests = Layer.merge(EndpointChecks.layer, EndpointStatus.layer).pipe(
  Layer.provideMerge(HealthRecordsSql.layer)
)

export const EndpointHealth = EndpointStatusSchedule.pipe(Layer.provideMerge(EndpointHealthRequests))

import { Layer } from "effect"
import { EndpointStatusSchedule } from "#schedules/EndpointStatusSchedule.ts"
import { EndpointChecks } from "#services/gateways/endpoints/EndpointChecks.ts"
import { EndpointStatus } from "#services/gateways/endpoints/EndpointStatus.ts"
import * as HealthRecordsSql from "../sql/gateways/HealthRecordsSql.ts"

/** The health of storage endpoints without its schedule. Open: as `EndpointHealth`, without Sharding. */
export const EndpointHealthAsked = Layer.merge(EndpointChecks.layer, EndpointStatus.layer).pipe(Layer.provideMerge(HealthRecordsSql.layer))

/**
 * Checks of storage endpoints, and what they said.
 * Open: Settings, SqlClient, Sharding, LiveEvents, EndpointProbe, EndpointRecords, JobLease, NotificationRecords.
 */
export const EndpointHealth = EndpointStatusSchedule.pipe(Layer.provideMerge(EndpointHealthAsked))

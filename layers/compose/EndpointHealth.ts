import { Layer } from "effect"
import { EndpointStatusSchedule } from "#schedules/EndpointStatusSchedule.ts"
import { EndpointChecks } from "#services/endpoints/EndpointChecks.ts"
import { EndpointStatus } from "#services/endpoints/EndpointStatus.ts"
import * as HealthRecordsSql from "../sql/endpoints/HealthRecordsSql.ts"

/** The health of storage endpoints without its schedule. Open: as `EndpointHealth`, without Sharding. */
export const EndpointHealthAsked = Layer.merge(EndpointChecks.layer, EndpointStatus.layer).pipe(Layer.provideMerge(HealthRecordsSql.layer))

/**
 * Checks of storage endpoints, and what they said.
 * Open: Settings, SqlClient, Sharding, LiveEvents, EndpointProbe, EndpointRecords, JobLease, NotificationRecords.
 */
export const EndpointHealth = EndpointStatusSchedule.pipe(Layer.provideMerge(EndpointHealthAsked))

import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { jobRuns } from "#schedules/jobRuns.ts"
import { CurrentJobTrigger } from "#services/platform/JobLease.ts"

const internal =
  <A, E, R>(run: Effect.Effect<A, E, R>) =>
  () =>
    Effect.provideService(run, CurrentJobTrigger, "internal")

export const InternalJobsHandlers = HttpApiBuilder.group(Api, "internalJobs", (handlers) =>
  handlers.handleAll({
    "access-log-collection": internal(jobRuns["access-log-collection"]),
    "access-log-retention": internal(jobRuns["access-log-retention"]),
    "access-sweep": internal(jobRuns["access-sweep"]),
    "drift-check": internal(jobRuns["drift-check"]),
    "endpoint-status": internal(jobRuns["endpoint-status"]),
    "exposure-check": internal(jobRuns["exposure-check"]),
    "gateway-reconciliation": internal(jobRuns["gateway-reconciliation"]),
    "notification-retention": internal(jobRuns["notification-retention"]),
    "portal-expiry": internal(jobRuns["portal-expiry"]),
    "private-access": internal(jobRuns["private-access"]),
    "quarantine-days": internal(jobRuns["quarantine-days"]),
    "quota-monitor": internal(jobRuns["quota-monitor"]),
    "share-closure": internal(jobRuns["share-closure"]),
    "share-retention": internal(jobRuns["share-retention"]),
    "storage-probe": internal(jobRuns["storage-probe"]),
    "upload-sweep": internal(jobRuns["upload-sweep"]),
    "usage-history": internal(jobRuns["usage-history"]),
    "work-retention": internal(jobRuns["work-retention"])
  })
)

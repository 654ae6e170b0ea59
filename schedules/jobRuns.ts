import { Duration, Effect, type Schema } from "effect"
import type { JobName } from "#domain/platform/jobs.ts"
import { TemporaryOwnerKeys } from "#services/accounts/contexts/TemporaryOwnerKeys.ts"
import { QuarantineDays } from "#services/buckets/emptying/QuarantineDays.ts"
import { DriftChecks } from "#services/fleet/drift/DriftChecks.ts"
import { ExposureChecks } from "#services/fleet/ExposureChecks.ts"
import { EndpointChecks } from "#services/gateways/endpoints/EndpointChecks.ts"
import { PortalExpiry } from "#services/iam/portal/PortalExpiry.ts"
import { StorageProbes } from "#services/iam/portal/StorageProbes.ts"
import { PrivateAccessRuns } from "#services/iam/privateaccess/PrivateAccessRuns.ts"
import { AccessSweep } from "#services/identity/AccessSweep.ts"
import { ShareClosures } from "#services/objects/shares/ShareClosures.ts"
import { ShareRetention } from "#services/objects/shares/ShareRetention.ts"
import { UploadSweep } from "#services/objects/UploadSweep.ts"
import { GatewayReconciliation } from "#services/platform/audit/GatewayReconciliation.ts"
import { CurrentJobTrigger } from "#services/platform/JobLease.ts"
import { NotificationRetention } from "#services/platform/NotificationRetention.ts"
import { WorkRetention } from "#services/platform/work/WorkRetention.ts"
import { AccessLogCollector } from "#services/usage/accesslogs/AccessLogCollector.ts"
import { AccessLogRetention } from "#services/usage/accesslogs/AccessLogRetention.ts"
import { QuotaMonitor } from "#services/usage/QuotaMonitor.ts"
import { UsageHistory } from "#services/usage/UsageHistory.ts"

const CHECK_SPREAD = Duration.seconds(10)

export const jobRuns = {
  "access-log-collection": AccessLogCollector.use(({ run }) => run),
  "access-log-retention": AccessLogRetention.use(({ purge }) => purge),
  "access-sweep": AccessSweep.use(({ run }) => run),
  // checks all endpoints, so an unknown endpoint is impossible
  "drift-check": DriftChecks.use(({ run }) => Effect.orDie(run({}))),
  "endpoint-status": EndpointChecks.use(({ run }) =>
    Effect.flatMap(CurrentJobTrigger, (trigger) => run(trigger === "schedule" ? CHECK_SPREAD : Duration.zero))
  ),
  "exposure-check": ExposureChecks.use(({ run }) => run),
  "gateway-reconciliation": Effect.andThen(
    TemporaryOwnerKeys.use(({ sweep }) => sweep),
    GatewayReconciliation.use(({ run }) => run)
  ),
  "notification-retention": NotificationRetention.use(({ purge }) => purge),
  "portal-expiry": PortalExpiry.use(({ run }) => run),
  "private-access": PrivateAccessRuns.use(({ run }) => run),
  "quarantine-days": QuarantineDays.use(({ run }) => run),
  "quota-monitor": QuotaMonitor.use(({ run }) => run),
  "share-closure": ShareClosures.use(({ run }) => run),
  "share-retention": ShareRetention.use(({ purge }) => purge),
  "storage-probe": StorageProbes.use(({ run }) => run),
  "upload-sweep": UploadSweep.use(({ run }) => run),
  "usage-history": UsageHistory.use(({ collect }) => collect),
  "work-retention": WorkRetention.use(({ purge }) => purge)
} satisfies Record<JobName, Effect.Effect<Schema.JsonObject, never, any>>

type JobServices = Effect.Services<(typeof jobRuns)[JobName]>

export const jobRun = (name: JobName): Effect.Effect<Schema.JsonObject, never, JobServices> => jobRuns[name]

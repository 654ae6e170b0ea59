import type { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { DriftReport } from "#domain/accounts/Drift.ts"
import { QuarantineReport } from "#domain/buckets/Quarantine.ts"
import { ExposureReport } from "#domain/fleet/BucketExposure.ts"
import { EndpointCheckReport } from "#domain/gateways/endpoints/health/EndpointStatus.ts"
import { PortalExpiryReport } from "#domain/iam/portal/PortalRequest.ts"
import { StorageProbeReport } from "#domain/iam/portal/StorageStatus.ts"
import { PrivateAccessReport } from "#domain/iam/PrivateAccess.ts"
import { AccessSweepReport } from "#domain/identity/sessions/AccessSweepReport.ts"
import { ShareClosureReport } from "#domain/objects/shares/ShareClosureReport.ts"
import { UploadSweepReport } from "#domain/objects/UploadSweepReport.ts"
import { ReconciliationReport } from "#domain/platform/audit/ReconciliationReport.ts"
import { jobFacts, type JobName, type JobPath } from "#domain/platform/jobs.ts"
import { PurgeReport } from "#domain/platform/PurgeReport.ts"
import { AccessLogReport } from "#domain/usage/accesslogs/AccessLog.ts"
import { QuotaMonitorReport } from "#domain/usage/QuotaAlert.ts"
import { UsageHistoryReport } from "#domain/usage/Statistics.ts"
import { access, RequiredAccess } from "../Access.ts"

const job = <const Name extends JobName, S extends Schema.Top>(name: Name, success: S) =>
  HttpApiEndpoint.post(name, jobFacts(name).path as JobPath<Name>, { success }).annotate(
    RequiredAccess,
    access.internal
  )

export class InternalJobsGroup extends HttpApiGroup.make("internalJobs")
  .add(
    job("access-log-collection", AccessLogReport),
    job("access-log-retention", PurgeReport),
    job("access-sweep", AccessSweepReport),
    job("drift-check", DriftReport),
    job("endpoint-status", EndpointCheckReport),
    job("exposure-check", ExposureReport),
    job("gateway-reconciliation", ReconciliationReport),
    job("notification-retention", PurgeReport),
    job("portal-expiry", PortalExpiryReport),
    job("private-access", PrivateAccessReport),
    job("quarantine-days", QuarantineReport),
    job("quota-monitor", QuotaMonitorReport),
    job("share-closure", ShareClosureReport),
    job("share-retention", PurgeReport),
    job("storage-probe", StorageProbeReport),
    job("upload-sweep", UploadSweepReport),
    job("usage-history", UsageHistoryReport),
    job("work-retention", PurgeReport)
  )
  .prefix("/api/internal") {}

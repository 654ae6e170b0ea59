import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { AccessSweepReport } from "#domain/identity/sessions/AccessSweepReport.ts"
import { ReconciliationReport } from "#domain/platform/audit/ReconciliationReport.ts"
import { PurgeReport } from "#domain/platform/PurgeReport.ts"
import { access, RequiredAccess } from "../Access.ts"

/** Jobs for external schedulers, with X-Internal-Token; the same effects as the built-in schedules. */
export class InternalJobsGroup extends HttpApiGroup.make("internalJobs")
  .add(
    HttpApiEndpoint.post("purgeNotifications", "/notifications/purge", { success: PurgeReport }).annotate(
      RequiredAccess,
      access.internal
    ),
    HttpApiEndpoint.post("purgeWork", "/work/purge", { success: PurgeReport }).annotate(
      RequiredAccess,
      access.internal
    ),
    HttpApiEndpoint.post("sweepAccess", "/access/sweep", { success: AccessSweepReport }).annotate(
      RequiredAccess,
      access.internal
    ),
    HttpApiEndpoint.post("reconcileGateways", "/gateway-changes/reconcile", { success: ReconciliationReport }).annotate(
      RequiredAccess,
      access.internal
    )
  )
  .prefix("/api/internal") {}

import { Tuple } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { CheckDrift, DriftEvent, DriftReport, DriftSummary, RepairDrift } from "#domain/accounts/Drift.ts"
import { RgwAccount, S3User } from "#domain/accounts/StorageAccess.ts"
import {
  Conflict,
  InvalidInput,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { RowId } from "#domain/platform/RowId.ts"
import { access, RequiredAccess } from "../Access.ts"
import { eventFrame } from "../eventFrame.ts"

const params = { id: RowId }
const gatewayErrors = [StorageError, StorageTimeout, Unavailable] as const
const read = access.admin("admin.read")
const write = access.admin("admin.write")

export const DriftFrame = DriftEvent.mapMembers(Tuple.map(eventFrame)).annotate({ identifier: "DriftFrame" })
export type DriftFrame = typeof DriftFrame.Type

export class DriftGroup extends HttpApiGroup.make("adminDrift")
  .add(
    HttpApiEndpoint.get("summary", "/drift", { success: DriftSummary }).annotate(RequiredAccess, read),
    HttpApiEndpoint.get("stream", "/drift/stream", { success: HttpApiSchema.StreamSse({ events: DriftFrame }) })
      .annotate(RequiredAccess, read)
      .annotate(
        OpenApi.Description,
        "How many accounts and RGW users differ from their gateway, and how the last checks ended: at once " +
          "and after each change."
      ),
    HttpApiEndpoint.post("check", "/drift/check", {
      payload: CheckDrift,
      success: DriftReport,
      error: [InvalidInput, Conflict]
    })
      .annotate(RequiredAccess, write)
      .annotate(
        OpenApi.Description,
        "Compares registered accounts and users with their gateways now. An endpoint that cannot be reached " +
          "has no findings, and the report names it."
      ),
    HttpApiEndpoint.post("checkAccount", "/accounts/:id/drift/check", {
      params,
      success: RgwAccount,
      error: [NotFound, ...gatewayErrors]
    }).annotate(RequiredAccess, write),
    HttpApiEndpoint.post("checkS3User", "/s3-users/:id/drift/check", {
      params,
      success: S3User,
      error: [NotFound, ...gatewayErrors]
    }).annotate(RequiredAccess, write),
    HttpApiEndpoint.post("repairAccount", "/accounts/:id/drift/repair", {
      params,
      payload: RepairDrift,
      success: RgwAccount,
      error: [NotFound, Conflict, ...gatewayErrors]
    }).annotate(RequiredAccess, write),
    HttpApiEndpoint.post("repairS3User", "/s3-users/:id/drift/repair", {
      params,
      payload: RepairDrift,
      success: S3User,
      error: [NotFound, Conflict, ...gatewayErrors]
    }).annotate(RequiredAccess, write)
  )
  .prefix("/api/admin") {}

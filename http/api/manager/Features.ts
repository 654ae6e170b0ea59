import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ExistingBucketName } from "#domain/buckets/BucketName.ts"
import {
  BadRequest,
  Conflict,
  InvalidInput,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { ChangePosition } from "#domain/buckets/features/FeatureHistory.ts"
import { featureNames } from "#domain/buckets/features/FeatureName.ts"
import {
  FeatureChangePage,
  FeatureCheck,
  FeatureReading,
  FeatureReadings,
  FeatureSaved
} from "#domain/buckets/features/FeatureReading.ts"
import { cursorQuery } from "#domain/platform/Cursor.ts"
import { AcceptedLosses } from "#domain/buckets/policies/AccessLoss.ts"
import { RowId } from "#domain/platform/RowId.ts"
import { FilledText, StorableJsonRecord } from "#domain/platform/Text.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"

const feature = Schema.Literals(featureNames)
const bucket = { bucket_name: ExistingBucketName }
const one = { ...bucket, feature }
const gatewayErrors = [StorageError, StorageTimeout, Unavailable] as const
const readErrors = [BadRequest, NotFound, ...gatewayErrors] as const

const value = Schema.NullOr(StorableJsonRecord)

export const CheckFeature = Schema.Struct({ value }).annotate({ identifier: "CheckFeature" })

/** Complete new value; unknown parts of the gateway's document are kept. Null deletes the feature. */
export const ChangeFeature = Schema.Struct({
  value,
  version: FilledText(100),
  /** Saves although passing policy tests would fail; otherwise 422 with an error per test. */
  despite_tests: Schema.optionalKey(Schema.Boolean),
  /** Accepted losses of the context's access (policies, ACLs, public access blocks); otherwise 422 per loss. */
  accept_losses: Schema.optionalKey(AcceptedLosses)
}).annotate({ identifier: "ChangeFeature" })

export class ManagerFeaturesGroup extends HttpApiGroup.make("managerFeatures")
  .add(
    HttpApiEndpoint.get("all", "/buckets/:bucket_name/features", {
      params: bucket,
      query: contextQuery,
      success: FeatureReadings,
      error: readErrors
    }).annotate(RequiredAccess, access.scoped("manager.read")),
    HttpApiEndpoint.get("read", "/buckets/:bucket_name/features/:feature", {
      params: one,
      query: contextQuery,
      success: FeatureReading,
      error: readErrors
    }).annotate(RequiredAccess, access.scoped("manager.read")),
    HttpApiEndpoint.post("check", "/buckets/:bucket_name/features/:feature/check", {
      params: one,
      query: contextQuery,
      payload: CheckFeature,
      success: FeatureCheck,
      error: [InvalidInput, ...readErrors]
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(OpenApi.Description, "Shows what would be sent, with errors and warnings; nothing is changed."),
    HttpApiEndpoint.put("change", "/buckets/:bucket_name/features/:feature", {
      params: one,
      query: contextQuery,
      payload: ChangeFeature,
      success: FeatureSaved,
      error: [InvalidInput, Conflict, ...readErrors]
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(
        OpenApi.Description,
        "Saves a feature if `version` is still its current version; else 409 `stale_plan`. The former value " +
          "is stored and can be restored."
      ),
    HttpApiEndpoint.get("history", "/buckets/:bucket_name/history", {
      params: bucket,
      query: { ...contextQuery, ...cursorQuery(ChangePosition), feature: Schema.optionalKey(feature) },
      success: FeatureChangePage,
      error: [BadRequest, NotFound]
    }).annotate(RequiredAccess, access.scoped("manager.read")),
    HttpApiEndpoint.post("undo", "/buckets/:bucket_name/history/:change_id/undo", {
      params: { ...bucket, change_id: RowId },
      query: contextQuery,
      success: FeatureSaved,
      error: [InvalidInput, Conflict, ...readErrors]
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(
        OpenApi.Description,
        "Restores the value from before a change; 409 `stale_plan` if the feature was changed since."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
  .prefix("/api/manager") {}

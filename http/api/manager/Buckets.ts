import { Schema, Tuple } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { bucketFilters, BucketPage, BucketRow, bucketSortKeys } from "#domain/buckets/BucketListing.ts"
import { BucketName, ExistingBucketName } from "#domain/buckets/BucketName.ts"
import { Removed } from "#domain/platform/Removed.ts"
import {
  BadRequest,
  Conflict,
  InvalidInput,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { pageQuery } from "#domain/platform/Paging.ts"
import { FeatureColumnEvent, IncludedFeatures } from "#domain/buckets/features/FeatureCell.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { BucketFrame, bucketFrameText } from "../bucketFrame.ts"
import { confirmQuery, Destructive, destructive } from "../Destructive.ts"
import { ScopeControl } from "../Middleware.ts"
import { eventFrame } from "../eventFrame.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"

const listing = { ...contextQuery, ...pageQuery(bucketSortKeys), ...bucketFilters }
const name = { bucket_name: ExistingBucketName }
const gatewayErrors = [StorageError, StorageTimeout, Unavailable] as const

export const FeatureColumnFrame = FeatureColumnEvent.mapMembers(Tuple.map(eventFrame)).annotate({
  identifier: "FeatureColumnFrame"
})
export type FeatureColumnFrame = typeof FeatureColumnFrame.Type

export const CreateBucket = Schema.Struct({
  name: BucketName,
  object_lock: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "CreateBucket" })
export type CreateBucket = typeof CreateBucket.Type

export class ManagerBucketsGroup extends HttpApiGroup.make("managerBuckets")
  .add(
    HttpApiEndpoint.get("list", "/buckets", {
      query: { ...listing, include: Schema.optionalKey(IncludedFeatures) },
      success: BucketPage,
      error: [BadRequest, NotFound, Unavailable]
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "With `include`, each row has those features of its bucket, read from the gateway; one that cannot " +
          "be read is `unavailable` with the reason. The answer waits for all of them; the stream of features " +
          "does not."
      ),
    HttpApiEndpoint.get("featureStream", "/buckets/features/stream", {
      query: { ...listing, include: IncludedFeatures },
      success: HttpApiSchema.StreamSse({ events: FeatureColumnFrame }),
      error: [BadRequest, NotFound]
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "The features `include` of the buckets that the listing returns for the same query: `rows` as they " +
          "are read and whenever they change, `progress`, and `done` when all are read. The stream stays open."
      ),
    HttpApiEndpoint.get("stream", "/buckets/stream", {
      query: listing,
      success: HttpApiSchema.StreamSse({ events: BucketFrame }),
      error: [BadRequest, NotFound]
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(OpenApi.Description, bucketFrameText),
    HttpApiEndpoint.post("refresh", "/buckets/cache/refresh", {
      query: contextQuery,
      success: HttpApiSchema.NoContent,
      error: [BadRequest, NotFound]
    }).annotate(RequiredAccess, access.scoped("manager.write")),
    HttpApiEndpoint.get("get", "/buckets/:bucket_name", {
      params: name,
      query: contextQuery,
      success: BucketRow,
      error: [BadRequest, NotFound]
    }).annotate(RequiredAccess, access.scoped("manager.read")),
    HttpApiEndpoint.post("create", "/buckets", {
      query: contextQuery,
      payload: CreateBucket,
      success: BucketRow.annotate({ httpApiStatus: 201 }),
      error: [BadRequest, NotFound, InvalidInput, Conflict, ...gatewayErrors]
    }).annotate(RequiredAccess, access.scoped("manager.write")),
    HttpApiEndpoint.delete("remove", "/buckets/:bucket_name", {
      params: name,
      query: { ...contextQuery, ...confirmQuery },
      success: Removed,
      error: [BadRequest, NotFound, Conflict, ...gatewayErrors]
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(Destructive, destructive.named("bucket", "its name"))
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
  .prefix("/api/manager") {}

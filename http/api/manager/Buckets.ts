import { Schema, Tuple } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { bucketFilters, BucketListingEvent, BucketPage, BucketRow, bucketSortKeys } from "#domain/buckets/BucketListing.ts"
import { BucketName, ExistingBucketName } from "#domain/buckets/BucketName.ts"
import { Removed } from "#domain/confirmation/Removed.ts"
import { BadRequest, Conflict, InvalidInput, NotFound, StorageError, StorageTimeout, Unavailable } from "#domain/errors/Errors.ts"
import { pageQuery } from "#domain/paging/Paging.ts"
import { access, RequiredAccess } from "../Access.ts"
import { confirmQuery, Destructive, destructive } from "../Destructive.ts"
import { ContextControl } from "../Middleware.ts"
import { contextQuery, RequiredContext } from "../RequiredContext.ts"
import { eventFrame } from "../eventFrame.ts"

const listing = { ...contextQuery, ...pageQuery(bucketSortKeys), ...bucketFilters }
const name = { bucket_name: ExistingBucketName }
const gateway = [StorageError, StorageTimeout, Unavailable] as const

/** What is sent to create a bucket. */
export const CreateBucket = Schema.Struct({ name: BucketName, object_lock: Schema.optionalKey(Schema.Boolean) })
  .annotate({ identifier: "CreateBucket" })
export type CreateBucket = typeof CreateBucket.Type

/**
 * Frames of the live listing: `result` (the same page as the plain GET) at once, then `progress`, `rows`, `removed` and
 * `state` as things become known (of the whole listing, whatever the query), `result` and `done` when a refresh ended
 * well. The stream stays open for what comes.
 */
export const BucketFrame = BucketListingEvent.mapMembers(Tuple.map(eventFrame)).annotate({ identifier: "BucketFrame" })
export type BucketFrame = typeof BucketFrame.Type

/** Buckets of an execution context, from the listing snapshot. Without `page` the whole listing is answered. */
export class ManagerBucketsGroup extends HttpApiGroup.make("managerBuckets").add(
  HttpApiEndpoint.get("list", "/buckets", { query: listing, success: BucketPage, error: [BadRequest, NotFound, Unavailable] })
    .annotate(RequiredAccess, access.scoped("manager.read")),
  HttpApiEndpoint.get("stream", "/buckets/stream", {
    query: listing,
    success: HttpApiSchema.StreamSse({ events: BucketFrame }),
    error: [BadRequest, NotFound]
  }).annotate(RequiredAccess, access.scoped("manager.read"))
    .annotate(OpenApi.Description, "The live listing: `result` (the same page as the plain GET) at once, then `progress`, `rows`, `removed` and `state` of " +
      "the whole listing as things become known, `result` and `done` when a refresh ended well. It stays open for what comes."),
  HttpApiEndpoint.post("refresh", "/buckets/cache/refresh", {
    query: contextQuery,
    success: HttpApiSchema.NoContent,
    error: [BadRequest, NotFound]
  }).annotate(RequiredAccess, access.scoped("manager.write")),
  HttpApiEndpoint.get("get", "/buckets/:bucket_name", {
    params: name, query: contextQuery, success: BucketRow, error: [BadRequest, NotFound]
  }).annotate(RequiredAccess, access.scoped("manager.read")),
  HttpApiEndpoint.post("create", "/buckets", {
    query: contextQuery,
    payload: CreateBucket,
    success: BucketRow.annotate({ httpApiStatus: 201 }),
    error: [BadRequest, NotFound, InvalidInput, Conflict, ...gateway]
  }).annotate(RequiredAccess, access.scoped("manager.write")),
  HttpApiEndpoint.delete("remove", "/buckets/:bucket_name", {
    params: name, query: { ...contextQuery, ...confirmQuery }, success: Removed, error: [BadRequest, NotFound, Conflict, ...gateway]
  }).annotate(RequiredAccess, access.scoped("manager.write"))
    .annotate(Destructive, destructive.named("bucket", "its name"))
).middleware(ContextControl).annotateEndpoints(RequiredContext, "manager").prefix("/api/manager") {}

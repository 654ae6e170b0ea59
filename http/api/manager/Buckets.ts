import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { BucketListingEvent, BucketPage, BucketRow, bucketSortKeys } from "#domain/BucketListing.ts"
import { BucketName } from "#domain/BucketName.ts"
import { BadRequest, Conflict, InvalidInput, NotFound, StorageError, StorageTimeout, Unavailable } from "#domain/Errors.ts"
import { pageQuery } from "#domain/Paging.ts"
import { access, RequiredAccess } from "../Access.ts"

const context = { context_id: Schema.String }
const name = { bucket_name: Schema.String.check(Schema.isMaxLength(255)) }
const gateway = [StorageError, StorageTimeout, Unavailable] as const

/** What is sent to create a bucket. */
export const CreateBucket = Schema.Struct({ name: BucketName, object_lock: Schema.optionalKey(Schema.Boolean) })

/**
 * Buckets of an execution context, from the listing snapshot. Without `page` the whole listing is answered.
 * The stream sends the state at once, then every change; it is volatile: after `Resync` read the page again.
 */
export class ManagerBucketsGroup extends HttpApiGroup.make("managerBuckets").add(
  HttpApiEndpoint.get("list", "/buckets", {
    query: { ...context, ...pageQuery(bucketSortKeys) },
    success: BucketPage,
    error: [BadRequest, NotFound]
  }).annotate(RequiredAccess, access.scoped("manager.read")),
  HttpApiEndpoint.get("stream", "/buckets/stream", {
    query: context,
    success: HttpApiSchema.StreamSse({
      events: Schema.Struct({
        id: Schema.String,
        event: Schema.Literals(["progress", "rows", "removed", "state", "resync", "done"]),
        data: Schema.fromJsonString(BucketListingEvent)
      })
    }),
    error: [BadRequest, NotFound]
  }).annotate(RequiredAccess, access.scoped("manager.read")),
  HttpApiEndpoint.post("refresh", "/buckets/cache/refresh", {
    query: context,
    success: HttpApiSchema.NoContent,
    error: [BadRequest, NotFound]
  }).annotate(RequiredAccess, access.scoped("manager.write")),
  HttpApiEndpoint.get("get", "/buckets/:bucket_name", {
    params: name, query: context, success: BucketRow, error: [BadRequest, NotFound]
  }).annotate(RequiredAccess, access.scoped("manager.read")),
  HttpApiEndpoint.post("create", "/buckets", {
    query: context,
    payload: CreateBucket,
    success: BucketRow.annotate({ httpApiStatus: 201 }),
    error: [BadRequest, NotFound, InvalidInput, Conflict, ...gateway]
  }).annotate(RequiredAccess, access.scoped("manager.write")),
  HttpApiEndpoint.delete("remove", "/buckets/:bucket_name", {
    params: name, query: context, success: HttpApiSchema.NoContent, error: [BadRequest, NotFound, Conflict, ...gateway]
  }).annotate(RequiredAccess, access.scoped("manager.write"))
).prefix("/api/manager") {}

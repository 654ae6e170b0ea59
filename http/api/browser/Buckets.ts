import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { BucketPage, bucketSortKeys } from "#domain/buckets/BucketListing.ts"
import { BadRequest, NotFound } from "#domain/platform/errors/Errors.ts"
import { pageQuery } from "#domain/platform/Paging.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { BucketFrame, bucketFrameText } from "../bucketFrame.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"

const Flag = Schema.Literals(["true", "false"])

export class BrowserBucketsGroup extends HttpApiGroup.make("browserBuckets")
  .add(
    HttpApiEndpoint.get("search", "/buckets/search", {
      query: { ...contextQuery, ...pageQuery(bucketSortKeys), exact: Schema.optionalKey(Flag) },
      success: BucketPage,
      error: [BadRequest, NotFound]
    }).annotate(RequiredAccess, access.scoped("browser.read")),
    HttpApiEndpoint.get("stream", "/buckets/stream", {
      query: { ...contextQuery, ...pageQuery(bucketSortKeys) },
      success: HttpApiSchema.StreamSse({ events: BucketFrame }),
      error: [BadRequest, NotFound]
    })
      .annotate(RequiredAccess, access.scoped("browser.read"))
      .annotate(OpenApi.Description, bucketFrameText)
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("browser"))
  .prefix("/api/browser") {}

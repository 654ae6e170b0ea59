import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { BucketPage, bucketSortKeys } from "#domain/buckets/BucketListing.ts"
import { BadRequest, NotFound } from "#domain/platform/errors/Errors.ts"
import { pageQuery } from "#domain/platform/Paging.ts"
import { access, RequiredAccess } from "../Access.ts"
import { BucketFrame, bucketFrameText } from "../bucketFrame.ts"
import { ContextControl } from "../Middleware.ts"
import { contextQuery, RequiredContext } from "../RequiredContext.ts"

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
  .middleware(ContextControl)
  .annotateEndpoints(RequiredContext, "browser")
  .prefix("/api/browser") {}

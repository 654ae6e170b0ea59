import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { BucketCreation, BucketTemplates, CreatedBucket } from "#domain/buckets/BucketCreation.ts"
import {
  BadRequest,
  Conflict,
  InvalidInput,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"

const error = [BadRequest, InvalidInput, NotFound, Conflict, StorageError, StorageTimeout, Unavailable] as const

export class CreationsGroup extends HttpApiGroup.make("bucketCreations")
  .add(
    HttpApiEndpoint.get("templates", "/bucket-templates", {
      query: contextQuery,
      success: BucketTemplates,
      error: [BadRequest, NotFound]
    }).annotate(RequiredAccess, access.scoped("manager.read")),
    HttpApiEndpoint.post("create", "/bucket-creations", {
      query: contextQuery,
      payload: BucketCreation,
      success: CreatedBucket.annotate({ httpApiStatus: 201 }),
      error
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(
        OpenApi.Description,
        "Creates a bucket and sets its features one after the other, as long work. The answer has the " +
          "outcome of each; what is not done after 20 seconds continues as the run `run_id` of " +
          "`/api/manager/work`."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
  .prefix("/api/manager") {}

import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ExistingBucketName } from "#domain/buckets/BucketName.ts"
import { Quarantine, QuarantineBucket, Quarantines } from "#domain/buckets/Quarantine.ts"
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
import { confirmQuery, Destructive, destructive } from "../Destructive.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"

const params = { bucket_name: ExistingBucketName }
const error = [BadRequest, InvalidInput, NotFound, Conflict, StorageError, StorageTimeout, Unavailable] as const

export class QuarantinesGroup extends HttpApiGroup.make("quarantines")
  .add(
    HttpApiEndpoint.get("list", "/quarantines", {
      query: contextQuery,
      success: Quarantines,
      error: [BadRequest, NotFound]
    }).annotate(RequiredAccess, access.scoped("manager.read")),
    HttpApiEndpoint.put("begin", "/buckets/:bucket_name/quarantine", {
      params,
      query: { ...contextQuery, ...confirmQuery },
      payload: QuarantineBucket,
      success: Quarantine,
      error
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(Destructive, destructive.named("bucket", "its name"))
      .annotate(
        OpenApi.Description,
        "Sets a policy that denies everybody, the owner included, access to the contents of the bucket, " +
          "until the day on which it is emptied and deleted."
      ),
    HttpApiEndpoint.delete("restore", "/buckets/:bucket_name/quarantine", {
      params,
      query: contextQuery,
      success: Quarantine,
      error
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(Destructive, destructive.itself("it gives back what was to be deleted"))
      .annotate(OpenApi.Description, "Restores the policy that the bucket had before, byte for byte.")
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
  .prefix("/api/manager") {}

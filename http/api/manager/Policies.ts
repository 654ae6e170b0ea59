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
import {
  BucketExposure,
  CheckPolicy,
  PolicyCheck,
  PolicyTestRun,
  PolicyTestSet
} from "#domain/buckets/policies/PolicyCheck.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"

const bucket = { bucket_name: ExistingBucketName }
const gatewayErrors = [BadRequest, NotFound, StorageError, StorageTimeout, Unavailable] as const

export class ManagerPoliciesGroup extends HttpApiGroup.make("managerPolicies")
  .add(
    HttpApiEndpoint.post("check", "/buckets/:bucket_name/policy/check", {
      params: bucket,
      query: contextQuery,
      payload: CheckPolicy,
      success: PolicyCheck,
      error: [InvalidInput, ...gatewayErrors]
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "Explains in words what a policy does, and evaluates a request by it and the other settings of the " +
          "bucket; nothing is changed."
      ),
    HttpApiEndpoint.get("exposure", "/buckets/:bucket_name/exposure", {
      params: bucket,
      query: contextQuery,
      success: BucketExposure,
      error: gatewayErrors
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "Whether the bucket is public, and through what. ACLs of single objects are not read."
      ),
    HttpApiEndpoint.get("tests", "/buckets/:bucket_name/policy-tests", {
      params: bucket,
      query: contextQuery,
      success: PolicyTestRun,
      error: gatewayErrors
    }).annotate(RequiredAccess, access.scoped("manager.read")),
    HttpApiEndpoint.put("keepTests", "/buckets/:bucket_name/policy-tests", {
      params: bucket,
      query: contextQuery,
      payload: PolicyTestSet,
      success: PolicyTestRun,
      error: [InvalidInput, Conflict, ...gatewayErrors]
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(
        OpenApi.Description,
        "Stores tests with the bucket. An edit of its policy, ACL or public access block that would break " +
          "one is refused, unless it has `despite_tests`."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
  .prefix("/api/manager") {}

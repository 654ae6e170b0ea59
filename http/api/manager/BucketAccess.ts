import { Schema, Tuple } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
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
import { AccessChange, AccessPlan, ApplyAccessChange } from "#domain/iam/bucketaccess/AccessGrant.ts"
import { BucketAccessEvent, BucketAccessList } from "#domain/iam/bucketaccess/AccessEntry.ts"
import { streamEvent } from "#domain/platform/streamEvent.ts"
import { Text } from "#domain/platform/Text.ts"
import { access, RequiredAccess } from "../Access.ts"
import { eventFrame } from "../eventFrame.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"
import { UsageDone } from "./UsageStats.ts"

const params = { bucket_name: ExistingBucketName }
const query = { ...contextQuery, prefix: Schema.optionalKey(Text(1024)) }
const error = [BadRequest, NotFound, StorageError, StorageTimeout, Unavailable] as const
const changeError = [InvalidInput, Conflict, ...error] as const

export const BucketAccessFrame = Schema.Union([...BucketAccessEvent.members, streamEvent("done", UsageDone)])
  .mapMembers(Tuple.map(eventFrame))
  .annotate({ identifier: "BucketAccessFrame" })

export class ManagerBucketAccessGroup extends HttpApiGroup.make("bucketAccess")
  .add(
    HttpApiEndpoint.get("list", "/buckets/:bucket_name/access", { params, query, success: BucketAccessList, error })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        [
          "Lists who can list, read, write, delete or administer the bucket, or the folder `prefix`, and through which",
          "policy statement, ACL, association or link. What cannot be known is `unknown`, with the reason. The answer",
          "waits for every IAM user, group and role; the stream does not. ACLs of single objects are not read."
        ].join(" ")
      ),
    HttpApiEndpoint.get("follow", "/buckets/:bucket_name/access/stream", {
      params,
      query,
      success: HttpApiSchema.StreamSse({ events: BucketAccessFrame }),
      error
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        [
          "Sends the same entries as they become known: owner, named principals, console users and links first, then",
          "IAM groups, users and roles. It ends with `done`."
        ].join(" ")
      ),
    HttpApiEndpoint.post("plan", "/buckets/:bucket_name/access/plan", {
      params,
      query: contextQuery,
      payload: AccessChange,
      success: AccessPlan,
      error: changeError
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        [
          "Plans to give access to the bucket or a folder, or to revoke a grant made here: the least inline policy of",
          "an IAM user, group or role, or a statement of the bucket policy for another account. Nothing is changed."
        ].join(" ")
      ),
    HttpApiEndpoint.post("apply", "/buckets/:bucket_name/access", {
      params,
      query: contextQuery,
      payload: ApplyAccessChange,
      success: AccessPlan,
      error: changeError
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(
        OpenApi.Description,
        "Applies a plan by its hash. If the plan is another one now, nothing is changed: 409 `stale_plan`."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
  .prefix("/api/manager") {}

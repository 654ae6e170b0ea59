import { Schema, Tuple } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  BadRequest,
  InvalidInput,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { Problem } from "#domain/platform/errors/Problem.ts"
import { CheckIamAccess, IamAccess, IamAccessAnswer } from "#domain/iam/IamAccess.ts"
import { DescribeIam, IamDetailsList, IamListEvent, IamUnused, UnusedIamEvent } from "#domain/iam/IamDetails.ts"
import { CheckIamDocument, IamDocumentCheck } from "#domain/iam/IamDocument.ts"
import { IamName, PolicyHolder } from "#domain/iam/IamEntity.ts"
import { RoleTest, TestRole } from "#domain/iam/RoleTest.ts"
import { streamEvent } from "#domain/platform/streamEvent.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { eventFrame } from "../eventFrame.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"
import { AnswersSecret } from "../AnswersSecret.ts"
import { UsageDone } from "./UsageStats.ts"

const error = [BadRequest, NotFound, StorageError, StorageTimeout, Unavailable] as const
const query = contextQuery
const entity = { entity: PolicyHolder }
const holder = { ...entity, name: IamName }

export const IamListFrame = Schema.Union([
  ...IamListEvent.members,
  streamEvent("error", Problem),
  streamEvent("done", UsageDone)
])
  .mapMembers(Tuple.map(eventFrame))
  .annotate({ identifier: "IamListFrame" })

export const IamUnusedFrame = Schema.Union([
  ...UnusedIamEvent.members,
  streamEvent("error", Problem),
  streamEvent("done", UsageDone)
])
  .mapMembers(Tuple.map(eventFrame))
  .annotate({ identifier: "IamUnusedFrame" })

export class ManagerIamReportsGroup extends HttpApiGroup.make("iamReports")
  .add(
    HttpApiEndpoint.get("follow", "/stream/:entity", {
      params: entity,
      query: { ...query, details: Schema.optionalKey(Schema.Literals(["true", "false"])) },
      success: HttpApiSchema.StreamSse({ events: IamListFrame }),
      error
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "A list as it becomes known: the first hundred rows at once, the others page by page, and with " +
          "`details` what belongs to each, several at a time. It ends with `done`; a failure is an `error` " +
          "before that."
      ),
    HttpApiEndpoint.post("details", "/details/:entity", {
      params: entity,
      query,
      payload: DescribeIam,
      success: IamDetailsList,
      error
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "Keys, groups, members and policies of some users, groups or roles, which a deletion would delete or " +
          "detach with them."
      ),
    HttpApiEndpoint.get("unused", "/unused", { query, success: IamUnused, error })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "Users, groups, roles and policies that have no effect as they are. Ceph RGW does not report when a " +
          "key was last used. The answer waits for all users, groups and roles; the stream does not."
      ),
    HttpApiEndpoint.get("followUnused", "/unused/stream", {
      query,
      success: HttpApiSchema.StreamSse({ events: IamUnusedFrame }),
      error
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "The same as it is found: users first, then groups and roles, and the policies that are attached to " +
          "nobody last. It ends with `done`; a failure is an `error` before that."
      ),
    HttpApiEndpoint.get("sources", "/:entity/:name/access", { params: holder, query, success: IamAccess, error })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "Every policy that applies to a user (with those of its groups), group or role, in words."
      ),
    HttpApiEndpoint.post("ask", "/:entity/:name/access", {
      params: holder,
      query,
      payload: CheckIamAccess,
      success: IamAccessAnswer,
      error: [InvalidInput, ...error]
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "Evaluates a request to a bucket and names the statements that decide. Nothing is sent to the bucket."
      ),
    HttpApiEndpoint.post("check", "/check", {
      query,
      payload: CheckIamDocument,
      success: IamDocumentCheck,
      error: [InvalidInput, ...error]
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "Checks a document before it is saved: errors, warnings, its meaning in words, and whether a trust " +
          "policy would let nobody assume its role."
      ),
    HttpApiEndpoint.post("test", "/roles/:role_name/test", {
      params: { role_name: IamName },
      query,
      payload: TestRole,
      success: RoleTest,
      error
    })
      .annotate(RequiredAccess, access.scoped("manager.write"))
      .annotate(AnswersSecret, true)
      .annotate(
        OpenApi.Description,
        "Assumes the role with the key of the context. A refusal by the gateway is an answer (`assumed: " +
          "false`). Credentials are returned only with `show_credentials`, and expire by themselves."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
  .prefix("/api/manager/iam") {}

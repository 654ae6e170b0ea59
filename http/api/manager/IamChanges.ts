import type { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
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
import {
  IamGroup,
  IamKey,
  IamName,
  IamRole,
  IamUser,
  InlinePolicy,
  ManagedPolicyList,
  NewIamKey,
  PolicyHolder
} from "#domain/iam/IamEntity.ts"
import {
  AccessKeyName,
  AttachPolicy,
  CreateIamGroup,
  CreateIamRole,
  CreateIamUser,
  PolicyArn,
  PolicyName,
  PutInlinePolicy,
  PutTrustPolicy,
  SetIamKey,
  UpdateIamGroup,
  UpdateIamRole,
  UpdateIamUser
} from "#domain/iam/IamRequests.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { confirmQuery, Destructive, destructive } from "../Destructive.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"
import { AnswersSecret } from "../AnswersSecret.ts"

const query = contextQuery
const ending = { ...contextQuery, ...confirmQuery }
const changeErrors = [BadRequest, NotFound, Conflict, StorageError, StorageTimeout, Unavailable] as const
const error = [...changeErrors, InvalidInput] as const
const created = <A extends Schema.Top>(schema: A) => schema.annotate({ httpApiStatus: 201 })
const user = { user_name: IamName }
const group = { group_name: IamName }
const role = { role_name: IamName }
const key = { ...user, access_key: AccessKeyName }
const member = { ...group, ...user }
const holder = { entity: PolicyHolder, name: IamName }
const inline = { ...holder, policy_name: PolicyName }
const deletionText = "What belongs to it is deleted first; the service completes an interrupted deletion."

export class ManagerIamChangesGroup extends HttpApiGroup.make("iamChanges")
  .add(
    HttpApiEndpoint.post("createUser", "/users", {
      query,
      payload: CreateIamUser,
      success: created(IamUser),
      error
    }).annotate(
      OpenApi.Description,
      "409 `already_exists` if the name is taken (names are compared without case), and `state_conflict` " +
        "at a limit of the account."
    ),
    HttpApiEndpoint.patch("updateUser", "/users/:user_name", {
      params: user,
      query,
      payload: UpdateIamUser,
      success: IamUser,
      error
    }),
    HttpApiEndpoint.delete("removeUser", "/users/:user_name", { params: user, query: ending, success: Removed, error })
      .annotate(Destructive, destructive.named("IAM user", "its name"))
      .annotate(OpenApi.Description, `Deletes the user with its keys, memberships and policies. ${deletionText}`),
    HttpApiEndpoint.post("createKey", "/users/:user_name/keys", {
      params: user,
      query,
      success: created(NewIamKey),
      error
    })
      .annotate(AnswersSecret, true)
      .annotate(OpenApi.Description, "The secret is in this answer only."),
    HttpApiEndpoint.patch("setKey", "/users/:user_name/keys/:access_key", {
      params: key,
      query,
      payload: SetIamKey,
      success: IamKey,
      error
    }),
    HttpApiEndpoint.delete("removeKey", "/users/:user_name/keys/:access_key", {
      params: key,
      query: ending,
      success: Removed,
      error
    }).annotate(Destructive, destructive.named("access key", "the key itself")),
    HttpApiEndpoint.post("createGroup", "/groups", {
      query,
      payload: CreateIamGroup,
      success: created(IamGroup),
      error
    }),
    HttpApiEndpoint.patch("updateGroup", "/groups/:group_name", {
      params: group,
      query,
      payload: UpdateIamGroup,
      success: IamGroup,
      error
    }),
    HttpApiEndpoint.delete("removeGroup", "/groups/:group_name", {
      params: group,
      query: ending,
      success: Removed,
      error
    })
      .annotate(Destructive, destructive.named("IAM group", "its name"))
      .annotate(OpenApi.Description, `Deletes the group with its policies; its members stay as users. ${deletionText}`),
    HttpApiEndpoint.put("addMember", "/groups/:group_name/users/:user_name", {
      params: member,
      query,
      success: IamUser,
      error
    }),
    HttpApiEndpoint.delete("removeMember", "/groups/:group_name/users/:user_name", {
      params: member,
      query,
      success: Removed,
      error
    }).annotate(Destructive, destructive.itself("the user stays, and can be added again at once")),
    HttpApiEndpoint.post("createRole", "/roles", {
      query,
      payload: CreateIamRole,
      success: created(IamRole),
      error
    }).annotate(
      OpenApi.Description,
      "A trust policy by which nobody could assume the role is refused (422), unless `despite_warnings` is set."
    ),
    HttpApiEndpoint.patch("updateRole", "/roles/:role_name", {
      params: role,
      query,
      payload: UpdateIamRole,
      success: IamRole,
      error
    }),
    HttpApiEndpoint.put("putTrust", "/roles/:role_name/trust-policy", {
      params: role,
      query,
      payload: PutTrustPolicy,
      success: IamRole,
      error
    }).annotate(
      OpenApi.Description,
      "`before` is the document from which the edit began. 409 `stale_plan` if the gateway has another one now."
    ),
    HttpApiEndpoint.delete("removeRole", "/roles/:role_name", { params: role, query: ending, success: Removed, error })
      .annotate(Destructive, destructive.named("IAM role", "its name"))
      .annotate(OpenApi.Description, `Deletes the role with its policies. ${deletionText}`),
    HttpApiEndpoint.put("attach", "/:entity/:name/policies", {
      params: holder,
      query,
      payload: AttachPolicy,
      success: ManagedPolicyList,
      error
    }).annotate(OpenApi.Description, "Attaches a managed policy. The answer has all attached policies."),
    HttpApiEndpoint.delete("detach", "/:entity/:name/policies", {
      params: holder,
      query: { ...query, policy_arn: PolicyArn },
      success: Removed,
      error
    }).annotate(Destructive, destructive.itself("the policy stays, and can be attached again at once")),
    HttpApiEndpoint.put("putInline", "/:entity/:name/inline-policies/:policy_name", {
      params: inline,
      query,
      payload: PutInlinePolicy,
      success: InlinePolicy,
      error
    }).annotate(
      OpenApi.Description,
      "Stores an inline policy. `before` is the document from which the edit began: 409 `stale_plan` if " +
        "the gateway has another one now. `before: null` creates a new one only."
    ),
    HttpApiEndpoint.delete("removeInline", "/:entity/:name/inline-policies/:policy_name", {
      params: inline,
      query: ending,
      success: Removed,
      error
    }).annotate(Destructive, destructive.named("inline policy", "its name"))
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
  .annotateEndpoints(RequiredAccess, access.scoped("manager.write"))
  .prefix("/api/manager/iam") {}

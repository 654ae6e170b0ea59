import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { BadRequest, NotFound, StorageError, StorageTimeout, Unavailable } from "#domain/platform/errors/Errors.ts"
import {
  IamGroup,
  IamGroupList,
  IamKeyList,
  IamName,
  IamRole,
  IamRoleList,
  IamUser,
  IamUserList,
  InlinePolicyList,
  ManagedPolicyList,
  PolicyHolder
} from "#domain/iam/IamEntity.ts"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { access, RequiredAccess } from "../Access.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"

const error = [BadRequest, NotFound, StorageError, StorageTimeout, Unavailable] as const
const query = contextQuery
const holder = { entity: PolicyHolder, name: IamName }

export class ManagerIamGroup extends HttpApiGroup.make("iam")
  .add(
    HttpApiEndpoint.get("users", "/users", { query, success: IamUserList, error }).annotate(
      OpenApi.Description,
      "All users of the account except its root users. 403 with `iam_unavailable` where IAM is switched " +
        "off, or where a connection is not marked as able to manage IAM; 502 `MethodNotAllowed` from a " +
        "gateway without IAM."
    ),
    HttpApiEndpoint.get("groups", "/groups", { query, success: IamGroupList, error }).annotate(
      OpenApi.Description,
      "All groups of the account."
    ),
    HttpApiEndpoint.get("roles", "/roles", { query, success: IamRoleList, error }).annotate(
      OpenApi.Description,
      "All roles of the account, with who may assume them."
    ),
    HttpApiEndpoint.get("policies", "/policies", { query, success: ManagedPolicyList, error }).annotate(
      OpenApi.Description,
      "The policies that can be attached. Ceph RGW has six of its own and no customer policies."
    ),
    HttpApiEndpoint.get("user", "/users/:user_name", {
      params: { user_name: IamName },
      query,
      success: IamUser,
      error
    }),
    HttpApiEndpoint.get("group", "/groups/:group_name", {
      params: { group_name: IamName },
      query,
      success: IamGroup,
      error
    }),
    HttpApiEndpoint.get("role", "/roles/:role_name", {
      params: { role_name: IamName },
      query,
      success: IamRole,
      error
    }),
    HttpApiEndpoint.get("groupsOf", "/users/:user_name/groups", {
      params: { user_name: IamName },
      query,
      success: IamGroupList,
      error
    }).annotate(OpenApi.Description, "The groups of which a user is a member."),
    HttpApiEndpoint.get("keys", "/users/:user_name/keys", {
      params: { user_name: IamName },
      query,
      success: IamKeyList,
      error
    }).annotate(OpenApi.Description, "The access keys of a user, without secrets."),
    HttpApiEndpoint.get("members", "/groups/:group_name/users", {
      params: { group_name: IamName },
      query,
      success: IamUserList,
      error
    }).annotate(OpenApi.Description, "The users of a group."),
    HttpApiEndpoint.get("attached", "/:entity/:name/policies", {
      params: holder,
      query,
      success: ManagedPolicyList,
      error
    }).annotate(
      OpenApi.Description,
      "The managed policies that are attached to a user, group or role (`users`, `groups`, `roles`)."
    ),
    HttpApiEndpoint.get("inline", "/:entity/:name/inline-policies", {
      params: holder,
      query,
      success: InlinePolicyList,
      error
    }).annotate(
      OpenApi.Description,
      "The inline policies of a user, group or role, with their documents as the gateway stores them."
    )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
  .annotateEndpoints(RequiredAccess, access.scoped("manager.read"))
  .prefix("/api/manager/iam") {}

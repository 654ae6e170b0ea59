import {
  Connection,
  connectionFilters,
  ConnectionPage,
  connectionSortKeys,
  ConnectionSummary,
  ConnectionUser,
  CreateConnection,
  LinkConnectionUser,
  RenewConnectionKeys,
  SetConnectionTags,
  ProbeConnection,
  UpdateConnection
} from "#domain/accounts/Connection.ts"
import { ConnectionEvidence } from "#domain/accounts/ConnectionEvidence.ts"
import { Removed } from "#domain/platform/Removed.ts"
import { Conflict, Forbidden, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { pageQuery } from "#domain/platform/Paging.ts"
import { RowId } from "#domain/platform/RowId.ts"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { access, RequiredAccess } from "../Access.ts"
import { confirmQuery, Destructive, destructive } from "../Destructive.ts"

const params = { id: RowId }

export class S3ConnectionsGroup extends HttpApiGroup.make("adminS3Connections")
  .add(
    HttpApiEndpoint.get("list", "/s3-connections", {
      query: { ...pageQuery(connectionSortKeys), ...connectionFilters },
      success: ConnectionPage
    }).annotate(RequiredAccess, access.admin("admin.read")),
    HttpApiEndpoint.get("minimal", "/s3-connections/minimal", { success: Schema.Array(ConnectionSummary) }).annotate(
      RequiredAccess,
      access.admin("admin.read")
    ),
    HttpApiEndpoint.post("create", "/s3-connections", {
      payload: CreateConnection,
      success: Connection.annotate({ httpApiStatus: 201 }),
      error: [InvalidInput, Conflict]
    }).annotate(RequiredAccess, access.admin("admin.write")),
    HttpApiEndpoint.post("attempt", "/s3-connections/probe", {
      payload: ProbeConnection,
      success: ConnectionEvidence,
      error: InvalidInput
    }).annotate(RequiredAccess, access.admin("admin.write")),
    HttpApiEndpoint.get("get", "/s3-connections/:id", { params, success: Connection, error: NotFound }).annotate(
      RequiredAccess,
      access.admin("admin.read")
    ),
    HttpApiEndpoint.put("update", "/s3-connections/:id", {
      params,
      payload: UpdateConnection,
      success: Connection,
      error: [InvalidInput, NotFound, Conflict]
    }).annotate(RequiredAccess, access.admin("admin.write")),
    HttpApiEndpoint.put("setTags", "/s3-connections/:id/tags", {
      params,
      payload: SetConnectionTags,
      success: Connection,
      error: [NotFound, Conflict]
    }).annotate(RequiredAccess, access.admin("admin.write")),
    HttpApiEndpoint.post("probe", "/s3-connections/:id/probe", {
      params,
      success: Connection,
      error: [NotFound, Conflict]
    }).annotate(RequiredAccess, access.admin("admin.write")),
    HttpApiEndpoint.post("renewKeys", "/s3-connections/:id/keys", {
      params,
      payload: RenewConnectionKeys,
      success: Connection,
      error: [InvalidInput, NotFound, Conflict]
    }).annotate(RequiredAccess, access.admin("admin.write")),
    HttpApiEndpoint.delete("remove", "/s3-connections/:id", {
      params,
      query: confirmQuery,
      success: Removed,
      error: [Forbidden, NotFound, Conflict]
    })
      .annotate(RequiredAccess, access.admin("admin.write", "association.set"))
      .annotate(Destructive, destructive.named("S3 connection", "its name")),
    HttpApiEndpoint.get("users", "/s3-connections/:id/users", {
      params,
      success: Schema.Array(ConnectionUser),
      error: NotFound
    }).annotate(RequiredAccess, access.admin("admin.read")),
    HttpApiEndpoint.post("link", "/s3-connections/:id/users", {
      params,
      payload: LinkConnectionUser,
      success: ConnectionUser.annotate({ httpApiStatus: 201 }),
      error: [InvalidInput, Forbidden, NotFound, Conflict]
    }).annotate(RequiredAccess, access.adminSession("association.set")),
    HttpApiEndpoint.delete("unlink", "/s3-connections/:id/users/:user_id", {
      params: { ...params, user_id: RowId },
      query: confirmQuery,
      success: Removed,
      error: [Forbidden, NotFound, Conflict]
    })
      .annotate(RequiredAccess, access.adminSession("association.set"))
      .annotate(Destructive, destructive.named("linked user", "their e-mail address"))
  )
  .prefix("/api/admin") {}

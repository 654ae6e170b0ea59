import {
  Connection,
  ConnectionPreset,
  CreateConnection,
  RenewConnectionKeys,
  SetConnectionTags,
  ProbeConnection,
  UpdateConnection
} from "#domain/accounts/Connection.ts"
import { ConnectionEvidence } from "#domain/accounts/ConnectionEvidence.ts"
import { Removed } from "#domain/platform/Removed.ts"
import { Conflict, Forbidden, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { RowId } from "#domain/platform/RowId.ts"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { access, RequiredAccess } from "../Access.ts"
import { confirmQuery, Destructive, destructive } from "../Destructive.ts"

const params = { id: RowId }

export class ConnectionsGroup extends HttpApiGroup.make("connections")
  .add(
    HttpApiEndpoint.get("list", "/connections", { success: Schema.Array(Connection) }).annotate(
      RequiredAccess,
      access.own("profile.read")
    ),
    HttpApiEndpoint.get("presets", "/connections/presets", { success: Schema.Array(ConnectionPreset) }).annotate(
      RequiredAccess,
      access.own("profile.read")
    ),
    HttpApiEndpoint.post("create", "/connections", {
      payload: CreateConnection,
      success: Connection.annotate({ httpApiStatus: 201 }),
      error: [InvalidInput, Conflict]
    }).annotate(RequiredAccess, access.own("profile.write")),
    HttpApiEndpoint.post("attempt", "/connections/probe", {
      payload: ProbeConnection,
      success: ConnectionEvidence,
      error: InvalidInput
    }).annotate(RequiredAccess, access.own("profile.write")),
    HttpApiEndpoint.get("get", "/connections/:id", { params, success: Connection, error: NotFound }).annotate(
      RequiredAccess,
      access.own("profile.read")
    ),
    HttpApiEndpoint.put("update", "/connections/:id", {
      params,
      payload: UpdateConnection,
      success: Connection,
      error: [InvalidInput, NotFound, Conflict]
    }).annotate(RequiredAccess, access.own("profile.write")),
    HttpApiEndpoint.put("setTags", "/connections/:id/tags", {
      params,
      payload: SetConnectionTags,
      success: Connection,
      error: [NotFound, Conflict]
    }).annotate(RequiredAccess, access.own("profile.write")),
    HttpApiEndpoint.post("probe", "/connections/:id/probe", {
      params,
      success: Connection,
      error: [NotFound, Conflict]
    }).annotate(RequiredAccess, access.own("profile.write")),
    HttpApiEndpoint.post("renewKeys", "/connections/:id/keys", {
      params,
      payload: RenewConnectionKeys,
      success: Connection,
      error: [InvalidInput, NotFound, Conflict]
    }).annotate(RequiredAccess, access.own("profile.write")),
    HttpApiEndpoint.delete("remove", "/connections/:id", {
      params,
      query: confirmQuery,
      success: Removed,
      error: [Forbidden, NotFound, Conflict]
    })
      .annotate(RequiredAccess, access.own("profile.write"))
      .annotate(Destructive, destructive.named("S3 connection", "its name"))
  )
  .prefix("/api") {}

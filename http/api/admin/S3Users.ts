import { RowId } from "#domain/platform/RowId.ts"
import {
  Conflict,
  Forbidden,
  InvalidInput,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { pageQuery } from "#domain/platform/Paging.ts"
import {
  CreateS3User,
  ImportS3User,
  S3User,
  S3UserPage,
  s3UserSortKeys,
  S3UserSummary,
  Unregistered,
  UpdateS3User
} from "#domain/accounts/StorageAccess.ts"
import { ImportablePage, importableQuery } from "#domain/accounts/Importable.ts"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { access, RequiredAccess } from "../Access.ts"
import { confirmQuery, Destructive, destructive } from "../Destructive.ts"

const params = { id: RowId }
const gatewayErrors = [StorageError, StorageTimeout, Unavailable] as const

export class S3UsersGroup extends HttpApiGroup.make("adminS3Users")
  .add(
    HttpApiEndpoint.get("list", "/s3-users", {
      query: {
        ...pageQuery(s3UserSortKeys),
        storage_endpoint_id: Schema.optionalKey(RowId),
        drift: Schema.optionalKey(Schema.Literals(["true", "false"]))
      },
      success: S3UserPage
    }).annotate(RequiredAccess, access.admin("admin.read")),
    HttpApiEndpoint.get("minimal", "/s3-users/minimal", { success: Schema.Array(S3UserSummary) }).annotate(
      RequiredAccess,
      access.admin("admin.read")
    ),
    HttpApiEndpoint.get("importable", "/s3-users/importable", {
      query: importableQuery,
      success: ImportablePage,
      error: [InvalidInput, ...gatewayErrors]
    }).annotate(RequiredAccess, access.admin("admin.read")),
    HttpApiEndpoint.post("create", "/s3-users", {
      payload: CreateS3User,
      success: S3User.annotate({ httpApiStatus: 201 }),
      error: [InvalidInput, Forbidden, Conflict, ...gatewayErrors]
    }).annotate(RequiredAccess, access.admin("admin.write", "association.set")),
    HttpApiEndpoint.post("import", "/s3-users/import", {
      payload: ImportS3User,
      success: S3User.annotate({ httpApiStatus: 201 }),
      error: [InvalidInput, Forbidden, Conflict, ...gatewayErrors]
    }).annotate(RequiredAccess, access.admin("admin.write", "association.set")),
    HttpApiEndpoint.get("get", "/s3-users/:id", { params, success: S3User, error: NotFound }).annotate(
      RequiredAccess,
      access.admin("admin.read")
    ),
    HttpApiEndpoint.put("update", "/s3-users/:id", {
      params,
      payload: UpdateS3User,
      success: S3User,
      error: [InvalidInput, Forbidden, NotFound, Conflict, ...gatewayErrors]
    }).annotate(RequiredAccess, access.admin("admin.write", "association.set")),
    HttpApiEndpoint.delete("unregister", "/s3-users/:id", {
      params,
      query: confirmQuery,
      success: Unregistered,
      error: [Forbidden, NotFound, Conflict, ...gatewayErrors]
    })
      .annotate(RequiredAccess, access.admin("admin.write", "association.set"))
      .annotate(Destructive, destructive.named("RGW user", "its name"))
  )
  .prefix("/api/admin") {}

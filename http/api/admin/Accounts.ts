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
  accountSortKeys,
  CreateAccount,
  ImportAccount,
  RgwAccount,
  RgwAccountPage,
  RgwAccountSummary,
  Unregistered,
  UpdateAccount
} from "#domain/accounts/StorageAccess.ts"
import { ImportablePage, importableQuery } from "#domain/accounts/Importable.ts"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { access, RequiredAccess } from "../Access.ts"
import { confirmQuery, Destructive, destructive } from "../Destructive.ts"

const params = { id: RowId }
const gatewayErrors = [StorageError, StorageTimeout, Unavailable] as const

export class AccountsGroup extends HttpApiGroup.make("adminAccounts")
  .add(
    HttpApiEndpoint.get("list", "/accounts", {
      query: {
        ...pageQuery(accountSortKeys),
        storage_endpoint_id: Schema.optionalKey(RowId),
        drift: Schema.optionalKey(Schema.Literals(["true", "false"]))
      },
      success: RgwAccountPage
    }).annotate(RequiredAccess, access.admin("admin.read")),
    HttpApiEndpoint.get("minimal", "/accounts/minimal", { success: Schema.Array(RgwAccountSummary) }).annotate(
      RequiredAccess,
      access.admin("admin.read")
    ),
    HttpApiEndpoint.get("importable", "/accounts/importable", {
      query: importableQuery,
      success: ImportablePage,
      error: [InvalidInput, ...gatewayErrors]
    }).annotate(RequiredAccess, access.admin("admin.read")),
    HttpApiEndpoint.post("create", "/accounts", {
      payload: CreateAccount,
      success: RgwAccount.annotate({ httpApiStatus: 201 }),
      error: [InvalidInput, Forbidden, Conflict, ...gatewayErrors]
    }).annotate(RequiredAccess, access.admin("admin.write", "association.set")),
    HttpApiEndpoint.post("import", "/accounts/import", {
      payload: ImportAccount,
      success: RgwAccount.annotate({ httpApiStatus: 201 }),
      error: [InvalidInput, Forbidden, Conflict, ...gatewayErrors]
    }).annotate(RequiredAccess, access.admin("admin.write", "association.set")),
    HttpApiEndpoint.get("get", "/accounts/:id", { params, success: RgwAccount, error: NotFound }).annotate(
      RequiredAccess,
      access.admin("admin.read")
    ),
    HttpApiEndpoint.put("update", "/accounts/:id", {
      params,
      payload: UpdateAccount,
      success: RgwAccount,
      error: [InvalidInput, Forbidden, NotFound, Conflict, ...gatewayErrors]
    }).annotate(RequiredAccess, access.admin("admin.write", "association.set")),
    HttpApiEndpoint.delete("unregister", "/accounts/:id", {
      params,
      query: confirmQuery,
      success: Unregistered,
      error: [Forbidden, NotFound, Conflict, ...gatewayErrors]
    })
      .annotate(RequiredAccess, access.admin("admin.write", "association.set"))
      .annotate(Destructive, destructive.named("RGW account", "its name"))
  )
  .prefix("/api/admin") {}

import { Removed } from "#domain/platform/Removed.ts"
import { Conflict, Forbidden, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import {
  CreateUiGroup,
  UiGroup,
  UiGroupPage,
  uiGroupSortKeys,
  UiGroupSummary,
  UpdateUiGroup
} from "#domain/identity/UiGroup.ts"
import { pageQuery } from "#domain/platform/Paging.ts"
import { RowId } from "#domain/platform/RowId.ts"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { access, RequiredAccess } from "../Access.ts"
import { confirmQuery, Destructive, destructive } from "../Destructive.ts"

const params = { id: RowId }

export class GroupsGroup extends HttpApiGroup.make("adminGroups")
  .add(
    HttpApiEndpoint.get("list", "/groups", { query: pageQuery(uiGroupSortKeys), success: UiGroupPage }).annotate(
      RequiredAccess,
      access.admin("admin.read")
    ),
    HttpApiEndpoint.get("minimal", "/groups/minimal", { success: Schema.Array(UiGroupSummary) }).annotate(
      RequiredAccess,
      access.admin("admin.read")
    ),
    HttpApiEndpoint.get("get", "/groups/:id", { params, success: UiGroup, error: NotFound }).annotate(
      RequiredAccess,
      access.admin("admin.read")
    ),
    HttpApiEndpoint.post("create", "/groups", {
      payload: CreateUiGroup,
      success: UiGroup.annotate({ httpApiStatus: 201 }),
      error: [InvalidInput, Forbidden, Conflict]
    }).annotate(RequiredAccess, access.adminSession("association.set")),
    HttpApiEndpoint.put("update", "/groups/:id", {
      params,
      payload: UpdateUiGroup,
      success: UiGroup,
      error: [InvalidInput, NotFound, Forbidden, Conflict]
    }).annotate(RequiredAccess, access.adminSession("association.set")),
    HttpApiEndpoint.delete("remove", "/groups/:id", {
      params,
      query: confirmQuery,
      success: Removed,
      error: [NotFound, Forbidden, Conflict]
    })
      .annotate(RequiredAccess, access.adminSession("association.set"))
      .annotate(Destructive, destructive.named("group", "its name"))
  )
  .prefix("/api/admin") {}

import type { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import type { ScopeRequirement } from "#domain/accounts/scope/RequestScope.ts"
import { BucketView, BucketViewList } from "#domain/buckets/workbench/BucketView.ts"
import type { WorkbenchId } from "#domain/buckets/workbench/workbenchQuery.ts"
import { Conflict, Forbidden, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { RowId } from "#domain/platform/RowId.ts"
import { access, RequiredAccess } from "./Access.ts"
import { Destructive, destructive } from "./Destructive.ts"
import { ScopeControl } from "./Middleware.ts"
import { RequiredScope } from "./RequiredScope.ts"

interface ViewedWorkbench<Name, Prefix, Params, Create, Edit> {
  readonly name: Name
  readonly id: WorkbenchId
  readonly prefix: Prefix
  readonly scope: ScopeRequirement
  readonly params: Params
  readonly create: Create
  readonly edit: Edit
}

export const bucketViewsGroup = <
  const Name extends string,
  const Prefix extends `/${string}`,
  const Params extends Schema.Struct.Fields,
  Create extends Schema.Top,
  Edit extends Schema.Top
>({
  create,
  edit,
  id,
  name,
  params,
  prefix,
  scope
}: ViewedWorkbench<Name, Prefix, Params, Create, Edit>) => {
  const write = access.scoped(`${id}.write`)
  const one = { ...params, view_id: RowId }
  return HttpApiGroup.make(name)
    .add(
      HttpApiEndpoint.get("list", "/bucket-views", { params, success: BucketViewList, error: [NotFound] }).annotate(
        RequiredAccess,
        access.scoped(`${id}.read`)
      ),
      HttpApiEndpoint.post("create", "/bucket-views", {
        params,
        payload: create,
        success: BucketView.annotate({ httpApiStatus: 201 }),
        error: [InvalidInput, NotFound, Conflict]
      }).annotate(RequiredAccess, write),
      HttpApiEndpoint.patch("edit", "/bucket-views/:view_id", {
        params: one,
        payload: edit,
        success: BucketView,
        error: [InvalidInput, Forbidden, NotFound, Conflict]
      }).annotate(RequiredAccess, write),
      HttpApiEndpoint.delete("remove", "/bucket-views/:view_id", {
        params: one,
        success: HttpApiSchema.NoContent,
        error: [Forbidden, NotFound]
      })
        .annotate(RequiredAccess, write)
        .annotate(Destructive, destructive.itself("a view is a search that this console stores: no bucket changes"))
    )
    .middleware(ScopeControl)
    .annotateEndpoints(RequiredScope, scope)
    .prefix(prefix)
}

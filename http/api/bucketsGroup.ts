import type { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import type { ScopeRequirement } from "#domain/accounts/scope/RequestScope.ts"
import { BucketAdviceList } from "#domain/buckets/workbench/BucketAdvice.ts"
import { AssignUiTags, UiTag, UiTagList } from "#domain/buckets/workbench/UiTag.ts"
import type { WorkbenchId } from "#domain/buckets/workbench/workbenchQuery.ts"
import { workbenchParameters } from "#domain/buckets/workbench/WorkbenchRequest.ts"
import { Conflict, InvalidInput, NotFound, Unavailable } from "#domain/platform/errors/Errors.ts"
import { RowId } from "#domain/platform/RowId.ts"
import { access, RequiredAccess } from "./Access.ts"
import { Destructive, destructive } from "./Destructive.ts"
import { ScopeControl } from "./Middleware.ts"
import { RequiredScope } from "./RequiredScope.ts"

interface Workbench<Name, Id, Prefix, Params, Body, Page, Stream, Edit> {
  readonly name: Name
  readonly id: Id
  readonly prefix: Prefix
  readonly scope: ScopeRequirement
  readonly params: Params
  readonly body: Body
  readonly page: Page
  readonly stream: Stream
  readonly edit: Edit
}

const readErrors = [InvalidInput, NotFound, Unavailable] as const

export const bucketsGroup = <
  const Name extends string,
  const Id extends WorkbenchId,
  const Prefix extends `/${string}`,
  const Params extends Schema.Struct.Fields,
  Body extends Schema.Top,
  Page extends Schema.Top,
  Stream extends Schema.Top,
  Edit extends Schema.Top
>({
  body,
  edit,
  id,
  name,
  page,
  params,
  prefix,
  scope,
  stream
}: Workbench<Name, Id, Prefix, Params, Body, Page, Stream, Edit>) => {
  const read = access.scoped(`${id}.read`)
  const write = access.scoped(`${id}.write`)
  const query = workbenchParameters(id)
  const tag = { ...params, tag_id: RowId }
  return HttpApiGroup.make(name)
    .add(
      HttpApiEndpoint.get("list", "/buckets", { params, query, success: page, error: readErrors })
        .annotate(RequiredAccess, read)
        .annotate(
          OpenApi.Description,
          "Buckets from the snapshot, which is refreshed when it is older than 30 minutes. `advanced_filter` is the " +
            "JSON of the filter language. With `include`, rows have those features; one that is not read yet is " +
            "`unknown` and follows on the stream."
        ),
      HttpApiEndpoint.post("query", "/buckets/query", { params, payload: body, success: page, error: readErrors })
        .annotate(RequiredAccess, read)
        .annotate(OpenApi.Description, "The same listing for filters that are too long for an address."),
      HttpApiEndpoint.get("stream", "/buckets/stream", {
        params,
        query,
        success: stream,
        error: readErrors
      })
        .annotate(RequiredAccess, read)
        .annotate(
          OpenApi.Description,
          "The live page: `result` (the page of the plain GET) at once and whenever its buckets change, `rows` for " +
            "changed rows, `progress`, and `done` when everything is read. It stays open."
        ),
      HttpApiEndpoint.post("refresh", "/buckets/cache/refresh", {
        params,
        success: HttpApiSchema.NoContent,
        error: [NotFound]
      }).annotate(RequiredAccess, write),
      HttpApiEndpoint.get("advice", "/bucket-advice", {
        params,
        success: BucketAdviceList,
        error: [NotFound]
      }).annotate(RequiredAccess, read),
      HttpApiEndpoint.get("tags", "/bucket-ui-tags", { params, success: UiTagList, error: [NotFound] }).annotate(
        RequiredAccess,
        read
      ),
      HttpApiEndpoint.patch("assignTags", "/bucket-ui-tags", {
        params,
        payload: AssignUiTags,
        success: UiTagList,
        error: [InvalidInput, NotFound, Conflict]
      })
        .annotate(RequiredAccess, write)
        .annotate(
          OpenApi.Description,
          "Assigns tags to buckets and removes others from them; the answer is the catalogue. A tag without `id` " +
            "is created, or found by its label."
        ),
      HttpApiEndpoint.patch("editTag", "/bucket-ui-tags/:tag_id", {
        params: tag,
        payload: edit,
        success: UiTag,
        error: [InvalidInput, NotFound, Conflict]
      }).annotate(RequiredAccess, write),
      HttpApiEndpoint.delete("removeTag", "/bucket-ui-tags/:tag_id", {
        params: tag,
        success: HttpApiSchema.NoContent,
        error: [NotFound]
      })
        .annotate(RequiredAccess, write)
        .annotate(Destructive, destructive.itself("a tag is a mark in this console: no bucket changes"))
    )
    .middleware(ScopeControl)
    .annotateEndpoints(RequiredScope, scope)
    .prefix(prefix)
}

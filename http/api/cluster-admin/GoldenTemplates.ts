import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import { RowKey } from "#domain/buckets/changes/BucketChange.ts"
import {
  BucketDriftPage,
  CreateGoldenTemplate,
  DifferingBuckets,
  driftStates,
  GoldenTemplate,
  GoldenTemplateList,
  TemplateDraft,
  UpdateGoldenTemplate
} from "#domain/buckets/templates/GoldenTemplate.ts"
import { Conflict, InvalidInput, NotFound, Unavailable } from "#domain/platform/errors/Errors.ts"
import { commaSeparated } from "#domain/platform/Filters.ts"
import { pageQuery } from "#domain/platform/Paging.ts"
import { RowId } from "#domain/platform/RowId.ts"
import { access, RequiredAccess } from "../Access.ts"
import { Destructive, destructive } from "../Destructive.ts"
import { ScopeControl } from "../Middleware.ts"
import { endpointParams, RequiredScope } from "../RequiredScope.ts"

const read = access.scoped("cluster-admin.read")
const write = access.scoped("cluster-admin.write")
const params = { ...endpointParams, template_id: RowId }
const { page, page_size } = pageQuery(["name"])

export class ClusterGoldenTemplatesGroup extends HttpApiGroup.make("clusterGoldenTemplates")
  .add(
    HttpApiEndpoint.get("list", "/golden-templates", {
      params: endpointParams,
      success: GoldenTemplateList,
      error: [NotFound]
    })
      .annotate(RequiredAccess, read)
      .annotate(
        OpenApi.Description,
        "Templates by name, each with the number of its buckets that agree, differ, and of which it is unknown. What " +
          "is not read and compared within 10 s counts as unknown."
      ),
    HttpApiEndpoint.post("create", "/golden-templates", {
      params: endpointParams,
      payload: CreateGoldenTemplate,
      success: GoldenTemplate.annotate({ httpApiStatus: 201 }),
      error: [InvalidInput, NotFound, Conflict]
    })
      .annotate(RequiredAccess, write)
      .annotate(
        OpenApi.Description,
        "`settings` are those of bulk changes, at most one of a kind; `filter` is the filter language of the bucket " +
          "list, without private tags. Nothing is changed in any bucket."
      ),
    HttpApiEndpoint.put("update", "/golden-templates/:template_id", {
      params,
      payload: UpdateGoldenTemplate,
      success: GoldenTemplate,
      error: [InvalidInput, NotFound, Conflict]
    }).annotate(RequiredAccess, write),
    HttpApiEndpoint.delete("remove", "/golden-templates/:template_id", {
      params,
      success: HttpApiSchema.NoContent,
      error: [NotFound, Conflict]
    })
      .annotate(RequiredAccess, write)
      .annotate(Destructive, destructive.itself("a template is a description in this console: no bucket changes")),
    HttpApiEndpoint.get("drift", "/golden-templates/:template_id/drift", {
      params,
      query: { page, page_size, state: Schema.optionalKey(commaSeparated(driftStates)) },
      success: BucketDriftPage,
      error: [InvalidInput, NotFound, Unavailable]
    })
      .annotate(RequiredAccess, read)
      .annotate(
        OpenApi.Description,
        "Buckets of the template by name, each setting with what was found and what is wanted. A bucket differs when " +
          "the bulk change of the settings would change it; it is unknown when a setting was not read, is unreadable " +
          "or cannot be decoded, and no other is known to differ."
      ),
    HttpApiEndpoint.get("differing", "/golden-templates/:template_id/differing", {
      params,
      success: DifferingBuckets,
      error: [InvalidInput, NotFound, Unavailable]
    })
      .annotate(RequiredAccess, read)
      .annotate(
        OpenApi.Description,
        "Ids of the buckets that differ, as the selection of a bulk change (at most 5,000)."
      ),
    HttpApiEndpoint.get("draft", "/golden-template-draft", {
      params: endpointParams,
      query: { bucket_id: RowKey },
      success: TemplateDraft,
      error: [InvalidInput, NotFound]
    })
      .annotate(RequiredAccess, read)
      .annotate(
        OpenApi.Description,
        "Settings of an existing bucket as those of a template. The bucket's name in ARNs becomes `BUCKET`; parts " +
          "without an id or `Sid` are left out."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.endpoint)
  .prefix("/api/cluster-admin/endpoints/:endpoint_id") {}

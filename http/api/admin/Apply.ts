import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ApplyExport, ApplyReport, ApplyRequest } from "#domain/fleet/apply/ApplyPlan.ts"
import { Conflict, Forbidden, InvalidInput } from "#domain/platform/errors/Errors.ts"
import { access, RequiredAccess } from "../Access.ts"

export class ApplyGroup extends HttpApiGroup.make("adminApply")
  .add(
    HttpApiEndpoint.post("apply", "/apply", {
      payload: ApplyRequest,
      success: ApplyReport,
      error: [InvalidInput, Conflict, Forbidden]
    })
      .annotate(RequiredAccess, access.superadminSession("configuration.apply"))
      .annotate(
        OpenApi.Description,
        "Plans what has to change so that everything matches the document, and applies it; with `dry_run` it " +
          "only shows the plan. Entries that fail are named in the report. Secrets are not looked up: those " +
          "that the document refers to are sent beside it."
      ),
    HttpApiEndpoint.get("export", "/apply/export", {
      query: { on_gateway: Schema.optionalKey(Schema.Literals(["true", "false"])) },
      success: ApplyExport,
      error: InvalidInput
    })
      .annotate(RequiredAccess, access.superadminSession())
      .annotate(
        OpenApi.Description,
        "What exists, as a document whose application changes nothing; without secrets. With " +
          "`on_gateway=true` the gateways are asked for quotas, limits, rate limits and suspension of " +
          "everything that is registered; a remark in the text names those that could not be asked."
      ),
    HttpApiEndpoint.get("schema", "/apply/schema", {
      success: Schema.Record(Schema.String, Schema.Json).annotate({ identifier: "ApplyDocumentSchema" })
    })
      .annotate(RequiredAccess, access.admin("admin.read"))
      .annotate(OpenApi.Description, "The JSON Schema of a document, for editors.")
  )
  .prefix("/api/admin") {}

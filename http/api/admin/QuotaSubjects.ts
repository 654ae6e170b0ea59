import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { InvalidInput } from "#domain/platform/errors/Errors.ts"
import { QuotaSubjectPage, quotaSubjectsQuery } from "#domain/usage/QuotaAlert.ts"
import { access, RequiredAccess } from "../Access.ts"

export class QuotaSubjectsGroup extends HttpApiGroup.make("adminQuotaSubjects")
  .add(
    HttpApiEndpoint.get("list", "/quota/subjects", {
      query: quotaSubjectsQuery,
      success: QuotaSubjectPage,
      error: InvalidInput
    })
      .annotate(RequiredAccess, access.admin("admin.read"))
      .annotate(
        OpenApi.Description,
        "Accounts and RGW users with their usage, quota and state at the last measurement."
      )
  )
  .prefix("/api/admin") {}

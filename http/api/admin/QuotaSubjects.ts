import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { QuotaSubjectDetail, QuotaSubjectPage, quotaSubjectsQuery } from "#domain/usage/QuotaAlert.ts"
import { quotaSubjectParams } from "#domain/usage/QuotaHistory.ts"
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
      ),
    HttpApiEndpoint.get("read", "/quota/subjects/:type/:id", {
      params: quotaSubjectParams,
      success: QuotaSubjectDetail,
      error: NotFound
    })
      .annotate(RequiredAccess, access.admin("admin.read"))
      .annotate(OpenApi.Description, "An account or RGW user with its state and its last quota alert.")
  )
  .prefix("/api/admin") {}

import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { QuotaHistory, quotaHistoryQuery, quotaSubjectParams } from "#domain/usage/QuotaHistory.ts"
import { access, RequiredAccess } from "../Access.ts"

export class QuotaHistoryGroup extends HttpApiGroup.make("adminQuotaHistory")
  .add(
    HttpApiEndpoint.get("read", "/quota/subjects/:type/:id/history", {
      params: quotaSubjectParams,
      query: quotaHistoryQuery,
      success: QuotaHistory,
      error: [NotFound, InvalidInput]
    })
      .annotate(RequiredAccess, access.admin("admin.read"))
      .annotate(
        OpenApi.Description,
        "Usage and quota of an account or RGW user over time, by default of the last 30 days by day. " +
          "`forecast` has the growth per day with its 95 % confidence interval and the time until the quota " +
          "is reached; null when unknown, with the reason."
      )
  )
  .prefix("/api/admin") {}

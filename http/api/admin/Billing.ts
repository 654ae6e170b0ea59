import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Conflict, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { Removed } from "#domain/platform/Removed.ts"
import { RowId } from "#domain/platform/RowId.ts"
import {
  BillingCredit,
  BillingDayPage,
  billingDaysQuery,
  CreateBillingCredit,
  StatementPage,
  statementsQuery
} from "#domain/usage/billing/Billing.ts"
import { BillingMonth } from "#domain/usage/billing/BillingPeriod.ts"
import { CreateRateCard, RateCard, UpdateRateCard } from "#domain/usage/billing/RateCard.ts"
import { access, RequiredAccess } from "../Access.ts"
import { confirmQuery, Destructive, destructive } from "../Destructive.ts"

const params = { id: RowId }
const month = { month: BillingMonth }
const read = access.admin("admin.read")
const write = access.admin("admin.write")

export class BillingGroup extends HttpApiGroup.make("adminBilling")
  .add(
    HttpApiEndpoint.get("daily", "/daily", { query: billingDaysQuery, success: BillingDayPage })
      .annotate(RequiredAccess, read)
      .annotate(
        OpenApi.Description,
        "Stored byte-hours and successful operations by account or RGW user and UTC day, newest first. " +
          "`operations` is null where the usage log was not collected."
      ),
    HttpApiEndpoint.get("rateCards", "/rate-cards", { success: Schema.Array(RateCard) }).annotate(RequiredAccess, read),
    HttpApiEndpoint.post("createRateCard", "/rate-cards", {
      payload: CreateRateCard,
      success: RateCard.annotate({ httpApiStatus: 201 }),
      error: [InvalidInput, Conflict]
    }).annotate(RequiredAccess, write),
    HttpApiEndpoint.put("updateRateCard", "/rate-cards/:id", {
      params,
      payload: UpdateRateCard,
      success: RateCard,
      error: [InvalidInput, NotFound, Conflict]
    }).annotate(RequiredAccess, write),
    HttpApiEndpoint.delete("removeRateCard", "/rate-cards/:id", {
      params,
      query: confirmQuery,
      success: Removed,
      error: [NotFound, Conflict]
    })
      .annotate(RequiredAccess, write)
      .annotate(Destructive, destructive.named("rate card", "its name")),
    HttpApiEndpoint.get("credits", "/credits", { query: month, success: Schema.Array(BillingCredit) }).annotate(
      RequiredAccess,
      read
    ),
    HttpApiEndpoint.post("createCredit", "/credits", {
      payload: CreateBillingCredit,
      success: BillingCredit.annotate({ httpApiStatus: 201 }),
      error: InvalidInput
    }).annotate(RequiredAccess, write),
    HttpApiEndpoint.delete("removeCredit", "/credits/:id", {
      params,
      query: confirmQuery,
      success: Removed,
      error: [NotFound, Conflict]
    })
      .annotate(RequiredAccess, write)
      .annotate(Destructive, destructive.named("credit", "its reason")),
    HttpApiEndpoint.get("statements", "/statements", { query: statementsQuery, success: StatementPage })
      .annotate(RequiredAccess, read)
      .annotate(
        OpenApi.Description,
        "Statements of a month, computed from the stored days, rate cards and credits each time. " +
          "Days without a rate card cost nothing and are counted in `unpriced_days`."
      ),
    HttpApiEndpoint.get("statementsCsv", "/statements.csv", {
      query: month,
      success: HttpApiSchema.StreamUint8Array({ contentType: "text/csv" })
    })
      .annotate(RequiredAccess, read)
      .annotate(OpenApi.Description, "All statements of a month, a row per line and credit.")
  )
  .prefix("/api/admin/billing") {}

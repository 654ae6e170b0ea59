import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { QuotaStateRecords } from "#services/usage/QuotaStateRecords.ts"

export const QuotaSubjectsHandlers = HttpApiBuilder.group(
  Api,
  "adminQuotaSubjects",
  Effect.fn(function* (handlers) {
    const records = yield* QuotaStateRecords
    return handlers.handleAll({ list: ({ query }) => records.page(query) })
  })
)

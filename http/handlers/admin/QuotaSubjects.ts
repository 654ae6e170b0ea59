import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import { QuotaStateRecords } from "#services/usage/QuotaStateRecords.ts"

export const QuotaSubjectsHandlers = HttpApiBuilder.group(
  Api,
  "adminQuotaSubjects",
  Effect.fn(function* (handlers) {
    const records = yield* QuotaStateRecords
    return handlers.handleAll({
      list: ({ query }) => records.page(query),
      read: Effect.fn("adminQuotaSubjects.read")(function* ({ params }) {
        const { id, type } = params
        return (yield* records.find(params)) ?? (yield* new NotFound({ entity: type, id: String(id) }))
      })
    })
  })
)

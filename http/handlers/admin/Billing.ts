import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { Billing } from "#services/usage/billing/Billing.ts"
import { RateCards } from "#services/usage/billing/RateCards.ts"
import { respondStatements } from "../statementExport.ts"
import { failOnRevocation } from "../streamRights.ts"

export const BillingHandlers = HttpApiBuilder.group(
  Api,
  "adminBilling",
  Effect.fn(function* (handlers) {
    const billing = yield* Billing
    const cards = yield* RateCards
    return handlers.handleAll({
      daily: ({ query }) => billing.days(query),
      rateCards: () => cards.all,
      createRateCard: ({ payload }) => Effect.flatMap(CurrentCaller, (caller) => cards.create(caller, payload)),
      updateRateCard: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) => cards.update(caller, params.id, payload)),
      removeRateCard: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => cards.remove(caller, params.id)),
      credits: ({ query }) => cards.credits(query.month),
      createCredit: ({ payload }) => Effect.flatMap(CurrentCaller, (caller) => cards.addCredit(caller, payload)),
      removeCredit: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => cards.removeCredit(caller, params.id)),
      statements: ({ query }) => billing.statements(query),
      statementsCsv: Effect.fn("adminBilling.statementsCsv")(function* ({ query }) {
        const cut = yield* failOnRevocation("admin", "")
        return respondStatements(cut(billing.allStatements(query.month)), query.month)
      })
    })
  })
)

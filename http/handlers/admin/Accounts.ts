import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { Importables } from "#services/accounts/Importables.ts"
import { RgwAccounts } from "#services/accounts/RgwAccounts.ts"

export const AccountsHandlers = HttpApiBuilder.group(
  Api,
  "adminAccounts",
  Effect.fn(function* (handlers) {
    const accounts = yield* RgwAccounts
    const importables = yield* Importables
    return handlers.handleAll({
      list: ({ query: { drift, ...query } }) =>
        accounts.page({ ...query, ...(drift === undefined ? {} : { drift: drift === "true" }) }),
      minimal: () => accounts.minimal,
      importable: ({ query }) => importables.accounts(query),
      create: ({ payload }) => Effect.flatMap(CurrentCaller, (caller) => accounts.create(caller, payload)),
      import: ({ payload }) => Effect.flatMap(CurrentCaller, (caller) => accounts.import(caller, payload)),
      get: ({ params }) => accounts.get(params.id),
      update: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) => accounts.update(caller, params.id, payload)),
      unregister: ({ params }) => Effect.flatMap(CurrentCaller, (caller) => accounts.unregister(caller, params.id))
    })
  })
)

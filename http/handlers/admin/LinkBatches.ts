import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { LinkBatches } from "#services/accounts/LinkBatches.ts"

export const LinkBatchesHandlers = HttpApiBuilder.group(
  Api,
  "adminLinkBatches",
  Effect.fn(function* (handlers) {
    const batches = yield* LinkBatches
    return handlers.handleAll({
      accounts: ({ payload }) =>
        Effect.flatMap(CurrentCaller, (caller) =>
          Effect.map(batches.accounts(caller, payload.accounts), (accounts) => ({ accounts }))
        ),
      s3Users: ({ payload }) =>
        Effect.flatMap(CurrentCaller, (caller) =>
          Effect.map(batches.s3Users(caller, payload.s3_users), (s3_users) => ({ s3_users }))
        )
    })
  })
)

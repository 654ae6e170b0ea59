import { DateTime, Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentPortalAccount } from "#domain/accounts/scope/RequestScope.ts"
import { attachment } from "#domain/objects/attachment.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { AccessLogs } from "#services/usage/accesslogs/AccessLogs.ts"
import { failOnRevocation } from "../streamRights.ts"

const request = Effect.all([CurrentCaller, CurrentPortalAccount])

export const PortalAccessLogsHandlers = HttpApiBuilder.group(
  Api,
  "portalAccessLogs",
  Effect.fn(function* (handlers) {
    const logs = yield* AccessLogs
    return handlers.handleAll({
      page: Effect.fn("portalAccessLogs.page")(function* ({ query: { account_id: _account, ...query } }) {
        return yield* logs.page(...(yield* request), query)
      }),
      raw: Effect.fn("portalAccessLogs.raw")(function* ({ query: { account_id, ...filter } }) {
        const cut = yield* failOnRevocation("portal", String(account_id))
        const lines = yield* logs.raw(...(yield* request), filter)
        const day = DateTime.formatIsoDateUtc(yield* DateTime.now)
        return HttpServerResponse.stream(Stream.encodeText(cut(lines)), {
          contentType: "text/plain; charset=utf-8",
          headers: {
            "content-disposition": attachment(`access-log-${day}.log`),
            "x-content-type-options": "nosniff"
          }
        })
      }),
      spaces: Effect.fn("portalAccessLogs.spaces")(function* () {
        return { items: yield* logs.spaces(...(yield* request)) }
      }),
      state: Effect.fn("portalAccessLogs.state")(function* ({ params }) {
        return yield* logs.state(...(yield* request), params.space_id)
      }),
      set: Effect.fn("portalAccessLogs.set")(function* ({ params, payload }) {
        return yield* logs.set(...(yield* request), params.space_id, payload.enabled)
      }),
      refresh: Effect.fn("portalAccessLogs.refresh")(function* ({ params }) {
        return yield* logs.refresh(...(yield* request), params.space_id)
      })
    })
  })
)

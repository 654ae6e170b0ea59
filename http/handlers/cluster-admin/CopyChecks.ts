import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { CurrentEndpoint } from "#domain/accounts/scope/RequestScope.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CopyChecks } from "#services/fleet/CopyChecks.ts"

export const ClusterCopyChecksHandlers = HttpApiBuilder.group(
  Api,
  "clusterCopyChecks",
  Effect.fn(function* (handlers) {
    const checks = yield* CopyChecks
    return handlers.handleAll({
      latest: Effect.fn("clusterCopyChecks.latest")(function* () {
        return { check: yield* checks.latest((yield* CurrentEndpoint).id) }
      }),
      check: Effect.fn("clusterCopyChecks.check")(function* () {
        return yield* checks.check(yield* CurrentCaller, (yield* CurrentEndpoint).id)
      })
    })
  })
)

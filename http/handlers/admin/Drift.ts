import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { DriftFrame } from "#api/admin/Drift.ts"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { RgwAccounts } from "#services/accounts/RgwAccounts.ts"
import { RgwUsers } from "#services/accounts/RgwUsers.ts"
import { DriftChecks } from "#services/fleet/drift/DriftChecks.ts"
import { DriftRecords } from "#services/fleet/drift/DriftRecords.ts"
import { DriftRepairs } from "#services/fleet/drift/DriftRepairs.ts"
import { DriftUpdates } from "#services/fleet/drift/DriftUpdates.ts"
import { StreamRights } from "#services/accounts/contexts/StreamRights.ts"
import { respondFeed } from "../../EventFeed.ts"
import { cachedFrameEncoder } from "../../cachedFrameEncoder.ts"

const frames = cachedFrameEncoder(DriftFrame)

export const DriftHandlers = HttpApiBuilder.group(
  Api,
  "adminDrift",
  Effect.fn(function* (handlers) {
    const accounts = yield* RgwAccounts
    const users = yield* RgwUsers
    const checks = yield* DriftChecks
    const records = yield* DriftRecords
    const repairs = yield* DriftRepairs
    const watch = yield* DriftUpdates
    const rights = yield* StreamRights
    return handlers.handleAll({
      summary: () => records.summary,
      stream: Effect.fn("adminDrift.stream")(function* () {
        const right = { caller: yield* CurrentCaller, workspace: "admin", contextId: "", tool: null } as const
        return respondFeed((reader) => {
          const unwatch = rights.watch(right, () => reader.end())
          const unfollow = watch.follow((news) => reader.send(frames(news)))
          return () => {
            unwatch()
            unfollow()
          }
        })
      }),
      check: ({ payload }) => checks.now(payload),
      checkAccount: ({ params }) => Effect.andThen(checks.one("account", params.id), accounts.get(params.id)),
      checkS3User: ({ params }) => Effect.andThen(checks.one("s3_user", params.id), users.get(params.id)),
      repairAccount: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) =>
          Effect.andThen(repairs.repair(caller, "account", params.id, payload), accounts.get(params.id))
        ),
      repairS3User: ({ params, payload }) =>
        Effect.flatMap(CurrentCaller, (caller) =>
          Effect.andThen(repairs.repair(caller, "s3_user", params.id, payload), users.get(params.id))
        )
    })
  })
)

import { DateTime, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { AuditFrame } from "#api/admin/Audit.ts"
import { Api } from "#api/Api.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { AuditLog } from "#services/platform/audit/AuditLog.ts"
import { AuditTail } from "#services/platform/audit/AuditTail.ts"
import { StreamRights } from "#services/accounts/contexts/StreamRights.ts"
import { respondFeed } from "../../EventFeed.ts"
import { cachedFrameEncoder } from "../../cachedFrameEncoder.ts"
import { respondAuditExport } from "../auditExport.ts"
import { failOnRevocation } from "../streamRights.ts"

const frames = cachedFrameEncoder(AuditFrame)

export const AuditHandlers = HttpApiBuilder.group(
  Api,
  "adminAudit",
  Effect.fn(function* (handlers) {
    const log = yield* AuditLog
    const tail = yield* AuditTail
    const rights = yield* StreamRights
    return handlers.handleAll({
      list: ({ query }) => log.list(query),
      get: ({ params }) => log.one(params.entry_id),
      export: Effect.fn("adminAudit.export")(function* ({ query: { format = "csv", ...filter } }) {
        const cut = yield* failOnRevocation("admin", "")
        const entries = yield* log.export(yield* CurrentCaller, filter, format)
        return respondAuditExport(cut(entries), format, DateTime.formatIsoDateUtc(yield* DateTime.now))
      }),
      stream: Effect.fn("adminAudit.stream")(function* ({ query }) {
        const right = { caller: yield* CurrentCaller, workspace: "admin", contextId: "", tool: null } as const
        const after = (yield* HttpServerRequest.HttpServerRequest).headers["last-event-id"] ?? null
        return respondFeed((reader) => {
          const unwatch = rights.watch(right, () => reader.end())
          const unfollow = tail.follow(query, after, (news) => reader.send(frames(news)))
          return () => {
            unwatch()
            unfollow()
          }
        })
      })
    })
  })
)

import { DateTime, Effect } from "effect"
import type { PortalAccount } from "#domain/accounts/scope/RequestScope.ts"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { NotificationRecords } from "#services/platform/NotificationRecords.ts"
import type { StoredRequest } from "./PortalRequestRecords.ts"

export const requestEvents = Effect.gen(function* () {
  const audited = yield* Audited
  const notifications = yield* NotificationRecords

  const record = (caller: Caller, verb: string, { id, type }: Pick<StoredRequest, "id" | "type">, message: string) =>
    audited.rows<unknown>(
      `portal_request.${verb}`,
      { type: "portal_request", id: String(id), label: type },
      { by: byCaller(caller, "portal"), message, metadata: { type } }
    )

  const notify = (
    userId: number,
    account: Pick<PortalAccount, "account_id">,
    title: string,
    message: string,
    requestId: number
  ) =>
    Effect.flatMap(DateTime.now, (now) =>
      notifications.addForUser(
        userId,
        {
          type: "portal_request",
          severity: "info",
          title,
          message,
          payload: { account_id: account.account_id, request_id: requestId }
        },
        now
      )
    )

  return { record, notify }
})

import { DateTime, Effect, Schema } from "effect"
import type { PortalAccount } from "#domain/accounts/scope/RequestScope.ts"
import { ApprovePortalRequest } from "#domain/iam/portal/PortalRequest.ts"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { PortalRequestRecords, type RequestChange, type StoredRequest } from "./PortalRequestRecords.ts"
import { PortalSettingsRecords } from "./PortalSettingsRecords.ts"
import { PortalMemberRecords } from "./PortalSpaceRecords.ts"
import { requestEvents } from "./requestEvents.ts"
import { requestGrants } from "./requestGrants.ts"

const PENDING: RequestChange = {
  state: "pending",
  result: null,
  decided_by: null,
  decided_at: null,
  expires_at: null,
  undo: null
}

const decodeResult = Schema.decodeUnknownEffect(ApprovePortalRequest.fields.result)

/** The state changes before the grant, which `resume` repeats after a crash. */
export const requestApprovals = Effect.gen(function* () {
  const records = yield* PortalRequestRecords
  const settings = yield* PortalSettingsRecords
  const members = yield* PortalMemberRecords
  const transaction = yield* Transaction
  const grants = yield* requestGrants
  const { notify, record } = yield* requestEvents

  const release = (id: number) => records.move(id, "approved", PENDING)

  const complete = Effect.fnUntraced(function* (
    caller: Caller,
    account: PortalAccount,
    request: StoredRequest,
    grant: Effect.Success<ReturnType<typeof grants.prepare>>
  ) {
    const { email, id, user_id } = request
    yield* grant.apply(caller, (undo) => records.move(id, "approved", { state: "approved", undo }))
    yield* Effect.gen(function* () {
      if (!(yield* records.markGranted(id, yield* DateTime.now))) return
      yield* notify(user_id, account, "Request approved", `Your request in ${account.name} was approved`, id).pipe(
        record(caller, "approve", request, `The request of ${email} was approved`)
      )
    }).pipe(transaction.run)
  })

  const accountOf = Effect.fnUntraced(function* (accountId: number) {
    const name = (yield* settings.read(accountId))?.name ?? ""
    const listing_key = yield* members.listingKey(accountId)
    return { account_id: accountId, name, role: "portal_manager", listing_key } satisfies PortalAccount
  })

  /** A refused grant becomes pending again; an unreachable gateway is a failure. */
  const resume = Effect.fnUntraced(function* (caller: Caller, id: number) {
    const request = yield* records.find(id)
    if (request === null || request.state !== "approved") return
    const result = yield* Effect.orDie(decodeResult(request.result))
    const account = yield* accountOf(request.rgw_account_id)
    yield* grants.prepare(account, request, result).pipe(
      Effect.andThen((grant) => complete(caller, account, request, grant)),
      Effect.catchTags({
        Conflict: () => release(id),
        Forbidden: () => release(id),
        InvalidInput: () => release(id),
        NotFound: () => release(id),
        StorageError: () => release(id)
      })
    )
  })

  return { prepare: grants.prepare, complete, release, resume }
})

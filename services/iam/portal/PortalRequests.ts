import { Context, DateTime, Effect, Layer } from "effect"
import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import type { PortalAccount } from "#domain/accounts/scope/RequestScope.ts"
import { Conflict, Forbidden, type GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import {
  type ApprovePortalRequest,
  type CreatePortalRequest,
  MAX_REQUESTS,
  type PortalRequest
} from "#domain/iam/portal/PortalRequest.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { ContextRecords } from "#services/accounts/contexts/ContextRecords.ts"
import { PortalAccess } from "./PortalAccess.ts"
import { PortalRequestRecords } from "./PortalRequestRecords.ts"
import { requestApprovals } from "./requestApprovals.ts"
import { requestEvents } from "./requestEvents.ts"

type Refused = Forbidden | NotFound | Conflict | InvalidInput | GatewayFailure

const missing = (id: number) => new NotFound({ entity: "Request", id: String(id) })
const decided = new Conflict({ code: "state_conflict", detail: "The request is not pending any more: read it again" })
const off = new Forbidden({ code: "workspace_unavailable", detail: "Requests are switched off in this account" })
const managersOnly = new Forbidden({ code: "forbidden", detail: "Only Portal managers decide requests" })

const nouns = { quota: "more quota", space: "a storage space", access: "access" } as const

export class PortalRequests extends Context.Service<
  PortalRequests,
  {
    readonly list: (caller: Caller, account: PortalAccount) => Effect.Effect<ReadonlyArray<PortalRequest>, Forbidden>
    readonly create: (
      caller: Caller,
      account: PortalAccount,
      input: CreatePortalRequest
    ) => Effect.Effect<PortalRequest, Forbidden>
    readonly withdraw: (
      caller: Caller,
      account: PortalAccount,
      id: number
    ) => Effect.Effect<PortalRequest, Forbidden | NotFound | Conflict>
    /** Pending again when the gateway refuses the grant. */
    readonly approve: (
      caller: Caller,
      account: PortalAccount,
      id: number,
      input: ApprovePortalRequest
    ) => Effect.Effect<PortalRequest, Refused>
    readonly reject: (
      caller: Caller,
      account: PortalAccount,
      id: number,
      reason: string
    ) => Effect.Effect<PortalRequest, Forbidden | NotFound | Conflict>
  }
>()("stowage/services/iam/portal/PortalRequests") {
  static readonly layer = Layer.effect(
    PortalRequests,
    Effect.gen(function* () {
      const records = yield* PortalRequestRecords
      const roles = yield* ContextRecords
      const portal = yield* PortalAccess
      const transaction = yield* Transaction
      const approvals = yield* requestApprovals
      const { notify, record } = yield* requestEvents

      const userIdOf = (caller: Caller) => callerUser(caller)?.id ?? 0

      const requireOn = Effect.fnUntraced(function* (account: PortalAccount) {
        if (!(yield* portal.state(account)).features.requests) return yield* off
      })

      const findRequest = Effect.fnUntraced(function* (caller: Caller, account: PortalAccount, id: number) {
        yield* requireOn(account)
        const request = yield* records.find(id)
        const isVisible =
          request !== null &&
          request.rgw_account_id === account.account_id &&
          (account.role === "portal_manager" || request.user_id === userIdOf(caller))
        return isVisible ? request : yield* missing(id)
      })

      const decidable = Effect.fnUntraced(function* (caller: Caller, account: PortalAccount, id: number) {
        const request = yield* findRequest(caller, account, id)
        if (account.role !== "portal_manager") return yield* managersOnly
        return request.state === "pending" ? request : yield* decided
      })

      const read = (id: number) =>
        Effect.flatMap(records.find(id), (record) => {
          if (record === null) return missing(id)
          const { rgw_account_id: _account, undo: _undo, ...request } = record
          return Effect.succeed<PortalRequest>(request)
        })

      const create = Effect.fn("PortalRequests.create")(function* (
        caller: Caller,
        account: PortalAccount,
        { payload, type }: CreatePortalRequest
      ) {
        yield* requireOn(account)
        const email = callerUser(caller)?.email ?? ""
        const id = yield* transaction.run(
          Effect.gen(function* () {
            const added = yield* records.add(account.account_id, userIdOf(caller), type, payload, yield* DateTime.now)
            yield* Effect.void.pipe(record(caller, "create", { id: added, type }, `${email} requested ${nouns[type]}`))
            for (const decider of yield* records.deciders(account.account_id))
              yield* notify(
                decider,
                account,
                "New request",
                `${email} requests ${nouns[type]} in ${account.name}`,
                added
              )
            return added
          })
        )
        return yield* Effect.orDie(read(id))
      })

      const withdraw = Effect.fn("PortalRequests.withdraw")(function* (
        caller: Caller,
        account: PortalAccount,
        id: number
      ) {
        const request = yield* findRequest(caller, account, id)
        if (request.user_id !== userIdOf(caller)) return yield* missing(id)
        yield* Effect.filterOrFail(
          records.move(id, "pending", { state: "withdrawn" }),
          (moved) => moved,
          () => decided
        ).pipe(record(caller, "withdraw", request, `${request.email} withdrew a request`), transaction.run)
        return yield* read(id)
      })

      const reject = Effect.fn("PortalRequests.reject")(function* (
        caller: Caller,
        account: PortalAccount,
        id: number,
        reason: string
      ) {
        const request = yield* decidable(caller, account, id)
        yield* Effect.gen(function* () {
          const change = { state: "rejected", reason, decided_by: userIdOf(caller) } as const
          if (!(yield* records.move(id, "pending", { ...change, decided_at: yield* DateTime.now })))
            return yield* decided
          yield* notify(request.user_id, account, "Request rejected", `${account.name}: ${reason}`, id)
        }).pipe(record(caller, "reject", request, `The request of ${request.email} was rejected`), transaction.run)
        return yield* read(id)
      })

      const approve = Effect.fn("PortalRequests.approve")(function* (
        caller: Caller,
        account: PortalAccount,
        id: number,
        { expires_at: end, result }: ApprovePortalRequest
      ) {
        const request = yield* decidable(caller, account, id)
        const expires_at = end ?? null
        const now = yield* DateTime.now
        if (expires_at !== null && DateTime.isLessThanOrEqualTo(expires_at, now))
          return yield* InvalidInput.at("payload.expires_at", "Expected a time in the future")
        const grant = yield* approvals.prepare(account, request, result)
        // the state changes first: of two deciders, one gets a conflict
        const decision = { result, decided_by: userIdOf(caller), decided_at: now, expires_at, undo: grant.undo }
        yield* Effect.gen(function* () {
          // the right may be lost since the gateway call
          const current = yield* roles.portalAccount(userIdOf(caller), account.account_id)
          if (current?.role !== "portal_manager") return yield* managersOnly
          if (!(yield* records.move(id, "pending", { state: "approved", ...decision }))) return yield* decided
        }).pipe(transaction.run)
        // when interrupted, the schedule grants it
        yield* Effect.tapError(approvals.complete(caller, account, request, grant), () => approvals.release(id))
        return yield* read(id)
      })

      return PortalRequests.of({
        list: Effect.fn("PortalRequests.list")(function* (caller: Caller, account: PortalAccount) {
          yield* requireOn(account)
          const userId = account.role === "portal_manager" ? null : userIdOf(caller)
          return yield* records.list(account.account_id, userId, MAX_REQUESTS)
        }),
        create,
        withdraw,
        approve,
        reject
      })
    })
  )
}

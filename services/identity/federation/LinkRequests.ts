import { type Caller, callerUser, mayManage } from "#domain/platform/access/Caller.ts"
import { confirmedName } from "#domain/platform/ConfirmedName.ts"
import type { CursorPage } from "#domain/platform/Cursor.ts"
import { Conflict, NotFound } from "#domain/platform/errors/Errors.ts"
import type { LinkRequest } from "#domain/identity/federation/IdentityLink.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { Context, DateTime, Effect, Layer } from "effect"
import { IdentityRecords, type MappingKey } from "./IdentityRecords.ts"
import { type LinkRequestQuery, type LinkRequestRow, LinkRequestRecords } from "./LinkRequestRecords.ts"
import { Providers } from "./Providers.ts"

export class LinkRequests extends Context.Service<
  LinkRequests,
  {
    readonly list: (caller: Caller, query: LinkRequestQuery) => Effect.Effect<CursorPage<LinkRequest>>
    readonly one: (caller: Caller, id: number) => Effect.Effect<LinkRequest, NotFound>
    /** Links the identity, which ends the sessions and tokens of its new owner. Also possible after a rejection. */
    readonly approve: (caller: Caller, id: number) => Effect.Effect<LinkRequest, NotFound | Conflict>
    readonly reject: (caller: Caller, id: number) => Effect.Effect<LinkRequest, NotFound | Conflict>
  }
>()("stowage/services/identity/federation/LinkRequests") {
  static readonly layer = Layer.effect(
    LinkRequests,
    Effect.gen(function* () {
      const records = yield* LinkRequestRecords
      const identities = yield* IdentityRecords
      const providers = yield* Providers
      const audited = yield* Audited
      const transaction = yield* Transaction

      const labelled = (row: LinkRequestRow, labels: ReadonlyMap<string, string>): LinkRequest => ({
        ...row,
        provider_label: labels.get(`${row.provider_type}/${row.provider_id}`) ?? null
      })

      const list = Effect.fn("LinkRequests.list")(function* (caller: Caller, query: LinkRequestQuery) {
        const page = yield* records.list(query, callerUser(caller)?.role === "ui_superadmin", yield* DateTime.now)
        const labels = yield* providers.labels
        return { ...page, items: page.items.map((row) => labelled(row, labels)) }
      })

      const one = Effect.fn("LinkRequests.one")(function* (caller: Caller, id: number) {
        const linkRequest = yield* records.find(id, yield* DateTime.now)
        const viewer = callerUser(caller)
        if (linkRequest === null || viewer === null || !mayManage(viewer.role, linkRequest.target.role)) {
          return yield* new NotFound({ entity: "Link request", id: String(id) })
        }
        return labelled(linkRequest, yield* providers.labels)
      })

      const decided = Effect.fnUntraced(function* (
        caller: Caller,
        id: number,
        status: "approved" | "rejected",
        act: (request: LinkRequestRow, key: MappingKey) => Effect.Effect<void, Conflict>
      ) {
        const decider = callerUser(caller)
        const now = yield* DateTime.now
        const locked = yield* records.lock(id, now)
        // requests that this administrator may not decide stay hidden
        if (locked === null || decider === null || !mayManage(decider.role, locked.request.target.role)) {
          return yield* new NotFound({ entity: "Link request", id: String(id) })
        }
        const { key, request } = locked
        yield* confirmedName("account of this link request", request.target.email)
        const open = request.status === "pending" || (request.status === "rejected" && status === "approved")
        if (!open) return yield* new Conflict({ code: "state_conflict", detail: `This request is ${request.status}` })
        const entity = { type: "identity_link_request", id: String(id), label: request.target.email }
        yield* Effect.andThen(act(request, key), records.decide(id, status, decider.id, now)).pipe(
          audited.rows(status === "approved" ? "identity_link.approve" : "identity_link.reject", entity, {
            by: byCaller(caller, "admin"),
            message: `The request to link an external identity was ${status}`,
            metadata: {
              provider_type: request.provider_type,
              provider_id: request.provider_id,
              target_user_id: request.target.id
            }
          })
        )
        const after = (yield* records.find(id, now)) ?? request
        return labelled(after, yield* providers.labels)
      })

      const approve = Effect.fn("LinkRequests.approve")((caller: Caller, id: number) =>
        transaction.run(
          decided(
            caller,
            id,
            "approved",
            Effect.fnUntraced(function* (request, key) {
              if (!request.target.is_active)
                return yield* new Conflict({ code: "state_conflict", detail: "The account is not active" })
              const added = yield* identities.add(key, request.target.id, request.email, yield* DateTime.now)
              if (!added)
                return yield* new Conflict({ code: "already_exists", detail: "This identity is linked already" })
            })
          )
        )
      )

      const reject = Effect.fn("LinkRequests.reject")((caller: Caller, id: number) =>
        transaction.run(decided(caller, id, "rejected", () => Effect.void))
      )

      return LinkRequests.of({ list, one, approve, reject })
    })
  )
}

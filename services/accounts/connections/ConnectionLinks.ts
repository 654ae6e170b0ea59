import { Context, Effect, Layer } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { confirmedName } from "#domain/platform/ConfirmedName.ts"
import type { Removed } from "#domain/platform/Removed.ts"
import type { ConnectionUser } from "#domain/accounts/Connection.ts"
import { Conflict, type Forbidden, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { CurrentStepUp } from "#domain/identity/CurrentStepUp.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { ConnectionAccess } from "./ConnectionAccess.ts"
import { ConnectionRecords } from "./ConnectionRecords.ts"

export class ConnectionLinks extends Context.Service<
  ConnectionLinks,
  {
    readonly list: (id: number) => Effect.Effect<ReadonlyArray<ConnectionUser>, NotFound>
    readonly add: (
      caller: Caller,
      id: number,
      userId: number
    ) => Effect.Effect<ConnectionUser, InvalidInput | Forbidden | NotFound | Conflict>
    readonly remove: (
      caller: Caller,
      id: number,
      userId: number
    ) => Effect.Effect<Removed, Forbidden | NotFound | Conflict>
  }
>()("stowage/services/accounts/connections/ConnectionLinks") {
  static readonly layer = Layer.effect(
    ConnectionLinks,
    Effect.gen(function* () {
      const records = yield* ConnectionRecords
      const access = yield* ConnectionAccess
      const audited = yield* Audited
      const transaction = yield* Transaction

      const requireConnection = Effect.fnUntraced(function* (id: number) {
        return (
          (yield* records.find({ _tag: "Shared" }, id)) ??
          (yield* new NotFound({ entity: "S3 connection", id: String(id) }))
        )
      })

      const list = Effect.fn("ConnectionLinks.list")((id: number) =>
        Effect.andThen(requireConnection(id), access.linked(id))
      )

      const auditLink = (
        caller: Caller,
        verb: "link_user" | "unlink_user",
        { id, name }: { readonly id: number; readonly name: string }
      ) =>
        audited.rows<ConnectionUser>(
          `s3_connection.${verb}`,
          { type: "s3_connection", id: String(id), label: name },
          {
            by: byCaller(caller, "admin"),
            message: ({ email }) =>
              verb === "link_user"
                ? `${email} may act as the shared S3 connection ${name}`
                : `${email} may no longer act as the shared S3 connection ${name}`,
            metadata: ({ email, user_id }) => ({ user_id, email })
          }
        )

      const add = Effect.fn("ConnectionLinks.add")(function* (caller: Caller, id: number, userId: number) {
        const connection = yield* requireConnection(id)
        if (!(yield* access.linked(id)).some(({ user_id }) => user_id === userId)) yield* yield* CurrentStepUp
        return yield* Effect.gen(function* () {
          const linked = yield* access.link(id, userId)
          if (linked === "unknown") return yield* InvalidInput.at("payload.user_id", `There is no user ${userId}`)
          return linked ?? (yield* new Conflict({ code: "already_exists", detail: "This user is linked already" }))
        }).pipe(auditLink(caller, "link_user", connection))
      })

      const remove = Effect.fn("ConnectionLinks.remove")(function* (caller: Caller, id: number, userId: number) {
        const connection = yield* requireConnection(id)
        const notLinked = new NotFound({ entity: "Linked user", id: String(userId) })
        if (!(yield* access.linked(id)).some(({ user_id }) => user_id === userId)) return yield* notLinked
        yield* yield* CurrentStepUp
        return yield* Effect.gen(function* () {
          const removedLink = (yield* access.unlink(id, userId)) ?? (yield* notLinked)
          yield* confirmedName("linked user", removedLink.email)
          return removedLink
        }).pipe(
          auditLink(caller, "unlink_user", connection),
          transaction.run,
          Effect.map(({ email }): Removed => ({ id: userId, name: email }))
        )
      })

      return ConnectionLinks.of({ list, add, remove })
    })
  )
}

import { type Caller, callerUser, type CallerUser, mayManage } from "#domain/access/Caller.ts"
import { type CursorPage, cutPage, decodeCursor } from "#domain/paging/Cursor.ts"
import { InvalidInput, NotFound } from "#domain/errors/Errors.ts"
import { LiveEvent } from "#domain/live/LiveEvent.ts"
import type { SessionInfo } from "#domain/security/SecurityView.ts"
import { Audit } from "#services/audit/Audit.ts"
import { auditActor } from "#services/audit/auditActor.ts"
import { Transaction } from "#services/audit/Transaction.ts"
import { LiveEvents } from "#services/live/LiveEvents.ts"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { OpenSessions, type SessionPosition } from "./OpenSessions.ts"
import { sessionInfo } from "./sessionInfo.ts"

/** One user's sessions that are shown. */
const ownSessions = 100

/** Open sessions, seen and ended by their owners and by administrators; ending one reaches every replica at once. */
export class SessionInventory extends Context.Service<SessionInventory, {
  readonly own: (caller: typeof Caller.cases.Session.Type) => Effect.Effect<ReadonlyArray<SessionInfo>>
  readonly revokeOwn: (caller: typeof Caller.cases.Session.Type, id: string) => Effect.Effect<void, NotFound>
  /** Administrators see sessions of standard accounts, of S3 keys and their own; superadmins all. Newest first. */
  readonly list: (caller: Caller, query: {
    readonly search: string | null
    readonly cursor: string | null
    readonly limit: number
  }) => Effect.Effect<CursorPage<SessionInfo>, InvalidInput>
  readonly revoke: (caller: Caller, id: string) => Effect.Effect<void, NotFound>
}>()("stowage/services/sessions/SessionInventory") {
  static readonly layer = Layer.effect(SessionInventory, Effect.gen(function*() {
    const open = yield* OpenSessions
    const audit = yield* Audit
    const transaction = yield* Transaction
    const live = yield* LiveEvents

    const end = Effect.fnUntraced(function*(caller: Caller, id: string, mine: (owner: CallerUser | null) => boolean) {
      const now = yield* DateTime.now
      const found = yield* open.ownerOf(id, now)
      const owner = found?.user ?? null
      const allowed = found !== null && mine(owner)
      if (!allowed || !(yield* open.revoke(id, "revoked", now))) return yield* new NotFound({ entity: "Session", id })
      yield* audit.record({
        actor: auditActor(caller), scope: "auth", action: "session.revoke",
        entity: { type: "session", id, label: owner?.email ?? null }, status: "success", message: "A session was ended", metadata: {}
      })
      yield* live.publish(LiveEvent.cases.SessionRevoked.make({ sessionId: id }))
    })

    const own = Effect.fn("SessionInventory.own")(function*({ session_id, user }: typeof Caller.cases.Session.Type) {
      const rows = yield* open.list({ userId: user.id, standardBut: null, search: null, after: null, limit: ownSessions }, yield* DateTime.now)
      return rows.map((row) => sessionInfo(row, session_id))
    })

    const revokeOwn = Effect.fn("SessionInventory.revokeOwn")((caller: typeof Caller.cases.Session.Type, id: string) =>
      transaction.run(end(caller, id, (owner) => owner?.id === caller.user.id)))

    const list = Effect.fn("SessionInventory.list")(
      function*(caller: Caller, query: { readonly search: string | null; readonly cursor: string | null; readonly limit: number }) {
        const viewer = callerUser(caller)
        const after = query.cursor === null ? null : yield* positionOf(query.cursor)
        const rows = yield* open.list({
          userId: null,
          standardBut: viewer?.role === "ui_superadmin" ? null : viewer?.id ?? 0,
          search: query.search,
          after,
          limit: query.limit + 1
        }, yield* DateTime.now)
        const page = cutPage(rows, query.limit, ({ createdAt, id }) => [DateTime.formatIso(createdAt), id])
        const current = caller._tag === "Session" ? caller.session_id : null
        return { ...page, items: page.items.map((row) => sessionInfo(row, current)) }
      }
    )

    const revoke = Effect.fn("SessionInventory.revoke")((caller: Caller, id: string) =>
      transaction.run(end(caller, id, (owner) => {
        const viewer = callerUser(caller)
        return viewer !== null && (owner === null || owner.id === viewer.id || mayManage(viewer.role, owner.role))
      })))

    return SessionInventory.of({ own, revokeOwn, list, revoke })
  }))
}

const positionOf = Effect.fnUntraced(function*(cursor: string): Effect.fn.Return<SessionPosition, InvalidInput> {
  const [at = "", id = ""] = yield* decodeCursor(cursor)
  const createdAt = Option.getOrNull(DateTime.make(at))
  if (createdAt === null || !/^[0-9a-f-]{36}$/.test(id)) return yield* InvalidInput.at("query.cursor", "This cursor is not one of ours")
  return { createdAt: DateTime.toUtc(createdAt), id }
})

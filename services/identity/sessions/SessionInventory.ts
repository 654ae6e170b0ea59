import { type Caller, callerUser, type CallerUser, mayManage } from "#domain/platform/access/Caller.ts"
import { confirmedName } from "#domain/platform/ConfirmedName.ts"
import type { Removed } from "#domain/platform/Removed.ts"
import { deviceOf } from "#domain/identity/sessions/device.ts"
import type { CursorPage } from "#domain/platform/Cursor.ts"
import { type Conflict, NotFound } from "#domain/platform/errors/Errors.ts"
import type { SessionInfo } from "#domain/identity/SecurityView.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { Context, DateTime, Effect, Layer } from "effect"
import { type OpenSessionOwner, OpenSessions, type OpenSessionsQuery } from "./OpenSessions.ts"
import { sessionInfo, shortAccessKey } from "./sessionInfo.ts"
import { visibleSessions } from "./visibleSessions.ts"

const MAX_OWN_SESSIONS = 100

export class SessionInventory extends Context.Service<
  SessionInventory,
  {
    readonly own: (caller: typeof Caller.cases.Session.Type) => Effect.Effect<ReadonlyArray<SessionInfo>>
    readonly revokeOwn: (
      caller: typeof Caller.cases.Session.Type,
      id: string
    ) => Effect.Effect<Removed, NotFound | Conflict>
    /** Administrators see standard accounts, S3 keys and themselves; superadmins all. Newest first. */
    readonly list: (caller: Caller, query: OpenSessionsQuery) => Effect.Effect<CursorPage<SessionInfo>>
    readonly one: (caller: Caller, id: string) => Effect.Effect<SessionInfo, NotFound>
    readonly revoke: (caller: Caller, id: string) => Effect.Effect<Removed, NotFound | Conflict>
  }
>()("stowage/services/identity/sessions/SessionInventory") {
  static readonly layer = Layer.effect(
    SessionInventory,
    Effect.gen(function* () {
      const open = yield* OpenSessions
      const audited = yield* Audited

      const end = Effect.fnUntraced(
        function* (
          caller: Caller,
          id: string,
          isVisible: (owner: CallerUser | null) => boolean,
          labelOf: (session: OpenSessionOwner) => string
        ) {
          const now = yield* DateTime.now
          const ownedSession = yield* open.ownerOf(id, now)
          if (ownedSession === null || !isVisible(ownedSession.user) || !(yield* open.revoke(id, "revoked", now)))
            return yield* new NotFound({ entity: "Session", id })
          const name = labelOf(ownedSession)
          yield* confirmedName("session", name)
          return { owner: ownedSession.user, name }
        },
        (ended, caller, id) =>
          ended.pipe(
            audited.rows("session.revoke", ({ owner }) => ({ type: "session", id, label: owner?.email ?? null }), {
              by: byCaller(caller, "auth"),
              message: "A session was ended"
            }),
            Effect.map(({ name }): Removed => ({ id, name }))
          )
      )

      const own = Effect.fn("SessionInventory.own")(function* ({ session_id, user }: typeof Caller.cases.Session.Type) {
        const { items } = yield* open.list(
          { limit: MAX_OWN_SESSIONS },
          { userId: user.id, standardBut: null },
          yield* DateTime.now
        )
        return items.map((row) => sessionInfo(row, session_id))
      })

      const revokeOwn = Effect.fn("SessionInventory.revokeOwn")(
        (caller: typeof Caller.cases.Session.Type, id: string) =>
          end(
            caller,
            id,
            (owner) => owner?.id === caller.user.id,
            ({ user_agent }) => deviceOf(user_agent)
          )
      )

      const currentOf = (caller: Caller): string | null => (caller._tag === "Session" ? caller.session_id : null)

      const list = Effect.fn("SessionInventory.list")(function* (caller: Caller, query: OpenSessionsQuery) {
        const page = yield* open.list(query, visibleSessions(caller), yield* DateTime.now)
        return { ...page, items: page.items.map((row) => sessionInfo(row, currentOf(caller))) }
      })

      const one = Effect.fn("SessionInventory.one")(function* (caller: Caller, id: string) {
        const {
          items: [row]
        } = yield* open.list({ limit: 1 }, { ...visibleSessions(caller), id }, yield* DateTime.now)
        return row === undefined ? yield* new NotFound({ entity: "Session", id }) : sessionInfo(row, currentOf(caller))
      })

      const revoke = Effect.fn("SessionInventory.revoke")((caller: Caller, id: string) =>
        end(
          caller,
          id,
          (owner) => {
            const viewer = callerUser(caller)
            return viewer !== null && (owner === null || owner.id === viewer.id || mayManage(viewer.role, owner.role))
          },
          ({ access_key, user }) => user?.email ?? shortAccessKey(access_key ?? "")
        )
      )

      return SessionInventory.of({ own, revokeOwn, list, one, revoke })
    })
  )
}

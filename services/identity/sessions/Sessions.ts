import type { NextStep } from "#domain/identity/signin/Authentication.ts"
import { Caller, type CallerUser } from "#domain/platform/access/Caller.ts"
import { Unauthenticated } from "#domain/platform/errors/Errors.ts"
import { CurrentOrigin } from "#domain/platform/access/RequestOrigin.ts"
import { extendIdle, lifetimes } from "#domain/identity/sessions/SessionLifetime.ts"
import { type SessionValidity, validityOf } from "#domain/identity/sessions/SessionValidity.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byOneself, uiUser } from "#services/platform/audit/auditBy.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { Secrets } from "#services/platform/Secrets.ts"
import { RefreshRecords } from "./RefreshRecords.ts"
import { type SessionKind, type SessionRecord, SessionRecords } from "./SessionRecords.ts"
import { Tokens } from "#services/platform/Tokens.ts"
import { Users } from "#services/identity/users/Users.ts"

export interface OpenSession {
  readonly _tag: "Open"
  readonly sessionId: string
  readonly access: Redacted.Redacted
  readonly refresh: Redacted.Redacted
  readonly endsAt: DateTime.Utc
  readonly csrf: string
}

export interface PendingSession {
  readonly _tag: "Pending"
  readonly sessionId: string
  readonly next: Exclude<NextStep, "ready">
  readonly token: Redacted.Redacted
  readonly csrf: string
}

export interface SessionOwner {
  readonly user: CallerUser
  readonly authVersion: number
}

type SessionCaller = typeof Caller.cases.Session.Type
type PreAuthCaller = typeof Caller.cases.PreAuth.Type

interface Since {
  readonly authenticatedAt: DateTime.Utc
  readonly verifiedAt: DateTime.Utc | null
  readonly absoluteExpiresAt: DateTime.Utc
}

/** Credential changes end all sessions of the user; the caller's is replaced. */
export class Sessions extends Context.Service<
  Sessions,
  {
    /** Opens a session in the caller's transaction. `verifiedAt`: time of a passkey verification, if any. */
    readonly open: (owner: SessionOwner, verifiedAt: DateTime.Utc | null) => Effect.Effect<OpenSession>
    readonly openPending: (owner: SessionOwner, next: PendingSession["next"]) => Effect.Effect<PendingSession>
    /** Completes a pending sign-in once, atomically with `change`, which may end the user's sessions. */
    readonly complete: <A, E, R>(
      pending: PreAuthCaller,
      verifiedAt: DateTime.Utc | null,
      change: Effect.Effect<A, E, R>
    ) => Effect.Effect<{ readonly opened: OpenSession; readonly result: A }, E | Unauthenticated, R>
    /** Ends all sessions of the user and replaces the caller's. `verifiedAt`: fresh passkey verification. */
    readonly renew: <A, E, R>(
      session: SessionCaller,
      verifiedAt: DateTime.Utc | null,
      change: Effect.Effect<A, E, R>
    ) => Effect.Effect<{ readonly opened: OpenSession; readonly result: A }, E | Unauthenticated, R>
    readonly authenticate: (access: Redacted.Redacted) => Effect.Effect<SessionCaller, Unauthenticated>
    readonly authenticatePending: (token: Redacted.Redacted) => Effect.Effect<PreAuthCaller, Unauthenticated>
    readonly verified: (sessionId: string) => Effect.Effect<void>
    readonly logout: (value: Redacted.Redacted) => Effect.Effect<void>
    readonly logoutAll: (user: CallerUser) => Effect.Effect<void>
    readonly logoutOthers: (user: CallerUser, sessionId: string) => Effect.Effect<number>
    readonly endAll: (userId: number, reason: string) => Effect.Effect<number>
  }
>()("stowage/services/identity/sessions/Sessions") {
  static readonly layer = Layer.effect(
    Sessions,
    Effect.gen(function* () {
      const records = yield* SessionRecords
      const values = yield* RefreshRecords
      const users = yield* Users
      const tokens = yield* Tokens
      const secrets = yield* Secrets
      const audited = yield* Audited
      const transaction = yield* Transaction

      const openFrom = Effect.fnUntraced(function* (owner: SessionOwner, since: Since) {
        const now = yield* DateTime.now
        const endsAt = extendIdle(since.absoluteExpiresAt, now)
        const sessionId = yield* secrets.id
        yield* records.add(
          {
            id: sessionId,
            kind: "ui",
            userId: owner.user.id,
            authVersion: owner.authVersion,
            authenticatedAt: since.authenticatedAt,
            mfaVerifiedAt: since.verifiedAt,
            idleExpiresAt: endsAt,
            absoluteExpiresAt: since.absoluteExpiresAt,
            origin: yield* CurrentOrigin
          },
          now
        )
        const refresh = yield* secrets.make
        yield* values.add(sessionId, secrets.digest(Redacted.value(refresh)), now)
        const access = yield* tokens.sign(
          "access",
          sessionId,
          DateTime.min(DateTime.addDuration(now, lifetimes.access), endsAt)
        )
        const opened: OpenSession = { _tag: "Open", sessionId, access, refresh, endsAt, csrf: tokens.csrf(sessionId) }
        return opened
      })

      const open = Effect.fn("Sessions.open")(function* (owner: SessionOwner, verifiedAt: DateTime.Utc | null) {
        const now = yield* DateTime.now
        return yield* openFrom(owner, {
          authenticatedAt: now,
          verifiedAt,
          absoluteExpiresAt: DateTime.addDuration(now, lifetimes.absolute)
        })
      })

      const openPending = Effect.fn("Sessions.openPending")(function* (
        owner: SessionOwner,
        next: PendingSession["next"]
      ) {
        const now = yield* DateTime.now
        const endsAt = DateTime.addDuration(now, lifetimes.preAuth)
        const id = yield* secrets.id
        yield* records.add(
          {
            id,
            kind: "preauth",
            userId: owner.user.id,
            authVersion: owner.authVersion,
            authenticatedAt: now,
            mfaVerifiedAt: null,
            idleExpiresAt: endsAt,
            absoluteExpiresAt: endsAt,
            origin: yield* CurrentOrigin
          },
          now
        )
        const token = yield* tokens.sign("preauth", id, endsAt)
        const pending: PendingSession = { _tag: "Pending", sessionId: id, next, token, csrf: tokens.csrf(id) }
        return pending
      })

      const isActive = Effect.fnUntraced(function* (record: Option.Option<SessionRecord>) {
        if (Option.isNone(record)) return yield* sessionRefusal("unknown")
        const validity = validityOf(record.value, yield* DateTime.now)
        return validity === "stands" ? record.value : yield* sessionRefusal(validity)
      })

      const requireActive = (id: string, kind: SessionKind) => Effect.flatMap(records.find(id, kind), isActive)

      const authenticate = Effect.fn("Sessions.authenticate")(function* (access: Redacted.Redacted) {
        const session = yield* requireActive(yield* tokens.read("access", access), "ui")
        return Caller.cases.Session.make({
          session_id: session.id,
          user: session.user,
          mfa_verified_at: session.mfaVerifiedAt,
          authenticated_at: session.authenticatedAt
        })
      })

      const authenticatePending = Effect.fn("Sessions.authenticatePending")(function* (token: Redacted.Redacted) {
        const session = yield* requireActive(yield* tokens.read("preauth", token), "preauth")
        return Caller.cases.PreAuth.make({ session_id: session.id, user: session.user })
      })

      const replace = <A, E, R>(
        id: string,
        kind: SessionKind,
        sinceOf: (session: SessionRecord) => Effect.Effect<Since>,
        change: Effect.Effect<A, E, R>
      ) =>
        transaction.run(
          Effect.gen(function* () {
            const session = yield* Effect.flatMap(records.lock(id, kind), isActive)
            const since = yield* sinceOf(session)
            yield* records.revoke(id, kind === "preauth" ? "completed" : "replaced", yield* DateTime.now)
            const result = yield* change
            const user = Option.getOrThrow(yield* users.byId(session.user.id))
            return { opened: yield* openFrom(user, since), result }
          })
        )

      const complete = <A, E, R>(
        pending: PreAuthCaller,
        verifiedAt: DateTime.Utc | null,
        change: Effect.Effect<A, E, R>
      ) =>
        replace(
          pending.session_id,
          "preauth",
          () =>
            Effect.map(DateTime.now, (now) => ({
              authenticatedAt: now,
              verifiedAt,
              absoluteExpiresAt: DateTime.addDuration(now, lifetimes.absolute)
            })),
          change
        ).pipe(Effect.withSpan("Sessions.complete"))

      const renew = <A, E, R>(
        session: SessionCaller,
        verifiedAt: DateTime.Utc | null,
        change: Effect.Effect<A, E, R>
      ) =>
        replace(
          session.session_id,
          "ui",
          ({ absoluteExpiresAt, authenticatedAt, mfaVerifiedAt }) =>
            Effect.succeed({ authenticatedAt, verifiedAt: verifiedAt ?? mfaVerifiedAt, absoluteExpiresAt }),
          change
        ).pipe(Effect.withSpan("Sessions.renew"))

      const logout = Effect.fn("Sessions.logout")(function* (value: Redacted.Redacted) {
        const refreshRecord = yield* values.find(secrets.digest(Redacted.value(value)))
        if (Option.isNone(refreshRecord)) return
        const { session } = refreshRecord.value
        yield* records.revoke(session.id, "logout", yield* DateTime.now).pipe(
          audited.rows("session.logout", (ended) => (ended ? uiUser(session.user) : null), {
            by: byOneself(session.user),
            message: "Signed out",
            metadata: { session_id: session.id }
          })
        )
      })

      const endAll = Effect.fn("Sessions.endAll")(function* (userId: number, reason: string) {
        return (yield* records.revokeAll(userId, reason, yield* DateTime.now)).length
      })

      const logoutAll = Effect.fn("Sessions.logoutAll")((user: CallerUser) =>
        endAll(user.id, "logout_all").pipe(
          audited.rows("session.logout_all", uiUser(user), {
            by: byOneself(user),
            message: (ended) => `Signed out of ${ended} sessions`,
            metadata: (ended) => ({ sessions: ended })
          }),
          Effect.asVoid
        )
      )

      const logoutOthers = Effect.fn("Sessions.logoutOthers")((user: CallerUser, sessionId: string) =>
        Effect.gen(function* () {
          return (yield* records.revokeAll(user.id, "logout_others", yield* DateTime.now, sessionId)).length
        }).pipe(
          audited.rows("session.logout_others", uiUser(user), {
            by: byOneself(user),
            message: (ended) => `Signed out of ${ended} other sessions`,
            metadata: (ended) => ({ sessions: ended, kept: sessionId })
          })
        )
      )

      const verified = Effect.fn("Sessions.verified")(function* (sessionId: string) {
        yield* records.verified(sessionId, yield* DateTime.now)
      })

      return Sessions.of({
        open,
        openPending,
        complete,
        renew,
        authenticate,
        authenticatePending,
        verified,
        logout,
        logoutAll,
        logoutOthers,
        endAll
      })
    })
  )
}

export const sessionRefusal = (validity: Exclude<SessionValidity, "stands"> | "unknown") =>
  validity === "unknown" || validity === "expired"
    ? new Unauthenticated({ code: "unauthenticated", detail: "Sign in first" })
    : new Unauthenticated({ code: "session_revoked", detail: "This session was ended" })

import type { NextStep } from "#domain/Authentication.ts"
import { Caller, type CallerUser } from "#domain/Caller.ts"
import { type RateLimited, Unauthenticated } from "#domain/Errors.ts"
import { LiveEvent } from "#domain/LiveEvent.ts"
import { rateLimits } from "#domain/RateLimit.ts"
import { CurrentOrigin } from "#domain/RequestOrigin.ts"
import { extendIdle, lifetimes, sessionState } from "#domain/SessionLifetime.ts"
import { Audit } from "#services/audit/Audit.ts"
import { Transaction } from "#services/audit/Transaction.ts"
import { LiveEvents } from "#services/live/LiveEvents.ts"
import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { authEntry } from "./auditEntry.ts"
import { RateLimits } from "./RateLimits.ts"
import { Secrets } from "./Secrets.ts"
import { type SessionKind, type SessionRecord, SessionRecords } from "./SessionRecords.ts"
import { Tokens } from "./Tokens.ts"

/** A session that was just opened or renewed, with the values for its cookies. */
export interface OpenSession {
  readonly _tag: "Open"
  readonly sessionId: string
  readonly access: Redacted.Redacted
  readonly refresh: Redacted.Redacted
  /** When the refresh value ends. */
  readonly endsAt: DateTime.Utc
  readonly csrf: string
}

/** A sign-in that waits for its second step. */
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

/**
 * Sessions of the console: rows that are checked on every request, a signed access value of five minutes that names
 * one, and single-use refresh values. A replayed refresh value ends the session on every replica.
 */
export class Sessions extends Context.Service<Sessions, {
  /** `verifiedAt`: when a passkey was verified for it, if one was. Runs in the caller's transaction. */
  readonly open: (owner: SessionOwner, verifiedAt: DateTime.Utc | null) => Effect.Effect<OpenSession>
  readonly openPending: (owner: SessionOwner, next: PendingSession["next"]) => Effect.Effect<PendingSession>
  /** Turns a pending sign-in into a session, once. */
  readonly complete: (
    pending: PreAuthCaller,
    verifiedAt: DateTime.Utc | null
  ) => Effect.Effect<OpenSession, Unauthenticated>
  /** The caller behind an access cookie. One statement. */
  readonly authenticate: (access: Redacted.Redacted) => Effect.Effect<SessionCaller, Unauthenticated>
  /** The caller behind a pre-authentication cookie. */
  readonly authenticatePending: (token: Redacted.Redacted) => Effect.Effect<PreAuthCaller, Unauthenticated>
  /** The living session that a refresh value would renew; does not use the value. */
  readonly refreshable: (value: Redacted.Redacted) => Effect.Effect<Option.Option<{ readonly sessionId: string }>>
  readonly refresh: (value: Redacted.Redacted) => Effect.Effect<OpenSession, Unauthenticated | RateLimited>
  /** A passkey was verified inside the session. */
  readonly verified: (sessionId: string) => Effect.Effect<void>
  /** Ends the session that a refresh value belongs to, and the pending sign-in, where there are any. */
  readonly logout: (value: Redacted.Redacted) => Effect.Effect<void>
  /** Ends every session of the user. */
  readonly logoutAll: (user: CallerUser) => Effect.Effect<void>
}>()("stowage/services/access/Sessions") {
  static readonly layer = Layer.effect(Sessions, Effect.gen(function*() {
    const records = yield* SessionRecords
    const tokens = yield* Tokens
    const secrets = yield* Secrets
    const audit = yield* Audit
    const transaction = yield* Transaction
    const live = yield* LiveEvents
    const limits = yield* RateLimits

    /** A fresh refresh value and access token for a session whose row stands. */
    const issue = Effect.fnUntraced(function*(sessionId: string, endsAt: DateTime.Utc) {
      const now = yield* DateTime.now
      const refresh = yield* secrets.make
      yield* records.addRefresh(sessionId, secrets.digest(Redacted.value(refresh)), now)
      const accessEnds = DateTime.min(DateTime.addDuration(now, lifetimes.access), endsAt)
      const access = yield* tokens.sign("access", sessionId, accessEnds)
      const opened: OpenSession = { _tag: "Open", sessionId, access, refresh, endsAt, csrf: tokens.csrf(sessionId) }
      return opened
    })

    const open = Effect.fn("Sessions.open")(function*(owner: SessionOwner, verifiedAt: DateTime.Utc | null) {
      const now = yield* DateTime.now
      const absoluteExpiresAt = DateTime.addDuration(now, lifetimes.absolute)
      const idleExpiresAt = extendIdle(absoluteExpiresAt, now)
      const id = yield* secrets.id
      yield* records.add({
        id,
        kind: "ui",
        userId: owner.user.id,
        authVersion: owner.authVersion,
        mfaVerifiedAt: verifiedAt,
        idleExpiresAt,
        absoluteExpiresAt,
        origin: yield* CurrentOrigin
      }, now)
      return yield* issue(id, idleExpiresAt)
    })

    const openPending = Effect.fn("Sessions.openPending")(function*(owner: SessionOwner, next: PendingSession["next"]) {
      const now = yield* DateTime.now
      const endsAt = DateTime.addDuration(now, lifetimes.preAuth)
      const id = yield* secrets.id
      yield* records.add({
        id,
        kind: "preauth",
        userId: owner.user.id,
        authVersion: owner.authVersion,
        mfaVerifiedAt: null,
        idleExpiresAt: endsAt,
        absoluteExpiresAt: endsAt,
        origin: yield* CurrentOrigin
      }, now)
      const token = yield* tokens.sign("preauth", id, endsAt)
      const pending: PendingSession = { _tag: "Pending", sessionId: id, next, token, csrf: tokens.csrf(id) }
      return pending
    })

    const living = Effect.fnUntraced(function*(id: string, kind: SessionKind) {
      const found = yield* records.find(id, kind)
      if (Option.isNone(found)) return yield* over("unauthenticated")
      const state = sessionState(found.value, yield* DateTime.now)
      if (state === "alive") return found.value
      return yield* over(state === "revoked" ? "session_revoked" : "unauthenticated")
    })

    const authenticate = Effect.fn("Sessions.authenticate")(function*(access: Redacted.Redacted) {
      const session = yield* living(yield* tokens.read("access", access), "ui")
      return Caller.cases.Session.make({
        session_id: session.id,
        user: session.user,
        mfa_verified_at: session.mfaVerifiedAt,
        authenticated_at: session.authenticatedAt
      })
    })

    const authenticatePending = Effect.fn("Sessions.authenticatePending")(function*(token: Redacted.Redacted) {
      const session = yield* living(yield* tokens.read("preauth", token), "preauth")
      return Caller.cases.PreAuth.make({ session_id: session.id, user: session.user })
    })

    const complete = Effect.fn("Sessions.complete")(function*(pending: PreAuthCaller, verifiedAt: DateTime.Utc | null) {
      const session = yield* living(pending.session_id, "preauth")
      // of two that complete the same sign-in one gets here first
      if (!(yield* records.revoke(session.id, "completed", yield* DateTime.now))) return yield* over("session_revoked")
      return yield* open({ user: session.user, authVersion: session.authVersion }, verifiedAt)
    })

    const refreshable = Effect.fn("Sessions.refreshable")(function*(value: Redacted.Redacted) {
      const found = yield* records.findRefresh(secrets.digest(Redacted.value(value)))
      const now = yield* DateTime.now
      return found.pipe(
        Option.filter(({ session, used }) => !used && sessionState(session, now) === "alive"),
        Option.map(({ session }) => ({ sessionId: session.id }))
      )
    })

    /** Whoever presents a used value, owner or thief: one of the two holds what the other has. The family ends. */
    const endReplayed = Effect.fnUntraced(function*({ id, user }: SessionRecord) {
      if (!(yield* records.revoke(id, "refresh_replayed", yield* DateTime.now))) return
      yield* audit.record(authEntry(user, {
        action: "session.refresh_replayed",
        status: "denied",
        message: "A refresh value was presented twice: the session was ended",
        metadata: { session_id: id }
      }))
      yield* live.publish(LiveEvent.cases.SessionRevoked.make({ sessionId: id }))
    })

    const refresh = Effect.fn("Sessions.refresh")(function*(value: Redacted.Redacted) {
      const digest = secrets.digest(Redacted.value(value))
      const found = yield* records.findRefresh(digest)
      if (Option.isNone(found)) return yield* over("unauthenticated")
      const { session } = found.value
      yield* limits.take({ key: `refresh/${session.id}`, ...rateLimits.refresh })
      const now = yield* DateTime.now
      const state = sessionState(session, now)
      if (state !== "alive") return yield* over(state === "revoked" ? "session_revoked" : "unauthenticated")
      // the outcome leaves the transaction as a value: a failure would take the revocation back
      const renewed = yield* transaction.run(Effect.gen(function*() {
        if (!(yield* records.useRefresh(digest, now))) {
          yield* endReplayed(session)
          return null
        }
        const endsAt = extendIdle(session.absoluteExpiresAt, now)
        yield* records.extend(session.id, endsAt)
        return yield* issue(session.id, endsAt)
      }))
      return renewed ?? (yield* over("session_revoked"))
    })

    const logout = Effect.fn("Sessions.logout")(function*(value: Redacted.Redacted) {
      const found = yield* records.findRefresh(secrets.digest(Redacted.value(value)))
      if (Option.isNone(found)) return
      const { session } = found.value
      yield* transaction.run(Effect.gen(function*() {
        if (!(yield* records.revoke(session.id, "logout", yield* DateTime.now))) return
        yield* audit.record(authEntry(session.user, {
          action: "session.logout", status: "success", message: "Signed out", metadata: { session_id: session.id }
        }))
        yield* live.publish(LiveEvent.cases.SessionRevoked.make({ sessionId: session.id }))
      }))
    })

    const logoutAll = Effect.fn("Sessions.logoutAll")((user: CallerUser) =>
      transaction.run(Effect.gen(function*() {
        const ended = yield* records.revokeAll(user.id, "logout_all", yield* DateTime.now)
        yield* audit.record(authEntry(user, {
          action: "session.logout_all",
          status: "success",
          message: `Signed out of ${ended.length} sessions`,
          metadata: { sessions: ended.length }
        }))
        yield* live.publish(LiveEvent.cases.UserAccessChanged.make({ userId: String(user.id) }))
      })))

    const verified = Effect.fn("Sessions.verified")(function*(sessionId: string) {
      yield* records.verified(sessionId, yield* DateTime.now)
    })

    return Sessions.of({
      open, openPending, complete, authenticate, authenticatePending, refreshable, refresh, verified, logout, logoutAll
    })
  }))
}

const over = (code: "unauthenticated" | "session_revoked") =>
  new Unauthenticated({
    code,
    detail: code === "session_revoked" ? "This session was ended" : "Sign in first"
  })

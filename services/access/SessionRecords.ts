import type { CallerUser } from "#domain/Caller.ts"
import type { RequestOrigin } from "#domain/RequestOrigin.ts"
import type { SessionFacts } from "#domain/SessionLifetime.ts"
import { Context, type DateTime, type Effect, type Option } from "effect"

export type SessionKind = "ui" | "preauth"

/** A session with its user, as one statement reads them. */
export interface SessionRecord extends SessionFacts {
  readonly id: string
  readonly kind: SessionKind
  readonly user: CallerUser
  readonly authenticatedAt: DateTime.Utc
  readonly mfaVerifiedAt: DateTime.Utc | null
}

export interface NewSession {
  readonly id: string
  readonly kind: SessionKind
  readonly userId: number
  readonly authVersion: number
  readonly mfaVerifiedAt: DateTime.Utc | null
  readonly idleExpiresAt: DateTime.Utc
  readonly absoluteExpiresAt: DateTime.Utc
  readonly origin: RequestOrigin
}

/** Sessions and their refresh values as rows. A refresh value is known by its digest alone. */
export class SessionRecords extends Context.Service<SessionRecords, {
  readonly add: (session: NewSession, now: DateTime.Utc) => Effect.Effect<void>
  /** By id, dead or alive. */
  readonly find: (id: string, kind: SessionKind) => Effect.Effect<Option.Option<SessionRecord>>
  readonly addRefresh: (sessionId: string, digest: string, now: DateTime.Utc) => Effect.Effect<void>
  /** Which session a refresh value belongs to and whether it was used. */
  readonly findRefresh: (digest: string) => Effect.Effect<
    Option.Option<{ readonly session: SessionRecord; readonly used: boolean }>
  >
  /** Uses a refresh value; false when somebody did before. */
  readonly useRefresh: (digest: string, now: DateTime.Utc) => Effect.Effect<boolean>
  readonly extend: (id: string, idleExpiresAt: DateTime.Utc) => Effect.Effect<void>
  readonly verified: (id: string, at: DateTime.Utc) => Effect.Effect<void>
  /** False when it was revoked already. */
  readonly revoke: (id: string, reason: string, now: DateTime.Utc) => Effect.Effect<boolean>
  /** Ends every session of a user; answers their ids. */
  readonly revokeAll: (userId: number, reason: string, now: DateTime.Utc) => Effect.Effect<ReadonlyArray<string>>
}>()("stowage/services/access/SessionRecords") {}

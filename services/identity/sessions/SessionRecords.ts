import type { CallerUser } from "#domain/platform/access/Caller.ts"
import type { RequestOrigin } from "#domain/platform/access/RequestOrigin.ts"
import type { StandingFacts, StandingOwner } from "#domain/identity/sessions/Standing.ts"
import { Context, type DateTime, type Effect, type Option } from "effect"

export type SessionKind = "ui" | "preauth"

/** A session with its user, as one statement reads them. */
export interface SessionRecord extends StandingFacts {
  readonly owner: StandingOwner
  readonly id: string
  readonly kind: SessionKind
  readonly user: CallerUser
  readonly authenticatedAt: DateTime.Utc
  readonly mfaVerifiedAt: DateTime.Utc | null
  readonly absoluteExpiresAt: DateTime.Utc
}

export interface NewSession {
  readonly id: string
  readonly kind: SessionKind
  readonly userId: number
  readonly authVersion: number
  /** When its user proved who they are; a session that replaces another keeps its moment. */
  readonly authenticatedAt: DateTime.Utc
  readonly mfaVerifiedAt: DateTime.Utc | null
  readonly idleExpiresAt: DateTime.Utc
  readonly absoluteExpiresAt: DateTime.Utc
  readonly origin: RequestOrigin
}

/** Sessions as rows. */
export class SessionRecords extends Context.Service<SessionRecords, {
  readonly add: (session: NewSession, now: DateTime.Utc) => Effect.Effect<void>
  /** By id, dead or alive. */
  readonly find: (id: string, kind: SessionKind) => Effect.Effect<Option.Option<SessionRecord>>
  /** The same, and until the transaction ends nobody changes its user: what is decided on it stays true. */
  readonly hold: (id: string, kind: SessionKind) => Effect.Effect<Option.Option<SessionRecord>>
  readonly verified: (id: string, at: DateTime.Utc) => Effect.Effect<void>
  /** False when it was revoked already. */
  readonly revoke: (id: string, reason: string, now: DateTime.Utc) => Effect.Effect<boolean>
  /** Ends every session of a user, or all `but` one; answers their ids. */
  readonly revokeAll: (userId: number, reason: string, now: DateTime.Utc, but?: string) => Effect.Effect<ReadonlyArray<string>>
  /** Deletes some of those that ended before then and hold no keys; answers how many. */
  readonly clear: (endedBefore: DateTime.Utc) => Effect.Effect<number>
}>()("stowage/services/identity/sessions/SessionRecords") {}

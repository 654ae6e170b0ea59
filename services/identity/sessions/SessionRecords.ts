import type { CallerUser } from "#domain/platform/access/Caller.ts"
import type { RequestOrigin } from "#domain/platform/access/RequestOrigin.ts"
import type { ValidityFacts, CredentialOwner } from "#domain/identity/sessions/SessionValidity.ts"
import { Context, type DateTime, type Effect, type Option } from "effect"

export type SessionKind = "ui" | "preauth"

export interface SessionRecord extends ValidityFacts {
  readonly owner: CredentialOwner
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
  /** Time of the last full sign-in; a session that replaces another inherits it. */
  readonly authenticatedAt: DateTime.Utc
  readonly mfaVerifiedAt: DateTime.Utc | null
  readonly idleExpiresAt: DateTime.Utc
  readonly absoluteExpiresAt: DateTime.Utc
  readonly origin: RequestOrigin
}

export class SessionRecords extends Context.Service<
  SessionRecords,
  {
    readonly add: (session: NewSession, now: DateTime.Utc) => Effect.Effect<void>
    readonly find: (id: string, kind: SessionKind) => Effect.Effect<Option.Option<SessionRecord>>
    readonly lock: (id: string, kind: SessionKind) => Effect.Effect<Option.Option<SessionRecord>>
    readonly verified: (id: string, at: DateTime.Utc) => Effect.Effect<void>
    readonly revoke: (id: string, reason: string, now: DateTime.Utc) => Effect.Effect<boolean>
    readonly revokeAll: (
      userId: number,
      reason: string,
      now: DateTime.Utc,
      but?: string
    ) => Effect.Effect<ReadonlyArray<string>>
    readonly clear: (endedBefore: DateTime.Utc) => Effect.Effect<number>
  }
>()("stowage/services/identity/sessions/SessionRecords") {}

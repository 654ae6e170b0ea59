import type { CallerUser } from "#domain/access/Caller.ts"
import type { RequestOrigin } from "#domain/access/RequestOrigin.ts"
import type { Standing, StandingFacts, StandingOwner } from "#domain/sessions/Standing.ts"
import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Limit } from "#services/limits/RateLimits.ts"

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

export interface Rotation {
  readonly digest: string
  /** Digest of the value that takes its place. */
  readonly next: string
  readonly now: DateTime.Utc
  /** Idle end of the renewed session; the absolute end cuts it. */
  readonly idleExpiresAt: DateTime.Utc
  /** Counts tries of a family; the key is completed with the session's id. */
  readonly limit: Limit
}

/** What came of presenting a refresh value. `replayed`: it was used before, or somebody is using it this moment. */
export type RotationOutcome =
  | { readonly _tag: "Unknown" }
  | { readonly _tag: "Limited"; readonly retryAfterSeconds: number }
  | { readonly _tag: "Over"; readonly standing: Exclude<Standing, "stands"> }
  | { readonly _tag: "Replayed"; readonly session: SessionRecord }
  | { readonly _tag: "Rotated"; readonly sessionId: string; readonly endsAt: DateTime.Utc }

/** Sessions and their refresh values as rows. A refresh value is known by its digest alone. */
export class SessionRecords extends Context.Service<SessionRecords, {
  readonly add: (session: NewSession, now: DateTime.Utc) => Effect.Effect<void>
  /** By id, dead or alive. */
  readonly find: (id: string, kind: SessionKind) => Effect.Effect<Option.Option<SessionRecord>>
  /** The same, and until the transaction ends nobody changes its user: what is decided on it stays true. */
  readonly hold: (id: string, kind: SessionKind) => Effect.Effect<Option.Option<SessionRecord>>
  readonly addRefresh: (sessionId: string, digest: string, now: DateTime.Utc) => Effect.Effect<void>
  /** Which session a refresh value belongs to and whether it was used. */
  readonly findRefresh: (digest: string) => Effect.Effect<
    Option.Option<{ readonly session: SessionRecord; readonly used: boolean }>
  >
  /** Uses a refresh value, extends its session and stores the next value, or none of the three: one statement. */
  readonly rotate: (rotation: Rotation) => Effect.Effect<RotationOutcome>
  readonly verified: (id: string, at: DateTime.Utc) => Effect.Effect<void>
  /** False when it was revoked already. */
  readonly revoke: (id: string, reason: string, now: DateTime.Utc) => Effect.Effect<boolean>
  /** Ends every session of a user; answers their ids. */
  readonly revokeAll: (userId: number, reason: string, now: DateTime.Utc) => Effect.Effect<ReadonlyArray<string>>
}>()("stowage/services/sessions/SessionRecords") {}

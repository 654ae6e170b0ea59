import type { CallerUser } from "#domain/access/Caller.ts"
import type { SessionInfo } from "#domain/security/SecurityView.ts"
import { Context, type DateTime, type Effect } from "effect"

export interface OpenSessionsQuery {
  /** Only this user's. */
  readonly userId: number | null
  /** Without those of privileged accounts, except this user's own; null: all. */
  readonly standardBut: number | null
  /** E-mail, address or access key that contains it. */
  readonly search: string | null
  readonly after: SessionPosition | null
  readonly limit: number
}

/** Where a page ended: sessions are listed from the newest on. */
export interface SessionPosition {
  readonly createdAt: DateTime.Utc
  readonly id: string
}

export interface OpenSessionRow extends Omit<SessionInfo, "device" | "current">, SessionPosition {}

/** Sessions that are open now, of people and of S3 keys, to be looked at and ended. */
export class OpenSessions extends Context.Service<OpenSessions, {
  readonly list: (query: OpenSessionsQuery, now: DateTime.Utc) => Effect.Effect<ReadonlyArray<OpenSessionRow>>
  /** Whose it is; null: there is no such open session. */
  readonly ownerOf: (id: string, now: DateTime.Utc) => Effect.Effect<{ readonly user: CallerUser | null } | null>
  /** Ends it, with any S3 credentials in it; false when it was over already. */
  readonly revoke: (id: string, reason: string, now: DateTime.Utc) => Effect.Effect<boolean>
}>()("stowage/services/sessions/OpenSessions") {}

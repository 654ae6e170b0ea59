import type { CallerUser } from "#domain/platform/access/Caller.ts"
import type { CursorPage, CursorQuery } from "#domain/platform/Cursor.ts"
import type { SessionPosition } from "#domain/identity/sessions/SessionPosition.ts"
import type { SessionInfo, SessionKind } from "#domain/identity/SecurityView.ts"
import { Context, type DateTime, type Effect } from "effect"

/** `search`: an e-mail, address or access key that contains it. */
export interface OpenSessionsQuery extends CursorQuery<SessionPosition> {
  readonly search?: string
  readonly kind?: ReadonlyArray<SessionKind>
}

/** Which sessions somebody may see. */
export interface SessionsSeen {
  /** Only this one. */
  readonly id?: string
  /** Only this user's. */
  readonly userId: number | null
  /** Without those of privileged accounts, except this user's own; null: all. */
  readonly standardBut: number | null
}

export interface OpenSessionRow extends Omit<SessionInfo, "device" | "current">, SessionPosition {}

/** Whose an open session is: a person's, or an access key's. */
export interface OpenSessionOwner {
  readonly user: CallerUser | null
  readonly access_key: string | null
  readonly user_agent: string
}

/** Sessions that are open now, of people and of S3 keys, to be looked at and ended. */
export class OpenSessions extends Context.Service<OpenSessions, {
  /** From the newest on. */
  readonly list: (query: OpenSessionsQuery, seen: SessionsSeen, now: DateTime.Utc) => Effect.Effect<CursorPage<OpenSessionRow>>
  /** Whose it is and where; null: there is no such open session. */
  readonly ownerOf: (id: string, now: DateTime.Utc) => Effect.Effect<OpenSessionOwner | null>
  /** Ends it, with any S3 credentials in it; false when it was over already. */
  readonly revoke: (id: string, reason: string, now: DateTime.Utc) => Effect.Effect<boolean>
}>()("stowage/services/identity/sessions/OpenSessions") {}

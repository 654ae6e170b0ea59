import type { CallerUser } from "#domain/platform/access/Caller.ts"
import type { CursorPage, CursorQuery } from "#domain/platform/Cursor.ts"
import type { SessionPosition } from "#domain/identity/sessions/SessionPosition.ts"
import type { SessionInfo, SessionKind } from "#domain/identity/SecurityView.ts"
import { Context, type DateTime, type Effect } from "effect"

export interface OpenSessionsQuery extends CursorQuery<SessionPosition> {
  readonly search?: string
  readonly kind?: ReadonlyArray<SessionKind>
}

export interface OpenSessionPage {
  readonly id?: string
  readonly userId: number | null
  /** Excludes privileged accounts except this user; null for no restriction. */
  readonly standardBut: number | null
}

export interface OpenSessionRow extends Omit<SessionInfo, "device" | "current">, SessionPosition {}

export interface OpenSessionOwner {
  readonly user: CallerUser | null
  readonly access_key: string | null
  readonly user_agent: string
}

export class OpenSessions extends Context.Service<
  OpenSessions,
  {
    readonly list: (
      query: OpenSessionsQuery,
      seen: OpenSessionPage,
      now: DateTime.Utc
    ) => Effect.Effect<CursorPage<OpenSessionRow>>
    readonly ownerOf: (id: string, now: DateTime.Utc) => Effect.Effect<OpenSessionOwner | null>
    readonly revoke: (id: string, reason: string, now: DateTime.Utc) => Effect.Effect<boolean>
  }
>()("stowage/services/identity/sessions/OpenSessions") {}

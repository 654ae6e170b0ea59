import type { CursorPage, CursorQuery } from "#domain/platform/Cursor.ts"
import type { LinkRequest, LinkRequestPosition, LinkRequestStatus } from "#domain/identity/federation/IdentityLink.ts"
import { Context, type DateTime, type Effect } from "effect"
import type { MappingKey } from "./IdentityRecords.ts"

export interface NewLinkRequest extends MappingKey {
  readonly email: string
  readonly displayName: string | null
  readonly reason: string
  readonly targetUserId: number
  readonly expiresAt: DateTime.Utc
}

/** `repeated`: the same request waits already; `rejected`: somebody said no to it. */
export type AskOutcome = "asked" | "repeated" | "rejected"

export type LinkRequestRow = Omit<LinkRequest, "provider_label">

export interface LinkRequestQuery extends CursorQuery<LinkRequestPosition> {
  readonly status?: LinkRequestStatus
}

/** Requests to link an identity, one for each mapping key. A pending one whose time is over counts as expired. */
export class LinkRequestRecords extends Context.Service<LinkRequestRecords, {
  /** Files a request, or files it anew when it expired or asks for something else by now. */
  readonly ask: (request: NewLinkRequest, now: DateTime.Utc) => Effect.Effect<{ readonly id: number; readonly outcome: AskOutcome }>
  /** Newest first. `privileged`: requests for privileged accounts too. */
  readonly list: (query: LinkRequestQuery, privileged: boolean, now: DateTime.Utc) => Effect.Effect<CursorPage<LinkRequestRow>>
  readonly find: (id: number, now: DateTime.Utc) => Effect.Effect<LinkRequestRow | null>
  /** With its mapping key, and nobody else decides it until the transaction ends. */
  readonly hold: (id: number, now: DateTime.Utc) => Effect.Effect<{ readonly request: LinkRequestRow; readonly key: MappingKey } | null>
  readonly decide: (id: number, status: "approved" | "rejected", by: number, now: DateTime.Utc) => Effect.Effect<void>
  /** Marks those whose time is over; answers how many. */
  readonly expire: (now: DateTime.Utc) => Effect.Effect<number>
}>()("stowage/services/identity/federation/LinkRequestRecords") {}

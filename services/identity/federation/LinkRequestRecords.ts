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

export type LinkRequestOutcome = "asked" | "repeated" | "rejected"

export type LinkRequestRow = Omit<LinkRequest, "provider_label">

export interface LinkRequestQuery extends CursorQuery<LinkRequestPosition> {
  readonly status?: LinkRequestStatus
}

/** Link requests as rows, one per mapping key. Pending ones past their expiry count as expired. */
export class LinkRequestRecords extends Context.Service<
  LinkRequestRecords,
  {
    readonly ask: (
      request: NewLinkRequest,
      now: DateTime.Utc
    ) => Effect.Effect<{ readonly id: number; readonly outcome: LinkRequestOutcome }>
    readonly list: (
      query: LinkRequestQuery,
      privileged: boolean,
      now: DateTime.Utc
    ) => Effect.Effect<CursorPage<LinkRequestRow>>
    readonly find: (id: number, now: DateTime.Utc) => Effect.Effect<LinkRequestRow | null>
    readonly lock: (
      id: number,
      now: DateTime.Utc
    ) => Effect.Effect<{ readonly request: LinkRequestRow; readonly key: MappingKey } | null>
    readonly decide: (id: number, status: "approved" | "rejected", by: number, now: DateTime.Utc) => Effect.Effect<void>
    readonly expire: (now: DateTime.Utc) => Effect.Effect<number>
  }
>()("stowage/services/identity/federation/LinkRequestRecords") {}

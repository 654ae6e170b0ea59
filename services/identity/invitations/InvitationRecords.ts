import type { OpenInvitation } from "#domain/identity/Invitation.ts"
import { Context, type DateTime, type Effect } from "effect"

/** Valid until it expires, its user is deactivated or `auth_version` changes. */
export class InvitationRecords extends Context.Service<
  InvitationRecords,
  {
    readonly replace: (
      userId: number,
      digest: string,
      period: { readonly from: DateTime.Utc; readonly until: DateTime.Utc }
    ) => Effect.Effect<void>
    readonly ofUser: (userId: number, now: DateTime.Utc) => Effect.Effect<OpenInvitation | null>
    readonly userOf: (digest: string, now: DateTime.Utc) => Effect.Effect<number | null>
    readonly consume: (digest: string, now: DateTime.Utc) => Effect.Effect<boolean>
    readonly remove: (userId: number) => Effect.Effect<boolean>
  }
>()("stowage/services/identity/invitations/InvitationRecords") {}

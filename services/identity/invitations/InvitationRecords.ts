import type { OpenInvitation } from "#domain/identity/Invitation.ts"
import { Context, type DateTime, type Effect } from "effect"

/**
 * Invitations as rows. One is valid until it expires, while its user is active and nothing changed how they prove who
 * they are (`auth_version`).
 */
export class InvitationRecords extends Context.Service<
  InvitationRecords,
  {
    /** Stores the invitation of a user and replaces the one before. */
    readonly replace: (
      userId: number,
      digest: string,
      period: { readonly from: DateTime.Utc; readonly until: DateTime.Utc }
    ) => Effect.Effect<void>
    readonly ofUser: (userId: number, now: DateTime.Utc) => Effect.Effect<OpenInvitation | null>
    /** Id of the user whose valid invitation has this digest; null for any other. */
    readonly userOf: (digest: string, now: DateTime.Utc) => Effect.Effect<number | null>
    /** Deletes a valid invitation; false when another request was first. */
    readonly consume: (digest: string, now: DateTime.Utc) => Effect.Effect<boolean>
    /** False when there was none. */
    readonly remove: (userId: number) => Effect.Effect<boolean>
  }
>()("stowage/services/identity/invitations/InvitationRecords") {}

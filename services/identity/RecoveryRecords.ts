import type { CallerUser } from "#domain/platform/access/Caller.ts"
import { Context, type DateTime, type Effect } from "effect"

/** An active superadmin and what an emergency recovery would take from them. */
export interface SuperadminStanding {
  readonly user: CallerUser
  readonly passkeys: number
  /** Used ones too. */
  readonly recoveryCodes: number
  readonly challenges: number
  /** Not revoked so far, pending sign-ins among them. */
  readonly sessions: number
  readonly tokens: number
}

/** What emergency recovery needs to know and to end, beside passkeys and sessions. */
export class RecoveryRecords extends Context.Service<RecoveryRecords, {
  readonly activeSuperadmins: Effect.Effect<ReadonlyArray<SuperadminStanding>>
  /** Revokes every API token of the user and raises `auth_version`, whether or not anything else did. */
  readonly invalidate: (userId: number, now: DateTime.Utc) => Effect.Effect<void>
}>()("stowage/services/identity/RecoveryRecords") {}

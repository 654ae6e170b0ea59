import type { CallerUser } from "#domain/platform/access/Caller.ts"
import { Context, type DateTime, type Effect } from "effect"

export interface SuperadminState {
  readonly user: CallerUser
  readonly passkeys: number
  readonly recoveryCodes: number
  readonly challenges: number
  readonly sessions: number
  readonly tokens: number
}

export class RecoveryRecords extends Context.Service<
  RecoveryRecords,
  {
    readonly activeSuperadmins: Effect.Effect<ReadonlyArray<SuperadminState>>
    readonly invalidate: (userId: number, now: DateTime.Utc) => Effect.Effect<void>
  }
>()("stowage/services/identity/RecoveryRecords") {}

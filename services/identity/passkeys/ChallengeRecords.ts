import { Context, type DateTime, type Effect } from "effect"

export type ChallengePurpose = "registration" | "login" | "step_up"

export interface ChallengeBinding {
  readonly digest: string
  readonly sessionId: string
  readonly purpose: ChallengePurpose
}

export class ChallengeRecords extends Context.Service<
  ChallengeRecords,
  {
    readonly add: (binding: ChallengeBinding, expiresAt: DateTime.Utc) => Effect.Effect<void>
    readonly take: (binding: ChallengeBinding, now: DateTime.Utc) => Effect.Effect<boolean>
    readonly clear: (now: DateTime.Utc) => Effect.Effect<number>
  }
>()("stowage/services/identity/passkeys/ChallengeRecords") {}

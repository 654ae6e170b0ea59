import { Context, type DateTime, type Effect } from "effect"

export type ChallengePurpose = "registration" | "login" | "step_up"

/** A challenge is known by its digest and bound to a session and a purpose, one of each at a time. */
export interface ChallengeBinding {
  readonly digest: string
  readonly sessionId: string
  readonly purpose: ChallengePurpose
}

/** Challenges of passkey ceremonies as rows. */
export class ChallengeRecords extends Context.Service<ChallengeRecords, {
  readonly add: (binding: ChallengeBinding, expiresAt: DateTime.Utc) => Effect.Effect<void>
  /** Takes a challenge away; false when there is none like it, or its time is over. */
  readonly take: (binding: ChallengeBinding, now: DateTime.Utc) => Effect.Effect<boolean>
  /** Deletes what ended; answers how many. */
  readonly clear: (now: DateTime.Utc) => Effect.Effect<number>
}>()("stowage/services/identity/passkeys/ChallengeRecords") {}

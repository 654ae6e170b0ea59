import type { PasskeyView } from "#domain/security/SecurityView.ts"
import { Context, type DateTime, type Effect, type Option } from "effect"

/** What is kept of a passkey. */
export interface Passkey {
  readonly credentialId: string
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly counter: number
  readonly transports: ReadonlyArray<string>
  readonly deviceType: "singleDevice" | "multiDevice"
  readonly backedUp: boolean
}

export type ChallengePurpose = "registration" | "login" | "step_up"

/** A challenge is known by its digest and bound to a session and a purpose, one of each at a time. */
export interface ChallengeBinding {
  readonly digest: string
  readonly sessionId: string
  readonly purpose: ChallengePurpose
}

/** Passkeys, their challenges and recovery codes as rows. */
export class PasskeyRecords extends Context.Service<PasskeyRecords, {
  readonly ofUser: (userId: number) => Effect.Effect<ReadonlyArray<Passkey>>
  readonly find: (userId: number, credentialId: string) => Effect.Effect<Option.Option<Passkey>>
  /** False when this credential is enrolled already. */
  readonly add: (userId: number, name: string, passkey: Passkey, now: DateTime.Utc) => Effect.Effect<boolean>
  /** For people: names and dates, no keys. */
  readonly views: (userId: number) => Effect.Effect<ReadonlyArray<PasskeyView>>
  /** False when this user has no such passkey. */
  readonly rename: (userId: number, id: number, name: string) => Effect.Effect<boolean>
  /** The name of what was removed; null when this user has no such passkey. */
  readonly remove: (userId: number, id: number) => Effect.Effect<string | null>
  /** Takes passkeys, recovery codes and challenges away; answers how many passkeys there were. */
  readonly removeAll: (userId: number) => Effect.Effect<number>
  /** Stores the new counter; false when a counter as high or higher was stored meanwhile (both zero is fine). */
  readonly used: (credentialId: string, counter: number, backedUp: boolean, now: DateTime.Utc) => Effect.Effect<boolean>
  readonly addChallenge: (binding: ChallengeBinding, expiresAt: DateTime.Utc) => Effect.Effect<void>
  /** Takes a challenge away; false when there is none like it, or its time is over. */
  readonly takeChallenge: (binding: ChallengeBinding, now: DateTime.Utc) => Effect.Effect<boolean>
  /** Older ones, used or not, go. */
  readonly replaceRecoveryCodes: (userId: number, digests: ReadonlyArray<string>, now: DateTime.Utc) => Effect.Effect<void>
  /** Uses a code; false when it is not this user's or was used. */
  readonly useRecoveryCode: (userId: number, digest: string, now: DateTime.Utc) => Effect.Effect<boolean>
  readonly recoveryCodes: (userId: number) => Effect.Effect<{ readonly all: number; readonly left: number }>
}>()("stowage/services/passkeys/PasskeyRecords") {}

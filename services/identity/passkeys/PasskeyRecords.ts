import type { PasskeyView } from "#domain/identity/SecurityView.ts"
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

/** Passkeys as rows. */
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
}>()("stowage/services/identity/passkeys/PasskeyRecords") {}

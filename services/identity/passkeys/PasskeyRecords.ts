import type { PasskeyView } from "#domain/identity/SecurityView.ts"
import { Context, type DateTime, type Effect, type Option } from "effect"

export interface Passkey {
  readonly credentialId: string
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly counter: number
  readonly transports: ReadonlyArray<string>
  readonly deviceType: "singleDevice" | "multiDevice"
  readonly backedUp: boolean
}

export class PasskeyRecords extends Context.Service<
  PasskeyRecords,
  {
    readonly ofUser: (userId: number) => Effect.Effect<ReadonlyArray<Passkey>>
    readonly find: (userId: number, credentialId: string) => Effect.Effect<Option.Option<Passkey>>
    readonly add: (userId: number, name: string, passkey: Passkey, now: DateTime.Utc) => Effect.Effect<boolean>
    readonly views: (userId: number) => Effect.Effect<ReadonlyArray<PasskeyView>>
    readonly rename: (userId: number, id: number, name: string) => Effect.Effect<boolean>
    readonly remove: (userId: number, id: number) => Effect.Effect<string | null>
    readonly removeAll: (userId: number) => Effect.Effect<number>
    /** Stores the new counter; false when an equal or higher one was stored meanwhile (both zero is fine). */
    readonly used: (
      credentialId: string,
      counter: number,
      backedUp: boolean,
      now: DateTime.Utc
    ) => Effect.Effect<boolean>
  }
>()("stowage/services/identity/passkeys/PasskeyRecords") {}

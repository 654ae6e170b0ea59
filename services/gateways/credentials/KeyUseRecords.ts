import { Context, type DateTime, type Effect } from "effect"

/** A use of a key on a registered endpoint; `at`: milliseconds of the epoch. */
export interface KeyUse {
  readonly endpointId: number
  readonly accessKey: string
  readonly at: number
}

/** When keys that are stored here were last used from here. */
export class KeyUseRecords extends Context.Service<KeyUseRecords, {
  /** In one statement; a later use that is known stays, and a key that is not stored here is passed over. */
  readonly keep: (uses: ReadonlyArray<KeyUse>) => Effect.Effect<void>
  /** Of these keys, those of which a use is known. */
  readonly lastUses: (endpointId: number, accessKeys: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, DateTime.Utc>>
  /** Forgets what was last used before then (milliseconds of the epoch). */
  readonly forget: (before: number) => Effect.Effect<void>
}>()("stowage/services/gateways/credentials/KeyUseRecords") {}

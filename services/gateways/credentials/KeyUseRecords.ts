import { Context, type DateTime, type Effect } from "effect"

export interface KeyUse {
  readonly endpointId: number
  readonly accessKey: string
  readonly at: number
}

export class KeyUseRecords extends Context.Service<
  KeyUseRecords,
  {
    /** Stores uses in one statement; older uses and unknown keys are ignored. */
    readonly store: (uses: ReadonlyArray<KeyUse>) => Effect.Effect<void>
    /** Last use per key; keys never used are omitted. */
    readonly lastUses: (
      endpointId: number,
      accessKeys: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, DateTime.Utc>>
    readonly forget: (before: number) => Effect.Effect<void>
  }
>()("stowage/services/gateways/credentials/KeyUseRecords") {}

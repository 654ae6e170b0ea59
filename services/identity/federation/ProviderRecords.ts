import type { ProviderType } from "#domain/identity/federation/Federation.ts"
import { Context, type DateTime, type Effect } from "effect"

export interface ProviderRow {
  readonly id: string
  readonly label: string
  readonly enabled: boolean
  readonly config: unknown
  readonly secret: string | null
  readonly updatedAt: DateTime.Utc
}

export class ProviderRecords extends Context.Service<
  ProviderRecords,
  {
    readonly list: (type: ProviderType) => Effect.Effect<ReadonlyArray<ProviderRow>>
    readonly find: (type: ProviderType, id: string) => Effect.Effect<ProviderRow | null>
    readonly add: (type: ProviderType, row: ProviderRow) => Effect.Effect<boolean>
    readonly update: (type: ProviderType, row: ProviderRow) => Effect.Effect<void>
    readonly remove: (type: ProviderType, id: string) => Effect.Effect<string | null>
    readonly revokeIdentities: (type: ProviderType, id: string, now: DateTime.Utc) => Effect.Effect<number>
    readonly identityCounts: (type: ProviderType) => Effect.Effect<ReadonlyMap<string, number>>
  }
>()("stowage/services/identity/federation/ProviderRecords") {}

import type { ProviderType } from "#domain/identity/federation/Federation.ts"
import { Context, type DateTime, type Effect } from "effect"

/** A provider as its row has it: `config` is JSON that the reader decodes, `secret` is ciphertext. */
export interface ProviderRow {
  readonly id: string
  readonly label: string
  readonly enabled: boolean
  readonly config: unknown
  readonly secret: string | null
  readonly updatedAt: DateTime.Utc
}

/** Identity providers that administrators made. Those of the environment have no row. */
export class ProviderRecords extends Context.Service<ProviderRecords, {
  readonly list: (type: ProviderType) => Effect.Effect<ReadonlyArray<ProviderRow>>
  readonly find: (type: ProviderType, id: string) => Effect.Effect<ProviderRow | null>
  /** False when the id is taken. */
  readonly add: (type: ProviderType, row: ProviderRow) => Effect.Effect<boolean>
  readonly update: (type: ProviderType, row: ProviderRow) => Effect.Effect<void>
  /** The label of what went; null: there was none. */
  readonly remove: (type: ProviderType, id: string) => Effect.Effect<string | null>
  /** Revokes every identity of a provider; answers how many. */
  readonly revokeIdentities: (type: ProviderType, id: string, now: DateTime.Utc) => Effect.Effect<number>
  /** How many identities that are not revoked each provider has. */
  readonly identityCounts: (type: ProviderType) => Effect.Effect<ReadonlyMap<string, number>>
}>()("stowage/services/identity/federation/ProviderRecords") {}

import type { ProviderType } from "#domain/identity/federation/Federation.ts"
import type { LinkCandidate } from "#domain/identity/federation/IdentityLink.ts"
import type { ExternalIdentity } from "#domain/identity/SecurityView.ts"
import { Context, type DateTime, type Effect } from "effect"

export interface MappingKey {
  readonly providerType: ProviderType
  readonly providerId: string
  readonly subject: string
}

export interface Mapping {
  readonly id: number
  readonly userId: number
  readonly revoked: boolean
}

export class IdentityRecords extends Context.Service<
  IdentityRecords,
  {
    /** Serialises sign-ins of a mapping key or an e-mail until the transaction ends. */
    readonly serialise: (key: MappingKey, email: string | null) => Effect.Effect<void>
    readonly find: (key: MappingKey) => Effect.Effect<Mapping | null>
    readonly candidate: (email: string) => Effect.Effect<(LinkCandidate & { readonly userId: number }) | null>
    readonly add: (key: MappingKey, userId: number, email: string | null, now: DateTime.Utc) => Effect.Effect<boolean>
    readonly used: (id: number, email: string | null, now: DateTime.Utc) => Effect.Effect<void>
    readonly ofUser: (userId: number) => Effect.Effect<ReadonlyArray<Omit<ExternalIdentity, "provider_label">>>
    readonly setRevoked: (userId: number, id: number, at: DateTime.Utc | null) => Effect.Effect<boolean | null>
  }
>()("stowage/services/identity/federation/IdentityRecords") {}

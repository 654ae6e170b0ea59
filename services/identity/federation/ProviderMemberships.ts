import type { ProviderType } from "#domain/identity/federation/Federation.ts"
import { Context, type DateTime, type Effect } from "effect"

export interface MembershipSource {
  readonly type: ProviderType
  readonly id: string
}

/** A membership lasts until its last source ends it; triggers delete memberships without a source. */
export class ProviderMemberships extends Context.Service<
  ProviderMemberships,
  {
    readonly ofUser: (userId: number, source: MembershipSource) => Effect.Effect<ReadonlyArray<number>>
    /** Locks membership changes and returns which of these groups exist, until the transaction ends. */
    readonly lock: (
      groupIds: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<{ readonly id: number; readonly name: string; readonly privileged: boolean }>>
    readonly set: (
      userId: number,
      source: MembershipSource,
      groupIds: ReadonlyArray<number>,
      now: DateTime.Utc
    ) => Effect.Effect<void>
    readonly keepOnly: (source: MembershipSource, groupIds: ReadonlyArray<number>) => Effect.Effect<number>
  }
>()("stowage/services/identity/federation/ProviderMemberships") {}

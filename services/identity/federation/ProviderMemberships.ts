import type { ProviderType } from "#domain/identity/federation/Federation.ts"
import { Context, type DateTime, type Effect } from "effect"

export interface MembershipSource {
  readonly type: ProviderType
  readonly id: string
}

/**
 * Memberships of groups that providers gave. One that several give, or that was given by hand as well, stays until the last of them
 * takes it away; the database ends what nobody gives any more by triggers.
 */
export class ProviderMemberships extends Context.Service<ProviderMemberships, {
  /** The groups that a provider put somebody into. */
  readonly ofUser: (userId: number, source: MembershipSource) => Effect.Effect<ReadonlyArray<number>>
  /** Takes the turn of those who change memberships; which of these groups there are, until the transaction ends. */
  readonly hold: (groupIds: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<{ readonly id: number; readonly name: string; readonly privileged: boolean }>>
  /** Makes the groups that a provider put somebody into these. Within the turn. */
  readonly set: (userId: number, source: MembershipSource, groupIds: ReadonlyArray<number>, now: DateTime.Utc) => Effect.Effect<void>
  /** Takes everybody out of the groups that a provider put them into, but for these. Answers how many memberships it no longer gives. */
  readonly keepOnly: (source: MembershipSource, groupIds: ReadonlyArray<number>) => Effect.Effect<number>
}>()("stowage/services/identity/federation/ProviderMemberships") {}

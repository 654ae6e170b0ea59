import type { Answer, Row } from "~/client/contract"
import type { Owner } from "~/features/accounts/rgw-settings/on-gateway"

export type AccountPage = Answer<"GET /api/cluster-admin/endpoints/:endpoint_id/accounts">
export type UserPage = Answer<"GET /api/cluster-admin/endpoints/:endpoint_id/users">
type Account = Row<"GET /api/cluster-admin/endpoints/:endpoint_id/accounts">
type User = Row<"GET /api/cluster-admin/endpoints/:endpoint_id/users">

export const INCLUDED_DETAILS = "profile,quota,stats"

interface Figures {
  readonly used_bytes: number | null
  readonly object_count: number | null
}

export type AccountRow = Account & Figures & { readonly name: string | null }
export type UserRow = User &
  Figures & {
    readonly display_name: string | null
    readonly account_id: string | null
    readonly state: "active" | "suspended" | null
    readonly key_count: number | null
  }

const figures = (stats: Account["stats"]): Figures =>
  stats?.state === "known"
    ? { used_bytes: stats.used_bytes, object_count: stats.object_count }
    : { used_bytes: null, object_count: null }

export const accountRow = (account: Account): AccountRow => ({
  ...account,
  ...figures(account.stats),
  name: account.profile?.name ?? null
})

export const userRow = (user: User): UserRow => ({
  ...user,
  ...figures(user.stats),
  display_name: user.profile?.display_name ?? null,
  account_id: user.profile?.account_id ?? null,
  state: user.profile ? (user.profile.suspended ? "suspended" : "active") : null,
  key_count: user.profile?.key_count ?? null
})

export const accountOwner = (endpointId: number, { account_id, name }: AccountRow): Owner => ({
  kind: "account",
  id: 0,
  name: name ?? account_id,
  gateway: { endpoint_id: endpointId, external_id: account_id }
})

export const userOwner = (endpointId: number, { user_id }: UserRow): Owner => ({
  kind: "user",
  id: 0,
  name: user_id,
  gateway: { endpoint_id: endpointId, external_id: user_id }
})

import { call } from "~/client/call"
import type { Answer, Body } from "~/client/contract"
import { asProblem } from "~/client/problem-error"
import { type Loaded, reload } from "~/lib/use-loaded"

export type UserOnGateway = Answer<"GET /api/admin/s3-users/:id/gateway">
export type AccountOnGateway = Answer<"GET /api/admin/accounts/:id/gateway">
export type Quota = UserOnGateway["user_quota"]
export type Usage = UserOnGateway["usage"]
export type Activity = Answer<"GET /api/admin/s3-users/:user_id/activity">
export type Cap = UserOnGateway["caps"][number]
type RateLimitState = UserOnGateway["rate_limit"]
export type RateLimit = Extract<RateLimitState, { readonly state: "known" }>["limit"]
export type Key = Answer<"GET /api/admin/s3-users/:user_id/keys">[number]

export interface Owner {
  readonly kind: "account" | "user"
  readonly id: number
  readonly name: string
  readonly gateway?: { readonly endpoint_id: number; readonly external_id: string }
}

export type QuotaType = "whole" | "bucket"

export interface QuotaRow extends Quota {
  readonly owner: Owner
  readonly type: QuotaType
}

type Gateway = NonNullable<Owner["gateway"]>

export const userAt = ({ endpoint_id, external_id }: Gateway) => ({ endpoint_id, user_id: external_id })
const accountAt = ({ endpoint_id, external_id }: Gateway) => ({ endpoint_id, account_id: external_id })

/* Registered owners are changed in Admin by their row, others in Cluster Admin by endpoint and id. */

export const readUser = ({ gateway, id }: Owner, signal: AbortSignal): Promise<UserOnGateway> =>
  gateway === undefined
    ? call("GET /api/admin/s3-users/:id/gateway", { params: { id }, signal })
    : call("GET /api/cluster-admin/endpoints/:endpoint_id/users/:user_id", { params: userAt(gateway), signal })

export const readAccount = ({ gateway, id }: Owner, signal: AbortSignal): Promise<AccountOnGateway> =>
  gateway === undefined
    ? call("GET /api/admin/accounts/:id/gateway", { params: { id }, signal })
    : call("GET /api/cluster-admin/endpoints/:endpoint_id/accounts/:account_id", { params: accountAt(gateway), signal })

/** Names what differs from `before` only: a concurrent change of another field is no conflict. */
const differing = <A extends object>(
  desired: A,
  before: A
): { readonly values: Partial<A>; readonly was: Partial<A> } => {
  const of = (values: A) =>
    Object.fromEntries(
      Object.entries(values).filter(
        ([field]) => JSON.stringify(desired[field as keyof A]) !== JSON.stringify(before[field as keyof A])
      )
    ) as Partial<A>
  return { values: of(desired), was: of(before) }
}

export type UserProfileFields = Pick<
  UserOnGateway,
  "display_name" | "email" | "max_buckets" | "op_mask" | "default_placement"
>

export const saveUser = (
  { gateway, id }: Owner,
  desired: UserProfileFields,
  { default_placement, display_name, email, max_buckets, op_mask }: UserOnGateway
): Promise<UserOnGateway> => {
  const { values, was } = differing(desired, { default_placement, display_name, email, max_buckets, op_mask })
  const body = { ...values, was }
  return gateway === undefined
    ? call("PUT /api/admin/s3-users/:id/gateway", { params: { id }, body })
    : call("PUT /api/cluster-admin/endpoints/:endpoint_id/users/:user_id", { params: userAt(gateway), body })
}

export const saveAccount = (
  { gateway, id }: Owner,
  desired: Pick<AccountOnGateway, "name" | "email">,
  { email, name }: AccountOnGateway
): Promise<AccountOnGateway> => {
  const { values, was } = differing(desired, { name, email })
  const body = { ...values, was }
  return gateway === undefined
    ? call("PUT /api/admin/accounts/:id/gateway", { params: { id }, body })
    : call("PUT /api/cluster-admin/endpoints/:endpoint_id/accounts/:account_id", { params: accountAt(gateway), body })
}

export const saveLimits = (
  { gateway, id }: Owner,
  body: Body<"PUT /api/admin/accounts/:id/limits">
): Promise<AccountOnGateway> =>
  gateway === undefined
    ? call("PUT /api/admin/accounts/:id/limits", { params: { id }, body })
    : call("PUT /api/cluster-admin/endpoints/:endpoint_id/accounts/:account_id/limits", {
        params: accountAt(gateway),
        body
      })

export const saveCaps = (
  { gateway, id }: Owner,
  body: Body<"PUT /api/admin/s3-users/:id/caps">
): Promise<Answer<"PUT /api/admin/s3-users/:id/caps">> =>
  gateway === undefined
    ? call("PUT /api/admin/s3-users/:id/caps", { params: { id }, body })
    : call("PUT /api/cluster-admin/endpoints/:endpoint_id/users/:user_id/caps", { params: userAt(gateway), body })

export const saveRateLimit = (
  { gateway, id }: Owner,
  body: Body<"PUT /api/admin/s3-users/:id/rate-limit">
): Promise<UserOnGateway> =>
  gateway === undefined
    ? call("PUT /api/admin/s3-users/:id/rate-limit", { params: { id }, body })
    : call("PUT /api/cluster-admin/endpoints/:endpoint_id/users/:user_id/rate-limit", {
        params: userAt(gateway),
        body
      })

export const setSuspended = ({ gateway, id }: Owner, suspended: boolean): Promise<UserOnGateway> =>
  gateway === undefined
    ? call("PUT /api/admin/s3-users/:id/suspension", { params: { id }, body: { suspended } })
    : call("PUT /api/cluster-admin/endpoints/:endpoint_id/users/:user_id/suspension", {
        params: userAt(gateway),
        body: { suspended }
      })

export const saveQuota = (
  { owner, type, ...was }: QuotaRow,
  quota: Quota
): Promise<UserOnGateway | AccountOnGateway> => {
  const body = {
    ...quota,
    was: { enabled: was.enabled, max_size_bytes: was.max_size_bytes, max_objects: was.max_objects }
  }
  const { gateway, id, kind } = owner
  if (kind === "user") {
    const userQuota = type === "whole" ? "user" : "bucket"
    return gateway === undefined
      ? call("PUT /api/admin/s3-users/:id/quotas/:quota", { params: { id, quota: userQuota }, body })
      : call("PUT /api/cluster-admin/endpoints/:endpoint_id/users/:user_id/quotas/:quota", {
          params: { ...userAt(gateway), quota: userQuota },
          body
        })
  }
  const accountQuota = type === "whole" ? "account" : "bucket"
  return gateway === undefined
    ? call("PUT /api/admin/accounts/:id/quotas/:quota", { params: { id, quota: accountQuota }, body })
    : call("PUT /api/cluster-admin/endpoints/:endpoint_id/accounts/:account_id/quotas/:quota", {
        params: { ...accountAt(gateway), quota: accountQuota },
        body
      })
}

/** After a conflict it reads again, so that the next attempt has the current version. */
export const saved = async <A>(loaded: Loaded<unknown>, saving: Promise<A>): Promise<A> => {
  try {
    return await saving
  } catch (cause) {
    if (asProblem(cause).code === "stale_plan") reload(loaded)
    throw cause
  }
}

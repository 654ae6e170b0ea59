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

const saveGatewayQuota = (
  kind: Owner["kind"],
  { endpoint_id, external_id }: NonNullable<Owner["gateway"]>,
  type: QuotaType,
  body: Body<"PUT /api/admin/s3-users/:id/quotas/:quota">
): Promise<UserOnGateway | AccountOnGateway> =>
  kind === "user"
    ? call("PUT /api/cluster-admin/endpoints/:endpoint_id/users/:user_id/quotas/:quota", {
        params: { endpoint_id, user_id: external_id, quota: type === "whole" ? "user" : "bucket" },
        body
      })
    : call("PUT /api/cluster-admin/endpoints/:endpoint_id/accounts/:account_id/quotas/:quota", {
        params: { endpoint_id, account_id: external_id, quota: type === "whole" ? "account" : "bucket" },
        body
      })

export const saveQuota = (
  { owner, type, ...was }: QuotaRow,
  quota: Quota
): Promise<UserOnGateway | AccountOnGateway> => {
  const body = {
    ...quota,
    was: { enabled: was.enabled, max_size_bytes: was.max_size_bytes, max_objects: was.max_objects }
  }
  if (owner.gateway !== undefined) return saveGatewayQuota(owner.kind, owner.gateway, type, body)
  return owner.kind === "user"
    ? call("PUT /api/admin/s3-users/:id/quotas/:quota", {
        params: { id: owner.id, quota: type === "whole" ? "user" : "bucket" },
        body
      })
    : call("PUT /api/admin/accounts/:id/quotas/:quota", {
        params: { id: owner.id, quota: type === "whole" ? "account" : "bucket" },
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

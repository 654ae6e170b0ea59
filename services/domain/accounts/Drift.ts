import { Schema } from "effect"
import type { GatewayAccount, GatewayUser } from "../gateways/endpoints/Gateway.ts"
import { readVersion } from "../platform/RowVersion.ts"
import { RowId } from "../platform/RowId.ts"
import { streamEvent } from "../platform/streamEvent.ts"

/**
 * In what a registered account or RGW user and its gateway differ.
 * - `missing`: the gateway has no such account or user; `root_missing`: it has the account, and not the root user that we act as.
 * - `moved`: the user is in another account, in none, or is root no more.
 * - `suspended`: somebody suspended it on the gateway, and whoever acts as it is refused; what was suspended from here is no difference.
 * - `enabled`: it was suspended from here, and somebody enabled it on the gateway.
 * - `key_missing`, `key_inactive`: the key that we hold is gone, or switched off.
 * - `renamed`: it is called differently on the gateway since it was last agreed upon.
 */
export const driftKinds = ["missing", "root_missing", "moved", "suspended", "enabled", "key_missing", "key_inactive", "renamed"] as const
export const DriftKind = Schema.Literals(driftKinds).annotate({ identifier: "DriftKind" })
export type DriftKind = typeof DriftKind.Type

/** One difference, with both sides in words. */
export interface Difference {
  readonly kind: DriftKind
  readonly here: string
  readonly there: string
}

/** A difference that a check found and none has missed since. */
export const DriftFinding = Schema.Struct({
  kind: DriftKind,
  /** What is stored here, and what the gateway shows. No secrets. */
  here: Schema.String,
  there: Schema.String,
  /** When it was found first. */
  found_at: Schema.String
}).annotate({ identifier: "DriftFinding" })
export type DriftFinding = typeof DriftFinding.Type

/** What is stored of a registration that a gateway knows too. */
export interface Stored {
  readonly kind: "account" | "s3_user"
  /** Account id, or the uid again. */
  readonly external_id: string
  readonly uid: string
  readonly access_key: string
  /** What it was called on the gateway when both last agreed; what it is called here may be something else. */
  readonly gateway_name: string
  /** It was suspended from here. */
  readonly suspended: boolean
}

/** What the gateway shows; null: it has none. The account is asked for where one is registered. */
export interface Seen {
  readonly account: Pick<GatewayAccount, "name"> | null
  readonly user: Omit<GatewayUser, "email" | "uid"> | null
}

const absent = "not on the gateway"

const membership = ({ account_id, is_account_root }: Pick<GatewayUser, "account_id" | "is_account_root">): string =>
  account_id === null ? "in no account" : `${is_account_root ? "root user" : "user"} of account ${account_id}`

/** Compares; nothing found means that both agree. In the order of `driftKinds`, each kind once at most. */
export const differences = (stored: Stored, { account, user }: Seen): ReadonlyArray<Difference> => {
  const { access_key, external_id, gateway_name, kind, suspended, uid } = stored
  const isAccount = kind === "account"
  if (isAccount && account === null) return [{ kind: "missing", here: `account ${external_id}`, there: absent }]
  if (!isAccount && user === null) return [{ kind: "missing", here: `user ${uid}`, there: absent }]
  const name = isAccount ? account?.name : user?.display_name
  const renamed: ReadonlyArray<Difference> = name === undefined || name === gateway_name ? [] : [{ kind: "renamed", here: gateway_name, there: name }]
  if (user === null) return [{ kind: "root_missing", here: `root user ${uid}`, there: absent }, ...renamed]
  const wanted = isAccount ? { account_id: external_id, is_account_root: true } : { account_id: null, is_account_root: false }
  const belongs = user.account_id === wanted.account_id && (!isAccount || user.is_account_root)
  const key = `key ${access_key} of ${uid}`
  return [
    ...(belongs ? [] : [{ kind: "moved" as const, here: membership(wanted), there: membership(user) }]),
    ...(user.suspended === suspended ? [] : suspended
      ? [{ kind: "enabled" as const, here: "suspended", there: "may be used" }]
      : [{ kind: "suspended" as const, here: "may be used", there: "suspended" }]),
    ...(user.access_keys.includes(access_key) ? [] : user.inactive_keys.includes(access_key)
      ? [{ kind: "key_inactive" as const, here: key, there: "switched off" }]
      : [{ kind: "key_missing" as const, here: key, there: absent }]),
    ...renamed
  ]
}

/**
 * What mends a difference.
 * - `recreate`: what is missing is made once more under its id, with a new key; the buckets that it had do not come back.
 * - `new_key`: a new key is made, tried and stored; a switched-off one is deleted.
 * - `take_name`: it is called here as on the gateway; `keep_name`: both names may stay as they are.
 */
export const driftRepairs = ["recreate", "new_key", "take_name", "keep_name"] as const
export const DriftRepair = Schema.Literals(driftRepairs).annotate({ identifier: "DriftRepair" })
export type DriftRepair = typeof DriftRepair.Type

/** Which differences a repair is for. */
export const mends: Readonly<Record<DriftRepair, ReadonlyArray<DriftKind>>> = {
  recreate: ["missing", "root_missing"], new_key: ["key_missing", "key_inactive"], take_name: ["renamed"], keep_name: ["renamed"]
}

export const RepairDrift = Schema.Struct({ repair: DriftRepair, ...readVersion }).annotate({ identifier: "RepairDrift" })
export type RepairDrift = typeof RepairDrift.Type

/** Left out: every endpoint. */
export const CheckDrift = Schema.Struct({ storage_endpoint_id: Schema.optionalKey(RowId) }).annotate({ identifier: "CheckDrift" })
export type CheckDrift = typeof CheckDrift.Type

/** Why an endpoint was not, or not wholly, compared. */
export const DriftProblem = Schema.Struct({ code: Schema.String, detail: Schema.String }).annotate({ identifier: "DriftProblem" })
export type DriftProblem = typeof DriftProblem.Type

/**
 * What a check of one endpoint came to. `failed`: nothing could be compared, and nothing was found or taken back; `partial`: of
 * `unread_count` registrations the gateway did not tell.
 */
export const EndpointDrift = Schema.Struct({
  storage_endpoint_id: Schema.Int,
  name: Schema.String,
  status: Schema.Literals(["completed", "partial", "failed"]),
  compared_count: Schema.Int,
  differing_count: Schema.Int,
  unread_count: Schema.Int,
  problem: Schema.NullOr(DriftProblem),
  checked_at: Schema.String
}).annotate({ identifier: "EndpointDrift" })
export type EndpointDrift = typeof EndpointDrift.Type

/** `skipped`: another check is under way. */
export const DriftReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped"]),
  compared_count: Schema.Int,
  differing_count: Schema.Int,
  failed_endpoint_count: Schema.Int,
  endpoints: Schema.Array(EndpointDrift)
}).annotate({ identifier: "DriftReport" })
export type DriftReport = typeof DriftReport.Type

/** Who differs from their gateway as far as is known, and when each endpoint was last looked at. */
export const DriftSummary = Schema.Struct({
  account_count: Schema.Int,
  s3_user_count: Schema.Int,
  /** Those that have been checked; the others have nothing registered, or wait for the night. */
  endpoints: Schema.Array(EndpointDrift)
}).annotate({ identifier: "DriftSummary" })
export type DriftSummary = typeof DriftSummary.Type

/** The summary at once, and whenever it may be another. */
export const DriftEvent = Schema.Union([streamEvent("drift", DriftSummary)])
export type DriftEvent = typeof DriftEvent.Type

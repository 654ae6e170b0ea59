import { Schema } from "effect"
import type { GatewayAccount, GatewayUser } from "../gateways/endpoints/Gateway.ts"
import { readVersion } from "../platform/RowVersion.ts"
import { RowId } from "../platform/RowId.ts"
import { streamEvent } from "../platform/streamEvent.ts"

/** `root_missing`: not our root user; `moved`: other account or no longer root; `suspended`: on the gateway only. */
export const driftKinds = [
  "missing",
  "root_missing",
  "moved",
  "suspended",
  "enabled",
  "key_missing",
  "key_inactive",
  "renamed"
] as const
export const DriftKind = Schema.Literals(driftKinds).annotate({ identifier: "DriftKind" })
export type DriftKind = typeof DriftKind.Type

export interface DriftDifference {
  readonly kind: DriftKind
  readonly here: string
  readonly there: string
}

export const DriftFinding = Schema.Struct({
  kind: DriftKind,
  here: Schema.String,
  there: Schema.String,
  found_at: Schema.String
}).annotate({ identifier: "DriftFinding" })
export type DriftFinding = typeof DriftFinding.Type

export interface StoredSubject {
  readonly kind: "account" | "s3_user"
  readonly external_id: string
  readonly uid: string
  readonly access_key: string
  readonly gateway_name: string
  readonly suspended: boolean
}

export interface ObservedState {
  readonly account: Pick<GatewayAccount, "name"> | null
  readonly user: Omit<GatewayUser, "email" | "uid"> | null
}

const absent = "not on the gateway"

const membership = ({ account_id, is_account_root }: Pick<GatewayUser, "account_id" | "is_account_root">): string =>
  account_id === null ? "in no account" : `${is_account_root ? "root user" : "user"} of account ${account_id}`

export const driftDifferences = (
  stored: StoredSubject,
  { account, user }: ObservedState
): ReadonlyArray<DriftDifference> => {
  const { access_key, external_id, gateway_name, kind, suspended, uid } = stored
  const isAccount = kind === "account"
  if (isAccount && account === null) return [{ kind: "missing", here: `account ${external_id}`, there: absent }]
  if (!isAccount && user === null) return [{ kind: "missing", here: `user ${uid}`, there: absent }]
  const name = isAccount ? account?.name : user?.display_name
  const renamed: ReadonlyArray<DriftDifference> =
    name === undefined || name === gateway_name ? [] : [{ kind: "renamed", here: gateway_name, there: name }]
  if (user === null) return [{ kind: "root_missing", here: `root user ${uid}`, there: absent }, ...renamed]
  const expected = isAccount
    ? { account_id: external_id, is_account_root: true }
    : { account_id: null, is_account_root: false }
  const belongs = user.account_id === expected.account_id && (!isAccount || user.is_account_root)
  const key = `key ${access_key} of ${uid}`
  return [
    ...(belongs ? [] : [{ kind: "moved" as const, here: membership(expected), there: membership(user) }]),
    ...(user.suspended === suspended
      ? []
      : suspended
        ? [{ kind: "enabled" as const, here: "suspended", there: "may be used" }]
        : [{ kind: "suspended" as const, here: "may be used", there: "suspended" }]),
    ...(user.access_keys.includes(access_key)
      ? []
      : user.inactive_keys.includes(access_key)
        ? [{ kind: "key_inactive" as const, here: key, there: "switched off" }]
        : [{ kind: "key_missing" as const, here: key, there: absent }]),
    ...renamed
  ]
}

/** `recreate`: same id, new key, no buckets; `new_key`: also deletes a disabled key; `keep_name`: accept both names. */
export const driftRepairs = ["recreate", "new_key", "take_name", "keep_name"] as const
export const DriftRepair = Schema.Literals(driftRepairs).annotate({ identifier: "DriftRepair" })
export type DriftRepair = typeof DriftRepair.Type

export const repairedKinds: Readonly<Record<DriftRepair, ReadonlyArray<DriftKind>>> = {
  recreate: ["missing", "root_missing"],
  new_key: ["key_missing", "key_inactive"],
  take_name: ["renamed"],
  keep_name: ["renamed"]
}

export const RepairDrift = Schema.Struct({ repair: DriftRepair, ...readVersion }).annotate({
  identifier: "RepairDrift"
})
export type RepairDrift = typeof RepairDrift.Type

export const CheckDrift = Schema.Struct({ storage_endpoint_id: Schema.optionalKey(RowId) }).annotate({
  identifier: "CheckDrift"
})
export type CheckDrift = typeof CheckDrift.Type

export const DriftProblem = Schema.Struct({ code: Schema.String, detail: Schema.String }).annotate({
  identifier: "DriftProblem"
})
export type DriftProblem = typeof DriftProblem.Type

/** `failed`: nothing was compared; `partial`: `unread_count` registrations could not be read. */
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

export const DriftReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped"]),
  compared_count: Schema.Int,
  differing_count: Schema.Int,
  failed_endpoint_count: Schema.Int,
  endpoints: Schema.Array(EndpointDrift)
}).annotate({ identifier: "DriftReport" })
export type DriftReport = typeof DriftReport.Type

export const DriftSummary = Schema.Struct({
  account_count: Schema.Int,
  s3_user_count: Schema.Int,
  endpoints: Schema.Array(EndpointDrift)
}).annotate({ identifier: "DriftSummary" })
export type DriftSummary = typeof DriftSummary.Type

export const DriftEvent = Schema.Union([streamEvent("drift", DriftSummary)])
export type DriftEvent = typeof DriftEvent.Type

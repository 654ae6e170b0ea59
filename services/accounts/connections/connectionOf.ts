import type { DateTime } from "effect"
import { type Connection, type ConnectionTag, sharedRemediation } from "#domain/accounts/Connection.ts"
import { connectionFault } from "#domain/accounts/usability.ts"
import type { ConnectionRecord } from "./ConnectionRecords.ts"

export const standardTags = (tags: ReadonlyArray<ConnectionTag>): ReadonlyArray<ConnectionTag> =>
  tags.filter(({ scope }) => scope === "standard")

export const connectionOf = (
  record: ConnectionRecord,
  allowedHosts: ReadonlyArray<string>,
  now: DateTime.Utc
): Connection => {
  const {
    grants: _grants,
    owner_user_id,
    seal: _seal,
    secret: _secret,
    storage_endpoint_is_default: _default,
    storage_endpoint_is_sandbox: _sandbox,
    ...rest
  } = record
  const fault = connectionFault(
    { customUrl: record.custom_endpoint?.url ?? null, expiresAt: record.expires_at },
    allowedHosts,
    now
  )
  const shared = owner_user_id === null
  return {
    ...rest,
    ownership: shared ? "shared" : "private",
    workspaces: shared ? ["manager"] : ["manager", "browser"],
    remediation_reason:
      shared && (fault !== null || (record.probe !== null && record.probe.finding !== "ready"))
        ? sharedRemediation
        : null,
    unusable_reason: fault?.reason ?? null,
    unusable_detail: fault?.detail ?? null
  }
}

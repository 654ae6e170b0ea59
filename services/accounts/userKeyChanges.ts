import { Effect, Schema } from "effect"
import type { NotFound } from "#domain/platform/errors/Errors.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayChangeKind } from "#services/platform/audit/GatewayChangeKind.ts"
import { type KeyState, keyState } from "#services/gateways/endpoints/keyState.ts"
import { entityId } from "./gatewaySubject.ts"
import type { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"

const About = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  endpoint_id: Schema.Int,
  uid: Schema.String,
  access_key: Schema.String,
  account: Schema.optionalKey(Schema.String)
})
export type UserKeyChange = typeof About.Type

export type UserKeyVerb = "create" | "enable" | "disable" | "delete"

export const STATE_AFTER: Record<UserKeyVerb, KeyState> = {
  create: "active",
  enable: "active",
  disable: "inactive",
  delete: "absent"
}

export type KeyWorkspace = "admin" | "manager" | "cluster-admin"

const nouns = { admin: "rgw_user.key", manager: "cluster_key", "cluster-admin": "rgw_user.key" } as const

export const userKeyEntity = ({ account, id, name }: UserKeyChange) => ({
  type: account === undefined ? "rgw_user" : "rgw_account",
  id: entityId(id),
  label: name
})

/** Verified by a read. A new key without outcome is deleted, because nobody knows its secret. */
export const userKeyKind = (
  {
    reach,
    users
  }: {
    readonly users: GatewayUsers["Service"]
    readonly reach: (endpointId: number) => Effect.Effect<AdminTarget, NotFound>
  },
  verb: UserKeyVerb,
  workspace: KeyWorkspace
): GatewayChangeKind<UserKeyChange, AdminTarget, null> => ({
  action: `${nouns[workspace]}.${verb}`,
  scope: workspace,
  about: About,
  gateway: ({ endpoint_id }) => `endpoint:${endpoint_id}`,
  // same as registration, unregistration and rotation
  thing: ({ account, endpoint_id, uid }) =>
    account === undefined ? `endpoint:${endpoint_id}/s3_user:${uid}` : `endpoint:${endpoint_id}/account:${account}`,
  entity: userKeyEntity,
  messages: ({ access_key, name }) => {
    const what = `${name}: ${verb} key ${access_key}`
    return { success: what, failure: `${what} failed`, unknown: `${what}: it is not known whether it happened` }
  },
  metadata: ({ access_key }) => ({ access_key }),
  reach: ({ endpoint_id }) => reach(endpoint_id),
  recover: Effect.fnUntraced(function* (target: AdminTarget, { access_key, uid }: UserKeyChange) {
    if (verb === "create") {
      yield* users.removeKey(target, access_key, uid)
      return { isApplied: false, observed: null, rows: Effect.void }
    }
    return {
      isApplied: (yield* keyState(users, target, uid, access_key)) === STATE_AFTER[verb],
      observed: null,
      rows: Effect.void
    }
  }),
  assumeApplied: verb === "create" ? null : () => ({ isApplied: true, observed: null, rows: Effect.void })
})

import { Effect, Schema } from "effect"
import type { NotFound } from "#domain/platform/errors/Errors.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayChangeKind } from "#services/platform/audit/GatewayChangeKind.ts"
import { type KeyState, keyState } from "#services/gateways/endpoints/keyState.ts"
import type { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"

const About = Schema.Struct({
  id: Schema.Int, name: Schema.String, endpoint_id: Schema.Int, uid: Schema.String, access_key: Schema.String,
  /** Of an RGW account, by whose root user it is acted: its id at the gateway; left out of an RGW user. */
  account: Schema.optionalKey(Schema.String)
})
export type UserKeyChange = typeof About.Type

export type UserKeyVerb = "create" | "enable" | "disable" | "delete"

/** How the key is once it is done. */
export const wanted: Record<UserKeyVerb, KeyState> = { create: "active", enable: "active", disable: "inactive", delete: "absent" }

/** Who changes it: an administrator the keys of an RGW user, or whoever acts as a context those of its principal. */
export type KeyWorkspace = "admin" | "manager"

const nouns = { admin: "rgw_user.key", manager: "cluster_key" } as const

export const userKeyEntity = ({ account, id, name }: UserKeyChange) => ({ type: account === undefined ? "rgw_user" : "rgw_account", id: String(id), label: name })

/**
 * A change of a key of an RGW user, the root user of an account among them. It is looked at where it ended; one that was to be made goes again, because its secret has
 * been told to nobody.
 */
export const userKeyKind = (
  { reach, users }: { readonly users: GatewayUsers["Service"]; readonly reach: (endpointId: number) => Effect.Effect<AdminTarget, NotFound> }, verb: UserKeyVerb, workspace: KeyWorkspace
): GatewayChangeKind<UserKeyChange, AdminTarget, null> => ({
  action: `${nouns[workspace]}.${verb}`,
  scope: workspace,
  about: About,
  gateway: ({ endpoint_id }) => `endpoint:${endpoint_id}`,
  // as registering, unregistering and rotating it
  thing: ({ account, endpoint_id, uid }) => account === undefined ? `endpoint:${endpoint_id}/s3_user:${uid}` : `endpoint:${endpoint_id}/account:${account}`,
  entity: userKeyEntity,
  messages: ({ access_key, name }) => {
    const what = `${name}: ${verb} key ${access_key}`
    return { success: what, failure: `${what} failed`, unknown: `${what}: it is not known whether it happened` }
  },
  metadata: ({ access_key }) => ({ access_key }),
  reach: ({ endpoint_id }) => reach(endpoint_id),
  recover: Effect.fnUntraced(function*(target: AdminTarget, { access_key, uid }: UserKeyChange) {
    if (verb === "create") {
      yield* users.removeKey(target, access_key, uid)
      return { so: false, seen: null, rows: Effect.void }
    }
    return { so: (yield* keyState(users, target, uid, access_key)) === wanted[verb], seen: null, rows: Effect.void }
  }),
  assumed: verb === "create" ? null : () => ({ so: true, seen: null, rows: Effect.void })
})

import { Effect, Schema } from "effect"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { NotFound } from "#domain/platform/errors/Errors.ts"
import { nouns, adoptUser } from "#services/accounts/registrationChanges.ts"
import type { RegistrationKind } from "#services/accounts/Registrations.ts"
import type { GatewayChangeKind } from "#services/platform/audit/GatewayChangeKind.ts"
import type { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"

const About = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  external_id: Schema.String,
  endpoint_id: Schema.Int,
  uid: Schema.String,
  access_key: Schema.String,
  old_key: Schema.String,
  makes: Schema.Literals(["account", "user"])
})
export type RecreationRecord = typeof About.Type

/** Without outcome the user is deleted if it has our key; an account stays: another process may have created it. */
export const recreatingKind = (
  ports: {
    readonly users: GatewayUsers["Service"]
    readonly reach: (endpointId: number) => Effect.Effect<AdminTarget, NotFound>
  },
  kind: RegistrationKind
): GatewayChangeKind<RecreationRecord, AdminTarget, null> => ({
  action: `${nouns[kind]}.recreate`,
  scope: "admin",
  about: About,
  gateway: ({ endpoint_id }) => `endpoint:${endpoint_id}`,
  // same as registration, unregistration and rotation
  thing: ({ endpoint_id, external_id }) => `endpoint:${endpoint_id}/${kind}:${external_id}`,
  entity: ({ id, name }) => ({ type: nouns[kind], id: String(id), label: name }),
  messages: ({ external_id, name }) => {
    const what = `${name}: ${external_id} is made on the gateway once more`
    return { success: what, failure: `${what}: failed`, unknown: `${what}: it is not known whether it happened` }
  },
  metadata: ({ access_key, makes, old_key, uid }) => ({ makes, uid, old_key, new_key: access_key }),
  reach: ({ endpoint_id }) => ports.reach(endpoint_id),
  recover: Effect.fnUntraced(function* (target: AdminTarget, made: RecreationRecord) {
    yield* adoptUser(ports.users, target, made)
    return { isApplied: false, observed: null, rows: Effect.void }
  }),
  assumeApplied: null
})

/** I6: valid name for a user of an account. */
export const accountUserName = (uid: string): string => uid.replace(/[^A-Za-z0-9+=,.@_-]/g, "-").slice(0, 64)

import { Effect, Schema } from "effect"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"
import type { GatewayChangeKind } from "#services/platform/audit/GatewayChangeKind.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayAccounts } from "#services/gateways/endpoints/GatewayAccounts.ts"
import type { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import type { RegistrationKind } from "./Registrations.ts"

export const nouns = { account: "rgw_account", s3_user: "rgw_user" } as const

const Kind = Schema.Literals(["account", "s3_user"])

export const CreatedKind = Schema.Literals(["account", "user", "key"])
export type CreatedKind = typeof CreatedKind.Type

const Made = Schema.Struct({
  kind: Kind,
  endpoint_id: Schema.Int,
  name: Schema.String,
  external_id: Schema.String,
  uid: Schema.String,
  access_key: Schema.String,
  makes: CreatedKind,
  user_links: Schema.Json,
  group_links: Schema.optionalKey(Schema.Json)
})
type Made = typeof Made.Type

const Unregistering = Schema.Struct({
  kind: Kind,
  id: Schema.Int,
  endpoint_id: Schema.Int,
  name: Schema.String,
  external_id: Schema.String,
  uid: Schema.String,
  access_key: Schema.String
})
type Unregistering = typeof Unregistering.Type

const messages = (action: string, name: string) => ({
  success: `${action}: ${name}`,
  failure: `${action}: ${name} failed`,
  unknown: `${action}: ${name} is not known to have happened`
})

const gateway = ({ endpoint_id }: { readonly endpoint_id: number }) => `endpoint:${endpoint_id}`
const thing = ({ endpoint_id, external_id, kind }: Pick<Made, "endpoint_id" | "external_id" | "kind">) =>
  `endpoint:${endpoint_id}/${kind}:${external_id}`

export const creationMessage = ({
  access_key,
  external_id,
  makes,
  uid
}: Pick<Made, "access_key" | "external_id" | "makes" | "uid">): string =>
  makes === "account"
    ? `account ${external_id}`
    : makes === "user"
      ? `user ${uid}`
      : `access key ${access_key} of ${uid}`

/** Deletes a user only when it has our key: the name may belong to an older user. */
export const adoptUser = Effect.fnUntraced(function* (
  users: GatewayUsers["Service"],
  target: AdminTarget,
  { access_key, uid }: { readonly access_key: string; readonly uid: string }
): Effect.fn.Return<void, GatewayFailure, GatewayIntent> {
  const user = yield* Effect.catchTag(users.user(target, uid), "NotFound", () => Effect.succeed(null))
  if (user?.access_keys.includes(access_key)) yield* users.removeUser(target, uid)
})

/** Rows and outcome commit together, so a change without outcome is unregistered and is rolled back. */
export const makingKind = (
  ports: {
    readonly accounts: GatewayAccounts["Service"]
    readonly users: GatewayUsers["Service"]
    readonly reach: (endpointId: number) => Effect.Effect<AdminTarget, NotFound>
  },
  kind: RegistrationKind,
  verb: "create" | "import"
): GatewayChangeKind<Made, AdminTarget, null> => {
  const action = `${nouns[kind]}.${verb}`
  const { accounts, users } = ports

  return {
    action,
    scope: "admin",
    about: Made,
    gateway,
    thing,
    entity: ({ name }) => ({ type: nouns[kind], id: null, label: name }),
    messages: ({ name }) => messages(action, name),
    metadata: ({ group_links, user_links }) => ({ user_links, ...(group_links === undefined ? {} : { group_links }) }),
    reach: ({ endpoint_id }) => ports.reach(endpoint_id),
    recover: Effect.fnUntraced(function* (target: AdminTarget, creation: Made) {
      if (creation.makes === "key") yield* users.removeKey(target, creation.access_key, creation.uid)
      else yield* adoptUser(users, target, creation)
      if (creation.makes === "account") yield* accounts.removeAccount(target, creation.external_id)
      return { isApplied: false, observed: null, rows: Effect.void }
    }),
    assumeApplied: null
  }
}

export const unregisteringKind = (
  ports: {
    readonly reach: (endpointId: number) => Effect.Effect<AdminTarget | null, NotFound>
    readonly takeKey: (target: AdminTarget | null, key: Unregistering) => Effect.Effect<unknown, never, GatewayIntent>
    readonly forget: (kind: RegistrationKind, id: number) => Effect.Effect<void>
  },
  kind: RegistrationKind
): GatewayChangeKind<Unregistering, AdminTarget | null, null> => {
  const action = `${nouns[kind]}.unregister`
  return {
    action,
    scope: "admin",
    about: Unregistering,
    gateway,
    thing,
    entity: ({ id, name }) => ({ type: nouns[kind], id: String(id), label: name }),
    messages: ({ name }) => messages(action, name),
    metadata: () => ({}),
    reach: ({ endpoint_id }) => ports.reach(endpoint_id),
    recover: (target, key) =>
      Effect.as(ports.takeKey(target, key), { isApplied: true, observed: null, rows: ports.forget(kind, key.id) }),
    assumeApplied: null
  }
}

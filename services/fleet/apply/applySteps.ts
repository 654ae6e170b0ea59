import { Effect, type Redacted } from "effect"
import type { EntryOf, Section } from "#domain/fleet/apply/sections.ts"
import type { PlannedChange } from "#domain/fleet/apply/planApply.ts"
import { ApplicationSettings } from "#services/identity/ApplicationSettings.ts"
import { RgwAccounts } from "#services/accounts/RgwAccounts.ts"
import { RgwUsers } from "#services/accounts/RgwUsers.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { Connections, sharedConnections } from "#services/accounts/connections/Connections.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { type ProviderSet, Providers } from "#services/identity/federation/Providers.ts"
import { UiGroups } from "#services/identity/UiGroups.ts"
import { UiUsers } from "#services/identity/users/UiUsers.ts"
import { gatewaySettingSteps } from "./gatewaySettingSteps.ts"
import { linkSteps } from "./linkSteps.ts"
import { lowerCase, pickFields, rowId, type Step, type StepContext, versionOf } from "./stepContext.ts"

export const makeSteps = Effect.gen(function* () {
  const endpoints = yield* StorageEndpoints
  const { ldap, oidc } = yield* Providers
  const accounts = yield* RgwAccounts
  const rgwUsers = yield* RgwUsers
  const connections = yield* Connections
  const groups = yield* UiGroups
  const users = yield* UiUsers
  const settings = yield* ApplicationSettings
  const transaction = yield* Transaction
  const setLinks = yield* linkSteps
  const setOnGateway = yield* gatewaySettingSteps

  const endpoint = (
    change: PlannedChange,
    { admin_secret_key, ...entry }: EntryOf<"storage_endpoints">,
    { caller, defaultMoves, secretOf }: StepContext
  ): Step => {
    const secret = secretOf(admin_secret_key)
    if (change.action === "create") {
      return Effect.map(
        endpoints.create(caller, { ...entry, ...(secret === undefined ? {} : { admin_secret_key: secret }) }),
        ({ id }) => id
      )
    }
    const keyed = change.changed.has("admin_access_key") || change.changed.has("admin_secret_key")
    const access =
      entry.admin_access_key === undefined
        ? ((change.known?.entry as EntryOf<"storage_endpoints"> | undefined)?.admin_access_key ?? null)
        : entry.admin_access_key
    const key = !keyed
      ? {}
      : {
          admin_access_key: access,
          ...(access === null ? { admin_secret_key: null } : secret === undefined ? {} : { admin_secret_key: secret })
        }
    const { admin_access_key: _key, ...fields } = pickFields(entry, change.changed)
    return Effect.map(
      endpoints.update(caller, rowId(change), { ...fields, ...key, ...(defaultMoves ? {} : versionOf(change)) }),
      ({ id }) => id
    )
  }

  const provider = <Config>(
    set: ProviderSet<Config>,
    change: PlannedChange,
    { enabled, id, label }: { readonly id: string; readonly label: string; readonly enabled: boolean },
    config: Config,
    field: string,
    secret: Redacted.Redacted | null | undefined,
    { caller }: StepContext
  ): Step => {
    if (change.action === "create") return Effect.as(set.create(caller, id, { label, enabled, config, secret }), id)
    // a stored secret is not reused for another address: send it with a changed configuration
    const sent = change.changed.has(field) || (change.changed.has("config") && secret !== null) ? secret : undefined
    return Effect.as(set.update(caller, id, { label, enabled, config, secret: sent }), id)
  }

  const withGroupIds = <
    Mapping extends {
      readonly groups: ReadonlyArray<{ readonly group: string; readonly value: string; readonly privileged: boolean }>
    }
  >(
    mapping: Mapping | null,
    { idOf }: StepContext
  ) =>
    mapping === null
      ? null
      : {
          ...mapping,
          groups: mapping.groups.map(({ group: name, ...rest }) => ({
            ...rest,
            group_id: idOf("groups", lowerCase(name))
          }))
        }

  const account = (
    change: PlannedChange,
    { name, on_create = {}, rgw_account_id, storage_endpoint }: EntryOf<"accounts">,
    { caller, idOf }: StepContext
  ): Step => {
    if (change.action === "update")
      return Effect.map(accounts.update(caller, rowId(change), { name, ...versionOf(change) }), ({ id }) => id)
    const storage_endpoint_id = idOf("storage_endpoints", lowerCase(storage_endpoint))
    if (rgw_account_id === undefined)
      return Effect.map(accounts.create(caller, { name, storage_endpoint_id, ...on_create }), ({ id }) => id)
    return Effect.gen(function* () {
      const brought = yield* accounts.import(caller, { storage_endpoint_id, rgw_account_id })
      if (brought.name !== name) yield* accounts.update(caller, brought.id, { name })
      return brought.id
    })
  }

  const rgwUser = (
    change: PlannedChange,
    { existing, name, on_create = {}, rgw_user_uid, storage_endpoint }: EntryOf<"s3_users">,
    { caller, idOf }: StepContext
  ): Step => {
    if (change.action === "update")
      return Effect.map(rgwUsers.update(caller, rowId(change), { name, ...versionOf(change) }), ({ id }) => id)
    const storage_endpoint_id = idOf("storage_endpoints", lowerCase(storage_endpoint))
    if (existing !== true)
      return Effect.map(
        rgwUsers.create(caller, { rgw_user_uid, name, storage_endpoint_id, ...on_create }),
        ({ id }) => id
      )
    return Effect.gen(function* () {
      const brought = yield* rgwUsers.import(caller, { storage_endpoint_id, rgw_user_uid })
      if (brought.name !== name) yield* rgwUsers.update(caller, brought.id, { name })
      return brought.id
    })
  }

  const connection = (
    change: PlannedChange,
    entry: EntryOf<"s3_connections">,
    { caller, idOf, secretOf }: StepContext
  ): Step => {
    const {
      access_key,
      custom_endpoint,
      groups: _groups,
      secret_key,
      session_token,
      storage_endpoint,
      users: _users,
      ...plain
    } = entry
    const [secret, token] = [secretOf(secret_key), secretOf(session_token)]
    const knownEntry = change.known?.entry as EntryOf<"s3_connections"> | undefined
    const place =
      storage_endpoint !== undefined
        ? { storage_endpoint_id: idOf("storage_endpoints", lowerCase(storage_endpoint)) }
        : custom_endpoint === undefined
          ? {}
          : { custom_endpoint: { ...knownEntry?.custom_endpoint, ...custom_endpoint } }
    const keys = {
      access_key,
      ...(secret === undefined ? {} : { secret_key: secret }),
      ...(token === undefined ? {} : { session_token: token })
    }
    if (change.action === "create") {
      if (secret === undefined) return Effect.die(new Error("a new connection is planned with its secret key"))
      return Effect.map(
        connections.create(caller, sharedConnections, { ...plain, ...place, ...keys, secret_key: secret }),
        ({ id }) => id
      )
    }
    const moves = change.changed.has("storage_endpoint") || change.changed.has("custom_endpoint")
    const keyed =
      ["access_key", "secret_key", "session_token"].some((name) => change.changed.has(name)) ||
      (moves && secret !== undefined)
    // new keys reset the known expiry
    const ends = keyed && plain.expires_at !== undefined ? { expires_at: plain.expires_at } : {}
    return Effect.map(
      connections.update(caller, sharedConnections, rowId(change), {
        ...pickFields(plain, change.changed),
        ...(moves ? place : {}),
        ...(keyed ? { ...keys, ...ends } : {}),
        ...versionOf(change)
      }),
      ({ id }) => id
    )
  }

  const group = (
    change: PlannedChange,
    { members: _members, ...entry }: EntryOf<"groups">,
    { caller }: StepContext
  ): Step =>
    Effect.map(
      change.action === "create"
        ? groups.create(caller, entry)
        : groups.update(caller, rowId(change), { ...pickFields(entry, change.changed), ...versionOf(change) }),
      ({ id }) => id
    )

  const user = (
    change: PlannedChange,
    { is_active, password, ...entry }: EntryOf<"users">,
    { caller, secretOf }: StepContext
  ): Step => {
    if (change.action !== "create") {
      return Effect.map(
        users.update(caller, rowId(change), {
          ...pickFields(entry, change.changed),
          ...(change.changed.has("is_active") && is_active !== undefined ? { is_active } : {}),
          ...versionOf(change)
        }),
        ({ id }) => id
      )
    }
    const secret = secretOf(password)
    return transaction.run(
      Effect.gen(function* () {
        const made = yield* users.create(caller, { ...entry, ...(secret === undefined ? {} : { password: secret }) })
        if (is_active === false) yield* users.update(caller, made.id, { is_active })
        return made.id
      })
    )
  }

  const createOrUpdate = (change: PlannedChange, context: StepContext): Step => {
    const { index, section } = change
    const { document, secretOf } = context
    const entryOf = <S extends Section>(of: S) => (document[of] as ReadonlyArray<EntryOf<S>>)[index ?? 0] as EntryOf<S>
    switch (section) {
      case "storage_endpoints":
        return endpoint(change, entryOf(section), context)
      case "oidc_providers": {
        const { client_secret, config, ...entry } = entryOf(section)
        return provider(
          oidc,
          change,
          entry,
          { ...config, group_mapping: withGroupIds(config.group_mapping, context) },
          "client_secret",
          secretOf(client_secret),
          context
        )
      }
      case "ldap_providers": {
        const { bind_password, config, ...entry } = entryOf(section)
        return provider(
          ldap,
          change,
          entry,
          { ...config, group_mapping: withGroupIds(config.group_mapping, context) },
          "bind_password",
          secretOf(bind_password),
          context
        )
      }
      case "accounts":
        return account(change, entryOf(section), context)
      case "s3_users":
        return rgwUser(change, entryOf(section), context)
      case "s3_connections":
        return connection(change, entryOf(section), context)
      case "groups":
        return group(change, entryOf(section), context)
      case "users":
        return user(change, entryOf(section), context)
      case "settings":
        return Effect.as(settings.update(context.caller, { ...document.settings, ...versionOf(change) }), "settings")
    }
  }

  return (change: PlannedChange, context: StepContext): Step =>
    change.part === "links"
      ? setLinks(change, context)
      : change.part === "on_gateway"
        ? setOnGateway(change, context)
        : createOrUpdate(change, context)
})

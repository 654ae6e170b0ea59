import { Context, Effect, Layer, type Redacted } from "effect"
import { managerToolsOf, privilegesOf } from "#domain/platform/access/UserRights.ts"
import type { GroupLink, UserLink } from "#domain/identity/Links.ts"
import type { SettingsEntry } from "#domain/fleet/apply/ApplyDocument.ts"
import type { ApplyState, StoredEntry } from "#domain/fleet/apply/ApplyState.ts"
import { entryKeys } from "#domain/fleet/apply/sections.ts"
import type { GroupLinkEntry, UserLinkEntry } from "#domain/fleet/apply/sections/roleLinks.ts"
import { EndpointEntry } from "#domain/fleet/apply/sections/storageEndpoints.ts"
import type { MappedGroup } from "#domain/identity/federation/GroupMapping.ts"
import type { LdapConfig, OidcConfig } from "#domain/identity/federation/Federation.ts"
import { ApplicationSettings } from "#services/identity/ApplicationSettings.ts"
import { type Registration, type RegistrationKind, Registrations } from "#services/accounts/Registrations.ts"
import { type ConnectionRecord, ConnectionRecords } from "#services/accounts/connections/ConnectionRecords.ts"
import { connectionCredential } from "#services/accounts/connections/connectionSecrets.ts"
import { sharedConnections } from "#services/accounts/connections/Connections.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { type ListedProvider, Providers } from "#services/identity/federation/Providers.ts"
import { DeclaredPeople } from "./DeclaredPeople.ts"
import { GatewayStates } from "./GatewayStates.ts"

export interface ReadState {
  readonly state: ApplyState
  readonly stored: (section: string, id: number | string, field: string) => Effect.Effect<Redacted.Redacted | null>
}

const emptySet: ReadonlySet<string> = new Set()

const rolesOf = ({ allow_manager_browser_data_access, manager_role, portal_role }: UserLink | GroupLink) => ({
  manager_role,
  portal_role,
  allow_manager_browser_data_access
})
const linksOf = ({ group_links, user_links }: Registration) => ({
  user_links: user_links.map((link): UserLinkEntry => ({ user: link.email, ...rolesOf(link) })),
  group_links: group_links.map((link): GroupLinkEntry => ({ group: link.name, ...rolesOf(link) }))
})

const picked = <Entry>(row: object, fields: ReadonlyArray<string>): Entry =>
  Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name))) as Entry

const setByEnvironment = (row: object): string | null =>
  "source" in row && row.source === "environment"
    ? "The environment sets this storage endpoint: change it there and restart"
    : null

const accountOf = (row: Registration, hidden: boolean): StoredEntry<"accounts"> => ({
  id: row.id,
  version: row.version,
  secrets: [],
  fixed: null,
  others: emptySet,
  hidden,
  entry: {
    storage_endpoint: row.storage_endpoint_name,
    name: row.name,
    rgw_account_id: row.external_id,
    ...linksOf(row)
  }
})

const userOf = (row: Registration, hidden: boolean): StoredEntry<"s3_users"> => ({
  id: row.id,
  version: row.version,
  secrets: [],
  fixed: null,
  others: emptySet,
  hidden,
  entry: {
    storage_endpoint: row.storage_endpoint_name,
    rgw_user_uid: row.uid,
    name: row.name,
    existing: true,
    ...linksOf(row)
  }
})

const connectionOf = (
  row: ConnectionRecord,
  links: { readonly users: ReadonlyArray<string>; readonly groups: ReadonlyArray<string> }
): StoredEntry<"s3_connections"> => ({
  id: row.id,
  version: row.version,
  secrets: ["secret_key", ...(row.has_session_token ? ["session_token"] : [])],
  others: emptySet,
  // the sandbox exists on this installation only
  hidden: row.storage_endpoint_is_sandbox,
  fixed: row.server_managed ? "Stowage itself manages this connection" : null,
  entry: {
    name: row.name,
    ...(row.storage_endpoint_name !== null
      ? { storage_endpoint: row.storage_endpoint_name }
      : row.custom_endpoint === null
        ? {}
        : { custom_endpoint: row.custom_endpoint }),
    access_key: row.access_key,
    expires_at: row.expires_at,
    capabilities: row.capabilities,
    owner_type: row.owner_type,
    owner_identifier: row.owner_identifier,
    tags: row.tags,
    users: links.users,
    groups: links.groups
  }
})

const mappingOf = <Mapping extends { readonly groups: ReadonlyArray<MappedGroup> }>(
  mapping: Mapping | null,
  names: ReadonlyMap<number, string>
) => {
  const groups = (mapping?.groups ?? []).flatMap(({ group_id, ...rest }) => {
    const group = names.get(group_id)
    return group === undefined ? [] : [{ ...rest, group }]
  })
  return mapping === null || groups.length === 0 ? null : { ...mapping, groups }
}

const providerOf = <Config extends OidcConfig | LdapConfig, Entry>(
  field: string,
  { config, enabled, hasSecret, id, label, source }: ListedProvider<Config>,
  configOf: (config: Config) => Entry
) => ({
  id,
  version: null,
  secrets: hasSecret ? [field] : [],
  others: emptySet,
  hidden: false,
  fixed: source === "environment" ? "This provider comes from the environment: change it there and restart" : null,
  entry: { id, label, enabled, config: configOf(config) }
})

export type RequestedStates = "none" | "all" | ReadonlySet<string>

export class ApplyStates extends Context.Service<
  ApplyStates,
  {
    readonly read: (requested: RequestedStates) => Effect.Effect<ReadState>
  }
>()("stowage/services/fleet/apply/ApplyStates") {
  static readonly layer = Layer.effect(
    ApplyStates,
    Effect.gen(function* () {
      const endpoints = yield* StorageEndpoints
      const targets = yield* AdminTargets
      const providers = yield* Providers
      const registrations = yield* Registrations
      const connections = yield* ConnectionRecords
      const cipher = yield* CredentialCipher
      const people = yield* DeclaredPeople
      const settings = yield* ApplicationSettings
      const gatewayStates = yield* GatewayStates

      const settingsNow = Effect.map(
        settings.read,
        ({
          branding,
          general,
          locked,
          portal,
          quota_notifications,
          require_passkey_for_admins,
          require_passkey_for_users,
          version
        }) => {
          const { has_password: _password, ...mail } = quota_notifications
          const entry: SettingsEntry = {
            general,
            require_passkey_for_admins,
            require_passkey_for_users,
            quota_notifications: mail,
            branding,
            ...(portal === undefined ? {} : { portal })
          }
          return { version, entry, locked: new Map(locked.map(({ path, variable }) => [path, variable])) }
        }
      )

      /** Null when unreadable: the document's secret replaces it. */
      const orNull = <A>(secret: Effect.Effect<A>): Effect.Effect<A | null> =>
        Effect.catchDefect(secret, () =>
          Effect.as(
            Effect.logWarning("A stored secret cannot be read: it counts as another than what is applied"),
            null
          )
        )

      const readRegistrations = Effect.fnUntraced(function* <S extends "accounts" | "s3_users">(
        section: S,
        kind: RegistrationKind,
        knownOf: (row: Registration, hidden: boolean) => StoredEntry<S>,
        gatewaySelection: RequestedStates,
        sandboxes: ReadonlySet<number>
      ) {
        const all = (yield* registrations.all(kind)).map((row) => ({
          row,
          known: knownOf(row, sandboxes.has(row.storage_endpoint_id))
        }))
        const wanted =
          gatewaySelection === "none"
            ? []
            : gatewaySelection === "all"
              ? all
              : all.filter(({ known: { entry } }) => entryKeys(section, entry).some((key) => gatewaySelection.has(key)))
        const found = yield* gatewayStates.read(
          kind,
          wanted.map(({ row }) => row)
        )
        return all.map(({ known: one, row }): StoredEntry<S> => {
          const there = found.get(row.id)
          return there === undefined
            ? one
            : "unread" in there
              ? { ...one, unread: there.unread }
              : { ...one, entry: { ...one.entry, on_gateway: there.found } }
        })
      })

      const read = Effect.fn("ApplyStates.read")(function* (gatewaySelection: RequestedStates) {
        const gateways = yield* endpoints.list
        const sandboxes = new Set(gateways.filter(({ is_sandbox }) => is_sandbox).map(({ id }) => id))
        const [oidc, ldap] = [yield* providers.oidc.list, yield* providers.ldap.list]
        const shared = yield* connections.all(sharedConnections)
        const links = new Map((yield* people.connectionLinks).map((one) => [one.s3_connection_id, one]))
        const groups = yield* people.groups
        const names = new Map(groups.map(({ id, name }) => [id, name]))
        const state: ApplyState = {
          storage_endpoints: gateways.map((row) => ({
            id: row.id,
            version: row.version,
            secrets: row.admin_access_key === null ? [] : ["admin_secret_key"],
            fixed: setByEnvironment(row),
            others: emptySet,
            hidden: row.is_sandbox,
            entry: picked(row, Object.keys(EndpointEntry.fields))
          })),
          oidc_providers: oidc.map((row) =>
            providerOf("client_secret", row, (config) => ({
              ...config,
              group_mapping: mappingOf(config.group_mapping, names)
            }))
          ),
          ldap_providers: ldap.map((row) =>
            providerOf("bind_password", row, (config) => ({
              ...config,
              group_mapping: mappingOf(config.group_mapping, names)
            }))
          ),
          accounts: yield* readRegistrations("accounts", "account", accountOf, gatewaySelection, sandboxes),
          s3_users: yield* readRegistrations("s3_users", "s3_user", userOf, gatewaySelection, sandboxes),
          s3_connections: shared.map((row) => connectionOf(row, links.get(row.id) ?? { users: [], groups: [] })),
          groups: groups.map(({ description, given, id, manager_tools, members, name, privileges, version }) => ({
            id,
            version,
            secrets: [],
            fixed: null,
            others: new Set(given.map((email) => `members[${email.toLowerCase()}]`)),
            hidden: false,
            entry: {
              name,
              description,
              privileges: privilegesOf(privileges),
              manager_tools: managerToolsOf(manager_tools),
              members
            }
          })),
          users: (yield* people.users).map(
            ({ email, full_name, has_password, id, is_active, manager_tools, privileges, role, version }) => ({
              id,
              version,
              secrets: has_password ? ["password"] : [],
              fixed: null,
              others: emptySet,
              hidden: false,
              entry: {
                email,
                full_name,
                role,
                is_active,
                privileges: privilegesOf(privileges),
                manager_tools: managerToolsOf(manager_tools)
              }
            })
          ),
          settings: yield* settingsNow
        }

        const stored = Effect.fnUntraced(function* (section: string, id: number | string, field: string) {
          if (section === "storage_endpoints") {
            const row = gateways.find((one) => one.id === id)
            const target =
              row === undefined
                ? null
                : yield* targets.of({ ...row, capabilities: { ...row.capabilities, admin: true } })
            return target === null ? null : ((yield* orNull(target.credential.open))?.secretKey ?? null)
          }
          if (section === "s3_connections") {
            const row = shared.find((one) => one.id === id)
            const open = row === undefined ? null : yield* orNull(connectionCredential(cipher, row).open)
            return open === null ? null : field === "session_token" ? open.sessionToken : open.secretKey
          }
          const provider = (section === "oidc_providers" ? oidc : ldap).find((one) => one.id === id)
          return provider === undefined
            ? null
            : yield* Effect.catchTag(provider.secret, "Unavailable", () => Effect.succeed(null))
        })
        return { state, stored }
      })

      return ApplyStates.of({ read })
    })
  )
}

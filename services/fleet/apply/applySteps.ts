import { Effect, type Redacted } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ApplyDocument, EntryOf, Section } from "#domain/fleet/apply/ApplyDocument.ts"
import { differences, flatten } from "#domain/fleet/apply/flatten.ts"
import type { PlannedChange } from "#domain/fleet/apply/planApply.ts"
import type { SecretReference } from "#domain/fleet/apply/SecretReference.ts"
import { type Entry, ruleOf } from "#domain/fleet/apply/sectionRules.ts"
import { Conflict, type DomainError } from "#domain/platform/errors/Errors.ts"
import { ApplicationSettings } from "#services/identity/ApplicationSettings.ts"
import { AccountsOnGateway } from "#services/accounts/AccountsOnGateway.ts"
import { RgwAccounts } from "#services/accounts/RgwAccounts.ts"
import { RgwUsers } from "#services/accounts/RgwUsers.ts"
import { UsersOnGateway } from "#services/accounts/UsersOnGateway.ts"
import { RowVersions, type VersionedThing } from "#services/platform/audit/RowVersions.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { ConnectionLinks } from "#services/accounts/connections/ConnectionLinks.ts"
import { Connections, sharedConnections } from "#services/accounts/connections/Connections.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { type ProviderSet, Providers } from "#services/identity/federation/Providers.ts"
import { UiGroups } from "#services/identity/UiGroups.ts"
import { UiUsers } from "#services/identity/users/UiUsers.ts"

export interface StepContext {
  readonly caller: Caller
  readonly document: ApplyDocument
  /** Another endpoint becomes the default, which raises the version of the old one. */
  readonly defaultMoves: boolean
  readonly idOf: (section: Section, key: string) => number
  readonly secretOf: <R extends SecretReference | null | undefined>(
    reference: R
  ) => Redacted.Redacted | Extract<R, null | undefined>
}

type Step = Effect.Effect<number | string, DomainError>

/** Methods, so that the steps of a section are those of `Section` too. */
interface SectionSteps<S extends Section> {
  self(change: PlannedChange, entry: EntryOf<S>, context: StepContext): Step
  onGateway?(change: PlannedChange, entry: EntryOf<S>, id: number, context: StepContext): Step
  links?(change: PlannedChange, entry: EntryOf<S>, id: number, context: StepContext): Step
}

const stale = new Conflict({
  code: "stale_plan",
  detail: "Somebody else changed who may act as this since the plan was made: nothing of it is changed"
})

const only = <Entry extends object>(entry: Entry, names: ReadonlySet<string>): Partial<Entry> =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => names.has(name))) as Partial<Entry>

const versionOf = ({ known: knownEntry }: PlannedChange): { readonly version?: number } =>
  knownEntry?.version === null || knownEntry === null ? {} : { version: knownEntry.version }
const rowId = ({ known: knownEntry }: PlannedChange): number => Number(knownEntry?.id)
const lower = (text: string) => text.toLowerCase()

const differsIn =
  ({ fields }: PlannedChange) =>
  (name: string): boolean =>
    fields.some(({ path }) => path === `on_gateway.${name}` || path.startsWith(`on_gateway.${name}.`))

const expecting = <A>(value: A | undefined) => (value === undefined ? {} : { was: value })

export const makeSteps = Effect.gen(function* () {
  const endpoints = yield* StorageEndpoints
  const { ldap, oidc } = yield* Providers
  const accounts = yield* RgwAccounts
  const rgwUsers = yield* RgwUsers
  const accountsOnGateway = yield* AccountsOnGateway
  const usersOnGateway = yield* UsersOnGateway
  const connections = yield* Connections
  const connectionLinks = yield* ConnectionLinks
  const groups = yield* UiGroups
  const users = yield* UiUsers
  const settings = yield* ApplicationSettings
  const versions = yield* RowVersions
  const transaction = yield* Transaction

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
    const { admin_access_key: _key, ...fields } = only(entry, change.changed)
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
          groups: mapping.groups.map(({ group: name, ...rest }) => ({ ...rest, group_id: idOf("groups", lower(name)) }))
        }

  const account = (
    change: PlannedChange,
    { name, on_create = {}, rgw_account_id, storage_endpoint }: EntryOf<"accounts">,
    { caller, idOf }: StepContext
  ): Step => {
    if (change.action === "update")
      return Effect.map(accounts.update(caller, rowId(change), { name, ...versionOf(change) }), ({ id }) => id)
    const storage_endpoint_id = idOf("storage_endpoints", lower(storage_endpoint))
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
    const storage_endpoint_id = idOf("storage_endpoints", lower(storage_endpoint))
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
        ? { storage_endpoint_id: idOf("storage_endpoints", lower(storage_endpoint)) }
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
        ...only(plain, change.changed),
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
        : groups.update(caller, rowId(change), { ...only(entry, change.changed), ...versionOf(change) }),
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
          ...only(entry, change.changed),
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

  const accountOnGateway = Effect.fnUntraced(function* (
    change: PlannedChange,
    { on_gateway = {} }: EntryOf<"accounts">,
    id: number,
    { caller }: StepContext
  ) {
    const differs = differsIn(change)
    const { account_quota, bucket_quota, email, limits } = on_gateway
    const was = (change.known?.entry as EntryOf<"accounts"> | undefined)?.on_gateway
    if (email !== undefined && differs("email"))
      yield* accountsOnGateway.update(caller, id, { email, ...expecting(was && { email: was.email ?? null }) })
    if (limits !== undefined && differs("limits"))
      yield* accountsOnGateway.setLimits(caller, id, { ...limits, ...expecting(was?.limits) })
    if (account_quota !== undefined && differs("account_quota"))
      yield* accountsOnGateway.setQuota(caller, id, "account", { ...account_quota, ...expecting(was?.account_quota) })
    if (bucket_quota !== undefined && differs("bucket_quota"))
      yield* accountsOnGateway.setQuota(caller, id, "bucket", { ...bucket_quota, ...expecting(was?.bucket_quota) })
    return id
  })

  const userOnGateway = Effect.fnUntraced(function* (
    change: PlannedChange,
    { on_gateway = {} }: EntryOf<"s3_users">,
    id: number,
    { caller }: StepContext
  ) {
    const differs = differsIn(change)
    const { bucket_quota, caps, email, max_buckets, rate_limit, suspended, user_quota } = on_gateway
    const was = (change.known?.entry as EntryOf<"s3_users"> | undefined)?.on_gateway
    const profile = {
      ...(email !== undefined && differs("email") ? { email } : {}),
      ...(max_buckets !== undefined && differs("max_buckets") ? { max_buckets } : {})
    }
    if (Object.keys(profile).length > 0) {
      yield* usersOnGateway.update(caller, id, {
        ...profile,
        ...expecting(
          was && only({ email: was.email ?? null, max_buckets: was.max_buckets ?? null }, new Set(Object.keys(profile)))
        )
      })
    }
    if (user_quota !== undefined && differs("user_quota"))
      yield* usersOnGateway.setQuota(caller, id, "user", { ...user_quota, ...expecting(was?.user_quota) })
    if (bucket_quota !== undefined && differs("bucket_quota"))
      yield* usersOnGateway.setQuota(caller, id, "bucket", { ...bucket_quota, ...expecting(was?.bucket_quota) })
    if (rate_limit !== undefined && differs("rate_limit"))
      yield* usersOnGateway.setRateLimit(caller, id, { ...rate_limit, ...expecting(was?.rate_limit) })
    if (caps !== undefined && differs("caps"))
      yield* usersOnGateway.setCaps(caller, id, { caps, ...expecting(was?.caps) })
    if (suspended !== undefined && differs("suspended")) yield* usersOnGateway.suspend(caller, id, { suspended })
    return id
  })

  const requirePlanned = (
    section: Section,
    change: PlannedChange,
    declared: Entry,
    now: object,
    others: ReadonlyArray<string> = []
  ) => {
    const { links } = ruleOf(section)
    const named = new Set(links.filter((field) => (declared as Readonly<Record<string, unknown>>)[field] !== undefined))
    const changes = differences(flatten(declared, links), flatten(now, links), named)
      .filter(({ path }) => !others.includes(path))
      .map(({ after, before, path }) => ({ path, before, after, secret: false }))
    return JSON.stringify(changes) === JSON.stringify(change.fields) ? Effect.void : Effect.fail(stale)
  }
  const linkTexts = ({
    group_links,
    user_links
  }: {
    readonly user_links: ReadonlyArray<{ readonly email: string }>
    readonly group_links: ReadonlyArray<{ readonly name: string }>
  }) => ({
    user_links: user_links.map((link) => ({ ...link, user: link.email })),
    group_links: group_links.map((link) => ({ ...link, group: link.name }))
  })

  const holding = (thing: VersionedThing, id: number, work: Effect.Effect<unknown, DomainError>): Step =>
    transaction.run(Effect.as(Effect.andThen(versions.hold(thing, id, undefined), work), id))

  const sentLinks = (
    { group_links, user_links }: EntryOf<"accounts"> | EntryOf<"s3_users">,
    { idOf }: StepContext
  ) => ({
    ...(user_links === undefined
      ? {}
      : {
          user_links: user_links.map(({ user: email, ...roles }) => ({
            ...roles,
            user_id: idOf("users", lower(email))
          }))
        }),
    ...(group_links === undefined
      ? {}
      : {
          group_links: group_links.map(({ group: name, ...roles }) => ({
            ...roles,
            group_id: idOf("groups", lower(name))
          }))
        })
  })

  const connectionLink = Effect.fnUntraced(function* (
    change: PlannedChange,
    id: number,
    { caller, idOf }: StepContext
  ) {
    for (const { after, path } of change.fields) {
      const [, field, key = ""] = /^(\w+)\[(.*)\]$/s.exec(path) ?? []
      if (field === "users") {
        yield* after === null
          ? connectionLinks.remove(caller, id, idOf("users", key))
          : connectionLinks.add(caller, id, idOf("users", key))
      } else {
        const of = yield* groups.get(idOf("groups", key))
        const others = of.s3_connection_details
          .filter(({ s3_connection_id }) => s3_connection_id !== id)
          .map(({ s3_connection_id }) => ({ s3_connection_id }))
        if (others.length < of.s3_connection_details.length === (after !== null)) return yield* stale
        yield* groups.update(caller, of.id, {
          s3_connection_details: after === null ? others : [...others, { s3_connection_id: id }]
        })
      }
    }
  })

  const accountLinks: NonNullable<SectionSteps<"accounts">["links"]> = (change, entry, id, context) =>
    holding(
      "rgw_account",
      id,
      Effect.gen(function* () {
        yield* requirePlanned("accounts", change, entry, linkTexts(yield* accounts.get(id)))
        yield* accounts.update(context.caller, id, sentLinks(entry, context))
      })
    )

  const rgwUserLinks: NonNullable<SectionSteps<"s3_users">["links"]> = (change, entry, id, context) =>
    holding(
      "rgw_user",
      id,
      Effect.gen(function* () {
        yield* requirePlanned("s3_users", change, entry, linkTexts(yield* rgwUsers.get(id)))
        yield* rgwUsers.update(context.caller, id, sentLinks(entry, context))
      })
    )

  const groupLinks: NonNullable<SectionSteps<"groups">["links"]> = (change, entry, id, { caller, idOf }) =>
    holding(
      "ui_group",
      id,
      Effect.gen(function* () {
        const { user_details } = yield* groups.get(id)
        // memberships of providers stay
        const given = user_details.filter(({ by_hand }) => !by_hand)
        yield* requirePlanned(
          "groups",
          change,
          entry,
          { members: user_details.filter(({ by_hand }) => by_hand).map(({ email }) => email) },
          given.map(({ email }) => `members[${lower(email)}]`)
        )
        const wanted = new Set([
          ...(entry.members ?? []).map((email) => idOf("users", lower(email))),
          ...given.map(({ user_id }) => user_id)
        ])
        yield* groups.update(caller, id, { user_details: [...wanted].map((user_id) => ({ user_id })) })
      })
    )

  const steps: { readonly [S in Section]: SectionSteps<S> } = {
    storage_endpoints: { self: endpoint },
    oidc_providers: {
      self: (change, { client_secret, config, ...entry }, context) =>
        provider(
          oidc,
          change,
          entry,
          { ...config, group_mapping: withGroupIds(config.group_mapping, context) },
          "client_secret",
          context.secretOf(client_secret),
          context
        )
    },
    ldap_providers: {
      self: (change, { bind_password, config, ...entry }, context) =>
        provider(
          ldap,
          change,
          entry,
          { ...config, group_mapping: withGroupIds(config.group_mapping, context) },
          "bind_password",
          context.secretOf(bind_password),
          context
        )
    },
    accounts: { self: account, onGateway: accountOnGateway, links: accountLinks },
    s3_users: { self: rgwUser, onGateway: userOnGateway, links: rgwUserLinks },
    s3_connections: {
      self: connection,
      links: (change, entry, id, context) => transaction.run(Effect.as(connectionLink(change, id, context), id))
    },
    groups: { self: group, links: groupLinks },
    users: { self: user }
  }

  return (change: PlannedChange, context: StepContext): Step => {
    const { index, key, part, section } = change
    const { caller, document, idOf } = context
    if (section === "settings")
      return Effect.as(settings.update(caller, { ...document.settings, ...versionOf(change) }), "settings")
    const own: SectionSteps<Section> = steps[section]
    const entry = document[section]?.[index ?? 0]
    if (entry === undefined) return Effect.die(new Error(`${key} is planned without an entry`))
    if (part === "self") return own.self(change, entry, context)
    const id = idOf(section, key.slice(section.length + 1))
    return own[part === "links" ? "links" : "onGateway"]?.(change, entry, id, context) ?? Effect.succeed(id)
  }
})

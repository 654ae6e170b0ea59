import type { EntryOf, Section } from "./ApplyDocument.ts"
import type { SecretReference } from "./SecretReference.ts"

/** Methods, so that a section's rule is one of `Section` too. */
export interface SectionRule<S extends Section = Section> {
  readonly noun: string
  nameOf(entry: EntryOf<S>): string
  keyOf(entry: EntryOf<S>): string
  /** Another key of the same entry. */
  alsoKeyOf?(entry: EntryOf<S>): string
  /** It is on its gateway already. */
  isImported?(entry: EntryOf<S>): boolean
  readonly fields: ReadonlyArray<string>
  /** References to other entities; set after all exist. */
  readonly links: ReadonlyArray<string>
  secrets(entry: EntryOf<S>): Readonly<Record<string, SecretReference | null | undefined>>
  /** A new entry needs them; each with what is said without it. */
  readonly requiredSecrets?: Readonly<Record<string, string>>
  /** Secrets of an entry that exists are neither compared nor sent. */
  readonly secretsOnce?: boolean
}

const lower = (text: string): string => text.toLowerCase()

export const accountKey = (endpoint: string, by: "id" | "name", text: string): string =>
  `${lower(endpoint)}/${by}/${text}`

const sectionRules: { readonly [S in Section]: SectionRule<S> } = {
  storage_endpoints: {
    noun: "storage endpoint",
    nameOf: ({ name }) => name,
    keyOf: ({ name }) => lower(name),
    fields: [
      "name",
      "url",
      "provider",
      "region",
      "verify_tls",
      "is_default",
      "features_config",
      "tags",
      "latitude",
      "longitude",
      "admin_access_key"
    ],
    links: [],
    secrets: ({ admin_secret_key }) => ({ admin_secret_key })
  },
  oidc_providers: {
    noun: "OIDC provider",
    nameOf: ({ id }) => id,
    keyOf: ({ id }) => id,
    fields: ["label", "enabled", "config"],
    links: [],
    secrets: ({ client_secret }) => ({ client_secret })
  },
  ldap_providers: {
    noun: "LDAP provider",
    nameOf: ({ id }) => id,
    keyOf: ({ id }) => id,
    fields: ["label", "enabled", "config"],
    links: [],
    secrets: ({ bind_password }) => ({ bind_password })
  },
  accounts: {
    noun: "RGW account",
    nameOf: ({ name }) => name,
    keyOf: ({ name, rgw_account_id, storage_endpoint }) =>
      rgw_account_id === undefined
        ? accountKey(storage_endpoint, "name", name)
        : accountKey(storage_endpoint, "id", rgw_account_id),
    alsoKeyOf: ({ name, storage_endpoint }) => accountKey(storage_endpoint, "name", name),
    isImported: ({ rgw_account_id }) => rgw_account_id !== undefined,
    fields: ["name"],
    links: ["user_links", "group_links"],
    secrets: () => ({})
  },
  s3_users: {
    noun: "RGW user",
    nameOf: ({ rgw_user_uid }) => rgw_user_uid,
    keyOf: ({ rgw_user_uid, storage_endpoint }) => `${lower(storage_endpoint)}/${rgw_user_uid}`,
    isImported: ({ existing }) => existing === true,
    fields: ["name"],
    links: ["user_links", "group_links"],
    secrets: () => ({})
  },
  s3_connections: {
    noun: "S3 connection",
    nameOf: ({ name }) => name,
    keyOf: ({ name }) => lower(name),
    fields: [
      "name",
      "storage_endpoint",
      "custom_endpoint",
      "access_key",
      "expires_at",
      "capabilities",
      "owner_type",
      "owner_identifier",
      "tags"
    ],
    links: ["users", "groups"],
    secrets: ({ secret_key, session_token }) => ({ secret_key, session_token }),
    requiredSecrets: { secret_key: "This connection is new: say where its secret key is" }
  },
  groups: {
    noun: "group",
    nameOf: ({ name }) => name,
    keyOf: ({ name }) => lower(name),
    fields: ["name", "description", "privileges", "manager_tools"],
    links: ["members"],
    secrets: () => ({})
  },
  users: {
    noun: "console user",
    nameOf: ({ email }) => email,
    keyOf: ({ email }) => lower(email),
    fields: ["full_name", "role", "is_active", "privileges", "manager_tools"],
    links: [],
    secrets: ({ password }) => ({ password }),
    secretsOnce: true
  }
}

export type Entry = EntryOf<Section>

export const ruleOf = (section: Section): SectionRule => sectionRules[section]

/** Names an entry among those of all sections. */
export const entryKey = (section: Section, entry: Entry): string => `${section}/${ruleOf(section).keyOf(entry)}`

export const keysOf = (section: Section, entry: Entry): ReadonlyArray<string> => {
  const rule = ruleOf(section)
  const other = rule.alsoKeyOf?.(entry)
  return [rule.keyOf(entry), ...(other === undefined ? [] : [other])]
}

export interface Naming {
  readonly section: "storage_endpoints" | "users" | "groups"
  readonly key: string
  readonly name: string
  readonly path: ReadonlyArray<string>
  readonly part: "self" | "links"
}

export const namingsOf = (entry: Entry): ReadonlyArray<Naming> => {
  const named = (
    section: Naming["section"],
    part: Naming["part"],
    names: ReadonlyArray<string> | undefined,
    pathOf: (index: string) => ReadonlyArray<string>
  ): ReadonlyArray<Naming> =>
    (names ?? []).map((name, index) => ({ section, key: lower(name), name, path: pathOf(String(index)), part }))
  const mapped = "config" in entry ? entry.config.group_mapping?.groups : undefined
  return [
    ...("storage_endpoint" in entry && entry.storage_endpoint !== undefined
      ? named("storage_endpoints", "self", [entry.storage_endpoint], () => ["storage_endpoint"])
      : []),
    ...("user_links" in entry
      ? named(
          "users",
          "links",
          entry.user_links?.map(({ user }) => user),
          (index) => ["user_links", index, "user"]
        )
      : []),
    ...("group_links" in entry
      ? named(
          "groups",
          "links",
          entry.group_links?.map(({ group }) => group),
          (index) => ["group_links", index, "group"]
        )
      : []),
    ...("users" in entry ? named("users", "links", entry.users, (index) => ["users", index]) : []),
    ...("groups" in entry ? named("groups", "links", entry.groups, (index) => ["groups", index]) : []),
    ...named(
      "groups",
      "self",
      mapped?.map(({ group }) => group),
      (index) => ["config", "group_mapping", "groups", index, "group"]
    ),
    ...("members" in entry ? named("users", "links", entry.members, (index) => ["members", index]) : [])
  ]
}

import type { ApplyDocument, EntryOf, Section } from "./ApplyDocument.ts"
import type { SecretReference } from "./SecretReference.ts"

export interface SectionRule<S extends Section> {
  readonly noun: string
  readonly nameOf: (entry: EntryOf<S>) => string
  readonly keyOf: (entry: EntryOf<S>) => string
  readonly fields: ReadonlyArray<string>
  /** References to other entities; set after all exist. */
  readonly links: ReadonlyArray<string>
  readonly secrets: (entry: EntryOf<S>) => Readonly<Record<string, SecretReference | null | undefined>>
  readonly comparedSecrets: ReadonlyArray<string>
}

const lower = (text: string): string => text.toLowerCase()

export const accountKey = (endpoint: string, by: "id" | "name", text: string): string =>
  `${lower(endpoint)}/${by}/${text}`

export const sectionRules: { readonly [S in Section]: SectionRule<S> } = {
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
    secrets: ({ admin_secret_key }) => ({ admin_secret_key }),
    comparedSecrets: ["admin_secret_key"]
  },
  oidc_providers: {
    noun: "OIDC provider",
    nameOf: ({ id }) => id,
    keyOf: ({ id }) => id,
    fields: ["label", "enabled", "config"],
    links: [],
    secrets: ({ client_secret }) => ({ client_secret }),
    comparedSecrets: ["client_secret"]
  },
  ldap_providers: {
    noun: "LDAP provider",
    nameOf: ({ id }) => id,
    keyOf: ({ id }) => id,
    fields: ["label", "enabled", "config"],
    links: [],
    secrets: ({ bind_password }) => ({ bind_password }),
    comparedSecrets: ["bind_password"]
  },
  accounts: {
    noun: "RGW account",
    nameOf: ({ name }) => name,
    keyOf: ({ name, rgw_account_id, storage_endpoint }) =>
      rgw_account_id === undefined
        ? accountKey(storage_endpoint, "name", name)
        : accountKey(storage_endpoint, "id", rgw_account_id),
    fields: ["name"],
    links: ["user_links", "group_links"],
    secrets: () => ({}),
    comparedSecrets: []
  },
  s3_users: {
    noun: "RGW user",
    nameOf: ({ rgw_user_uid }) => rgw_user_uid,
    keyOf: ({ rgw_user_uid, storage_endpoint }) => `${lower(storage_endpoint)}/${rgw_user_uid}`,
    fields: ["name"],
    links: ["user_links", "group_links"],
    secrets: () => ({}),
    comparedSecrets: []
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
    comparedSecrets: ["secret_key", "session_token"]
  },
  groups: {
    noun: "group",
    nameOf: ({ name }) => name,
    keyOf: ({ name }) => lower(name),
    fields: ["name", "description", "privileges", "manager_tools"],
    links: ["members"],
    secrets: () => ({}),
    comparedSecrets: []
  },
  users: {
    noun: "console user",
    nameOf: ({ email }) => email,
    keyOf: ({ email }) => lower(email),
    fields: ["full_name", "role", "is_active", "privileges", "manager_tools"],
    links: [],
    secrets: ({ password }) => ({ password }),
    comparedSecrets: []
  }
}

/** An account has an id and a name. */
export const entryKeys = <S extends Section>(section: S, entry: EntryOf<S>): ReadonlyArray<string> => [
  sectionRules[section].keyOf(entry),
  ...(section === "accounts"
    ? [accountKey((entry as EntryOf<"accounts">).storage_endpoint, "name", (entry as EntryOf<"accounts">).name)]
    : [])
]

export interface Naming {
  readonly section: "storage_endpoints" | "users" | "groups"
  readonly key: string
  readonly name: string
  readonly path: ReadonlyArray<string>
  readonly part: "self" | "links"
}

export const entryReferences = (entry: NonNullable<ApplyDocument[Section]>[number]): ReadonlyArray<Naming> => {
  const people = (
    field: string,
    emails: ReadonlyArray<string> | undefined,
    below: ReadonlyArray<string>
  ): ReadonlyArray<Naming> =>
    (emails ?? []).map((name, index) => ({
      section: "users",
      key: lower(name),
      name,
      path: [field, String(index), ...below],
      part: "links"
    }))
  const groups = (
    field: string,
    names: ReadonlyArray<string> | undefined,
    below: ReadonlyArray<string>
  ): ReadonlyArray<Naming> =>
    (names ?? []).map((name, index) => ({
      section: "groups",
      key: lower(name),
      name,
      path: [field, String(index), ...below],
      part: "links"
    }))
  const storage: ReadonlyArray<Naming> =
    "storage_endpoint" in entry && entry.storage_endpoint !== undefined
      ? [
          {
            section: "storage_endpoints",
            key: lower(entry.storage_endpoint),
            name: entry.storage_endpoint,
            path: ["storage_endpoint"],
            part: "self"
          }
        ]
      : []
  return [
    ...storage,
    ...("user_links" in entry
      ? people(
          "user_links",
          entry.user_links?.map(({ user }) => user),
          ["user"]
        )
      : []),
    ...("group_links" in entry
      ? groups(
          "group_links",
          entry.group_links?.map(({ group }) => group),
          ["group"]
        )
      : []),
    ...("users" in entry ? people("users", entry.users, []) : []),
    ...("groups" in entry ? groups("groups", entry.groups, []) : []),
    ...("config" in entry
      ? (entry.config.group_mapping?.groups ?? []).map(
          ({ group: name }, index): Naming => ({
            section: "groups",
            key: lower(name),
            name,
            path: ["config", "group_mapping", "groups", String(index), "group"],
            part: "self"
          })
        )
      : []),
    ...("members" in entry ? people("members", entry.members, []) : [])
  ]
}

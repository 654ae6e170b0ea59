import { Struct } from "effect"
import type { SectionRule } from "./declareSection.ts"
import { type FieldDifference, fieldDifferences, flattenFields } from "./flatten.ts"
import type { SecretReference } from "./SecretReference.ts"
import { accounts } from "./sections/accounts.ts"
import { groups } from "./sections/groups.ts"
import { ldapProviders, oidcProviders } from "./sections/providers.ts"
import { s3Connections } from "./sections/s3Connections.ts"
import { s3Users } from "./sections/s3Users.ts"
import { storageEndpoints } from "./sections/storageEndpoints.ts"
import { users } from "./sections/users.ts"

/** In the order of the document, and of its changes. */
export const declarations = {
  storage_endpoints: storageEndpoints,
  accounts,
  s3_users: s3Users,
  s3_connections: s3Connections,
  groups,
  users,
  oidc_providers: oidcProviders,
  ldap_providers: ldapProviders
}
export type Section = keyof typeof declarations
export type EntryOf<S extends Section> = (typeof declarations)[S]["entry"]["Type"]
export type Entry = EntryOf<Section>

export const sections: ReadonlyArray<Section> = Struct.keys(declarations)

export const ruleOf = (section: Section): SectionRule<Entry> => declarations[section]

/** Identifies an entry among those of all sections. */
export const entryKey = (section: Section, entry: Entry): string => `${section}/${ruleOf(section).keyOf(entry)}`

export const entryKeys = (section: Section, entry: Entry): ReadonlyArray<string> => {
  const other = ruleOf(section).otherKeyOf?.(entry)
  return [entryKey(section, entry), ...(other === undefined ? [] : [`${section}/${other}`])]
}

/** Secrets that the entry has or, with null, removes. */
export const entrySecrets = (section: Section, entry: Entry) =>
  Object.entries(ruleOf(section).secrets?.(entry) ?? {}).flatMap(
    ([field, reference]): ReadonlyArray<readonly [field: string, reference: SecretReference | null]> =>
      reference === undefined ? [] : [[field, reference]]
  )

/** `stored`: null for a new entry. */
export const entryDifferences = (
  section: Section,
  fields: ReadonlyArray<string>,
  entry: object,
  stored: object | null
): ReadonlyArray<FieldDifference> => {
  const { flatten, links = [], replacedFields = [] } = ruleOf(section)
  const named = Object.entries(entry).flatMap(([field, value]) => (value === undefined ? [] : [field]))
  return fieldDifferences(
    flattenFields(entry, fields, flatten),
    stored === null ? new Map() : flattenFields(stored, fields, flatten),
    new Set(named.filter((field) => replacedFields.includes(field) || links.includes(field)))
  )
}

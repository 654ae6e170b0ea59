import { Effect, Schema } from "effect"
import { directoryRules, LdapConfig, OidcConfig } from "../../../identity/federation/Federation.ts"
import { LdapGroupMapping, MappedGroup, OidcGroupMapping } from "../../../identity/federation/GroupMapping.ts"
import { CreateLdapProvider, CreateOidcProvider } from "../../../identity/federation/IdentityProvider.ts"
import { CreateUiGroup } from "../../../identity/UiGroup.ts"
import { declareSection, type EntryReference, referencesTo } from "../declareSection.ts"
import { type Pair, pairs } from "../flatten.ts"
import { removableSecret } from "../SecretReference.ts"

const { group_id: _groupId, ...mapped } = MappedGroup.fields
const mappedGroups = Schema.Array(
  Schema.Struct({ ...mapped, group: CreateUiGroup.fields.name }).annotate({ identifier: "MappedGroupEntry" })
).check(Schema.isMinLength(1), Schema.isMaxLength(200))
const noMapping = <S extends Schema.Constraint>(schema: S) =>
  Schema.withDecodingDefaultKey<Schema.NullOr<S>>(Effect.succeed(null))(Schema.NullOr(schema))

const { client_secret: _clientSecret, config: _oidcConfig, ...oidc } = CreateOidcProvider.fields
export const OidcProviderEntry = Schema.Struct({
  ...oidc,
  config: Schema.Struct({
    ...OidcConfig.fields,
    group_mapping: noMapping(
      Schema.Struct({ ...OidcGroupMapping.fields, groups: mappedGroups }).annotate({
        identifier: "OidcGroupMappingEntry"
      })
    )
  }).annotate({ identifier: "OidcConfigEntry" }),
  client_secret: removableSecret
}).annotate({ identifier: "OidcProviderEntry" })

const { bind_password: _bindPassword, config: _ldapConfig, ...ldap } = CreateLdapProvider.fields
export const LdapProviderEntry = Schema.Struct({
  ...ldap,
  config: Schema.Struct({
    ...LdapConfig.fields,
    group_mapping: noMapping(
      Schema.Struct({ ...LdapGroupMapping.fields, groups: mappedGroups }).annotate({
        identifier: "LdapGroupMappingEntry"
      })
    )
  })
    .check(...directoryRules)
    .annotate({ identifier: "LdapConfigEntry" }),
  bind_password: removableSecret
}).annotate({ identifier: "LdapProviderEntry" })

interface MappedConfig {
  readonly group_mapping: { readonly groups: ReadonlyArray<{ readonly group: string }> } | null
}

const provider = {
  nameOf: ({ id }: { readonly id: string }) => id,
  keyOf: ({ id }: { readonly id: string }) => id,
  fields: ["label", "enabled", "config"],
  replacedFields: ["config"],
  flatten: {
    config: (config: MappedConfig): ReadonlyArray<Pair> =>
      pairs("config", {
        ...config,
        ...(config.group_mapping && {
          group_mapping: {
            ...config.group_mapping,
            groups: config.group_mapping.groups.map((one) => ({ ...one, group: one.group.toLowerCase() }))
          }
        })
      })
  },
  references: ({ config }: { readonly config: MappedConfig }): ReadonlyArray<EntryReference> => {
    const groups = config.group_mapping?.groups.map(({ group }) => group)
    return referencesTo("groups", "self", groups, (index) => ["config", "group_mapping", "groups", index, "group"])
  }
}

export const oidcProviders = declareSection({
  ...provider,
  entry: OidcProviderEntry,
  noun: "OIDC provider",
  secrets: ({ client_secret }) => ({ client_secret })
})

export const ldapProviders = declareSection({
  ...provider,
  entry: LdapProviderEntry,
  noun: "LDAP provider",
  secrets: ({ bind_password }) => ({ bind_password })
})

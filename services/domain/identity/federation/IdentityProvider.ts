import { Schema } from "effect"
import { LdapConfig, OidcConfig, ProviderCheck, ProviderId } from "./Federation.ts"
import { Name, SecretText } from "../../platform/Text.ts"

const Label = Name(100)
const Secret = SecretText(10_000)

const common = { id: ProviderId, label: Label, enabled: Schema.Boolean }

const status = {
  source: Schema.Literals(["database", "environment"]),
  has_secret: Schema.Boolean,
  identity_count: Schema.Int,
  updated_at: Schema.NullOr(Schema.DateTimeUtcFromString)
}

export const OidcProvider = Schema.Struct({
  ...common,
  ...status,
  config: OidcConfig,
  redirect_uri: Schema.String
}).annotate({ identifier: "OidcProvider" })
export type OidcProvider = typeof OidcProvider.Type

export const LdapProvider = Schema.Struct({ ...common, ...status, config: LdapConfig }).annotate({
  identifier: "LdapProvider"
})
export type LdapProvider = typeof LdapProvider.Type

/** Absent `client_secret` stays unchanged; null removes it. */
const oidcFields = {
  label: Label,
  enabled: Schema.Boolean,
  config: OidcConfig,
  client_secret: Schema.optionalKey(Schema.NullOr(Secret))
}
const ldapFields = {
  label: Label,
  enabled: Schema.Boolean,
  config: LdapConfig,
  bind_password: Schema.optionalKey(Schema.NullOr(Secret))
}

export const CreateOidcProvider = Schema.Struct({ id: ProviderId, ...oidcFields }).annotate({
  identifier: "CreateOidcProvider"
})
export type CreateOidcProvider = typeof CreateOidcProvider.Type
export const UpdateOidcProvider = Schema.Struct(oidcFields).annotate({ identifier: "UpdateOidcProvider" })
export type UpdateOidcProvider = typeof UpdateOidcProvider.Type
export const CreateLdapProvider = Schema.Struct({ id: ProviderId, ...ldapFields }).annotate({
  identifier: "CreateLdapProvider"
})
export type CreateLdapProvider = typeof CreateLdapProvider.Type
export const UpdateLdapProvider = Schema.Struct(ldapFields).annotate({ identifier: "UpdateLdapProvider" })
export type UpdateLdapProvider = typeof UpdateLdapProvider.Type

export const TestOidcProvider = Schema.Struct({
  id: Schema.optionalKey(ProviderId),
  config: OidcConfig,
  client_secret: Schema.optionalKey(Schema.NullOr(Secret))
}).annotate({ identifier: "TestOidcProvider" })
export type TestOidcProvider = typeof TestOidcProvider.Type
export const TestLdapProvider = Schema.Struct({
  id: Schema.optionalKey(ProviderId),
  config: LdapConfig,
  bind_password: Schema.optionalKey(Schema.NullOr(Secret))
}).annotate({ identifier: "TestLdapProvider" })
export type TestLdapProvider = typeof TestLdapProvider.Type
export const ProviderTestReport = Schema.Struct({ ok: Schema.Boolean, checks: Schema.Array(ProviderCheck) }).annotate({
  identifier: "ProviderTestReport"
})
export type ProviderTestReport = typeof ProviderTestReport.Type

const Configured = { id: ProviderId, label: Label }

export const ConfiguredOidcProvider = Schema.Struct({
  ...Configured,
  config: OidcConfig,
  client_secret: Schema.optionalKey(Secret)
})
export type ConfiguredOidcProvider = typeof ConfiguredOidcProvider.Type

export const ConfiguredLdapProvider = Schema.Struct({
  ...Configured,
  config: LdapConfig,
  bind_password: Schema.optionalKey(Secret)
})
export type ConfiguredLdapProvider = typeof ConfiguredLdapProvider.Type

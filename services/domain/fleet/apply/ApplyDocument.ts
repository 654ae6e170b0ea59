import { Effect, Schema } from "effect"
import {
  Quota,
  RateLimit,
  SomeAccountLimits,
  UpdateAccountOnGateway,
  UpdateCaps,
  UpdateS3UserOnGateway
} from "../../accounts/GatewaySettings.ts"
import { dataOfManagers, sentRoles, someRole } from "../../identity/Links.ts"
import { CreateAccount, CreateS3User, ImportAccount, ImportS3User } from "../../accounts/StorageAccess.ts"
import { UpdateApplicationSettings } from "../../identity/application/ApplicationSettings.ts"
import { CreateConnection, CustomEndpointInput } from "../../accounts/Connection.ts"
import { CreateStorageEndpoint } from "../../gateways/endpoints/StorageEndpoint.ts"
import { directoryRules, LdapConfig, OidcConfig } from "../../identity/federation/Federation.ts"
import { LdapGroupMapping, MappedGroup, OidcGroupMapping } from "../../identity/federation/GroupMapping.ts"
import { CreateLdapProvider, CreateOidcProvider } from "../../identity/federation/IdentityProvider.ts"
import { CreateUiGroup } from "../../identity/UiGroup.ts"
import { EmailAddress } from "../../platform/Text.ts"
import { CreateUiUser, UpdateUiUser } from "../../identity/UiUser.ts"
import { SecretReference } from "./SecretReference.ts"

export const MAX_ENTRIES = 20_000

const secret = Schema.optionalKey(SecretReference)
const removableSecret = Schema.optionalKey(Schema.NullOr(SecretReference))
const EndpointName = CreateStorageEndpoint.fields.name
const GroupName = CreateUiGroup.fields.name
const list = <S extends Schema.Constraint>(entry: S) =>
  Schema.optionalKey(Schema.Array(entry).check(Schema.isMaxLength(MAX_ENTRIES)))

const { admin_secret_key: _adminSecret, ...endpoint } = CreateStorageEndpoint.fields

export const EndpointEntry = Schema.Struct({ ...endpoint, admin_secret_key: secret }).annotate({
  identifier: "EndpointEntry"
})
export type EndpointEntry = typeof EndpointEntry.Type

const { group_id: _groupId, ...mapped } = MappedGroup.fields
const mappedGroups = Schema.Array(
  Schema.Struct({ ...mapped, group: GroupName }).annotate({ identifier: "MappedGroupEntry" })
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
export type OidcProviderEntry = typeof OidcProviderEntry.Type

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
export type LdapProviderEntry = typeof LdapProviderEntry.Type

const UserLinkEntry = Schema.Struct({ user: EmailAddress, ...sentRoles })
  .check(someRole, dataOfManagers)
  .annotate({ identifier: "UserLinkEntry" })
export type UserLinkEntry = typeof UserLinkEntry.Type
const GroupLinkEntry = Schema.Struct({ group: GroupName, ...sentRoles })
  .check(someRole, dataOfManagers)
  .annotate({ identifier: "GroupLinkEntry" })
export type GroupLinkEntry = typeof GroupLinkEntry.Type

/** Lists replace the stored ones; absent lists stay unchanged. */
const links = {
  user_links: Schema.optionalKey(Schema.Array(UserLinkEntry).check(Schema.isMaxLength(1000))),
  group_links: Schema.optionalKey(Schema.Array(GroupLinkEntry).check(Schema.isMaxLength(1000)))
}

export const AccountOnGatewayEntry = Schema.Struct({
  email: UpdateAccountOnGateway.fields.email,
  limits: Schema.optionalKey(SomeAccountLimits),
  account_quota: Schema.optionalKey(Quota),
  bucket_quota: Schema.optionalKey(Quota)
}).annotate({ identifier: "AccountOnGatewayEntry" })
export type AccountOnGatewayEntry = typeof AccountOnGatewayEntry.Type

export const S3UserOnGatewayEntry = Schema.Struct({
  email: UpdateS3UserOnGateway.fields.email,
  suspended: Schema.optionalKey(Schema.Boolean),
  max_buckets: UpdateS3UserOnGateway.fields.max_buckets,
  op_mask: UpdateS3UserOnGateway.fields.op_mask,
  default_placement: UpdateS3UserOnGateway.fields.default_placement,
  user_quota: Schema.optionalKey(Quota),
  bucket_quota: Schema.optionalKey(Quota),
  rate_limit: Schema.optionalKey(RateLimit),
  caps: Schema.optionalKey(UpdateCaps.fields.caps)
}).annotate({ identifier: "S3UserOnGatewayEntry" })
export type S3UserOnGatewayEntry = typeof S3UserOnGatewayEntry.Type

/** `rgw_account_id` imports the account if not registered; else its name finds or creates it. */
export const AccountEntry = Schema.Struct({
  storage_endpoint: EndpointName,
  name: CreateAccount.fields.name,
  rgw_account_id: Schema.optionalKey(ImportAccount.fields.rgw_account_id),
  on_create: Schema.optionalKey(
    Schema.Struct({ email: CreateAccount.fields.email, limits: CreateAccount.fields.limits })
  ),
  on_gateway: Schema.optionalKey(AccountOnGatewayEntry),
  ...links
}).annotate({ identifier: "AccountEntry" })
export type AccountEntry = typeof AccountEntry.Type

const isNewUid = Schema.is(CreateS3User.fields.rgw_user_uid)

export const S3UserEntry = Schema.Struct({
  storage_endpoint: EndpointName,
  rgw_user_uid: ImportS3User.fields.rgw_user_uid,
  name: CreateS3User.fields.name,
  existing: Schema.optionalKey(Schema.Boolean),
  on_create: Schema.optionalKey(Schema.Struct({ email: CreateS3User.fields.email })),
  on_gateway: Schema.optionalKey(S3UserOnGatewayEntry),
  ...links
})
  .check(
    Schema.makeFilter(
      ({ existing, rgw_user_uid }) =>
        existing === true ||
        isNewUid(rgw_user_uid) || {
          path: ["rgw_user_uid"],
          issue:
            "A uid that is made has 1 to 64 letters, digits, dots, dashes, underscores and @; say existing: " +
            "true of one that the gateway has"
        }
    )
  )
  .annotate({ identifier: "S3UserEntry" })
export type S3UserEntry = typeof S3UserEntry.Type

const {
  access_key,
  capabilities,
  expires_at,
  name: connectionName,
  owner_identifier,
  owner_type,
  tags
} = CreateConnection.fields

/** Identified by name. Its keys are not tested. */
export const ConnectionEntry = Schema.Struct({
  name: connectionName,
  storage_endpoint: Schema.optionalKey(EndpointName),
  custom_endpoint: Schema.optionalKey(CustomEndpointInput),
  access_key,
  secret_key: secret,
  session_token: removableSecret,
  expires_at,
  capabilities,
  owner_type,
  owner_identifier,
  tags,
  users: Schema.optionalKey(Schema.Array(EmailAddress).check(Schema.isMaxLength(5000))),
  groups: Schema.optionalKey(Schema.Array(GroupName).check(Schema.isMaxLength(1000)))
})
  .check(
    Schema.makeFilter(
      ({ custom_endpoint, storage_endpoint }) =>
        (custom_endpoint === undefined) !== (storage_endpoint === undefined) || {
          path: ["storage_endpoint"],
          issue: "Give storage_endpoint or custom_endpoint, one of the two"
        }
    )
  )
  .annotate({ identifier: "ConnectionEntry" })
export type ConnectionEntry = typeof ConnectionEntry.Type

const { description, manager_tools, name: groupName, privileges } = CreateUiGroup.fields

export const GroupEntry = Schema.Struct({
  name: groupName,
  description,
  privileges,
  manager_tools,
  members: Schema.optionalKey(Schema.Array(EmailAddress).check(Schema.isMaxLength(10_000)))
}).annotate({ identifier: "GroupEntry" })
export type GroupEntry = typeof GroupEntry.Type

export const UserEntry = Schema.Struct({
  email: CreateUiUser.fields.email,
  full_name: CreateUiUser.fields.full_name,
  role: CreateUiUser.fields.role,
  is_active: UpdateUiUser.fields.is_active,
  privileges: CreateUiUser.fields.privileges,
  manager_tools: CreateUiUser.fields.manager_tools,
  password: secret
}).annotate({ identifier: "UserEntry" })
export type UserEntry = typeof UserEntry.Type

const { version: _version, ...settings } = UpdateApplicationSettings.fields
export const SettingsEntry = Schema.Struct(settings).annotate({ identifier: "SettingsEntry" })
export type SettingsEntry = typeof SettingsEntry.Type

/** Absent things stay unchanged; nothing is deleted. */
export const ApplyDocument = Schema.Struct({
  version: Schema.Literal(1),
  storage_endpoints: list(EndpointEntry),
  accounts: list(AccountEntry),
  s3_users: list(S3UserEntry),
  s3_connections: list(ConnectionEntry),
  groups: list(GroupEntry),
  users: list(UserEntry),
  oidc_providers: list(OidcProviderEntry),
  ldap_providers: list(LdapProviderEntry),
  settings: Schema.optionalKey(SettingsEntry)
}).annotate({ identifier: "ApplyDocument" })
export type ApplyDocument = typeof ApplyDocument.Type

export const sections = [
  "storage_endpoints",
  "accounts",
  "s3_users",
  "s3_connections",
  "groups",
  "users",
  "oidc_providers",
  "ldap_providers"
] as const
export type Section = (typeof sections)[number]
export type EntryOf<S extends Section> = NonNullable<ApplyDocument[S]>[number]

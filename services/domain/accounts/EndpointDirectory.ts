import { Schema } from "effect"
import { sortKeysOf, type QueryDeclaration, type QueryField } from "../platform/query/QueryDeclaration.ts"
import { EmailAddress, FilledText, Name, Shaped, Text } from "../platform/Text.ts"
import { commaSeparated } from "../platform/Filters.ts"
import { type OffsetQuery, pageOf, pageQuery } from "../platform/Paging.ts"
import { AccountLimits, AccountOnGateway, S3UserOnGateway, SomeAccountLimits } from "./GatewaySettings.ts"
import { QuotaUsage } from "./QuotaUsage.ts"
import { NewUserKey } from "./UserKeys.ts"

export type DirectoryKind = "account" | "user"

/** Groups of details. One gateway call per account or user reads all groups; without any, only ids are read. */
export const directoryIncludes = ["profile", "limits", "quota", "stats"] as const
export type DirectoryInclude = (typeof directoryIncludes)[number]

/** Present when included; null: could not be read, see `problem`. */
const included = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const common = {
  registered_id: Schema.NullOr(Schema.Int),
  stats: included(QuotaUsage),
  details_read_at: Schema.NullOr(Schema.DateTimeUtcFromString),
  problem: Schema.NullOr(Schema.String)
}

export const AccountFreeze = Schema.Struct({
  frozen_at: Schema.DateTimeUtcFromString,
  frozen_by: Schema.String,
  suspended_users: Schema.Array(Schema.String),
  /** Roles that are denied everything. */
  denied_roles: Schema.Array(Schema.String)
}).annotate({ identifier: "AccountFreeze" })
export type AccountFreeze = typeof AccountFreeze.Type

const { email, account_quota, bucket_quota, name } = AccountOnGateway.fields
export const DirectoryAccount = Schema.Struct({
  account_id: Schema.String,
  ...common,
  profile: included(Schema.Struct({ name, email })),
  limits: included(AccountLimits),
  quota: included(Schema.Struct({ account_quota, bucket_quota })),
  freeze: Schema.NullOr(AccountFreeze)
}).annotate({ identifier: "DirectoryAccount" })
export type DirectoryAccount = typeof DirectoryAccount.Type

const { caps, display_name, max_buckets, suspended, user_quota } = S3UserOnGateway.fields
export const DirectoryUser = Schema.Struct({
  user_id: Schema.String,
  tenant: Schema.String,
  ...common,
  profile: included(
    Schema.Struct({
      display_name,
      email,
      suspended,
      caps,
      account_id: Schema.NullOr(Schema.String),
      key_count: Schema.Int
    })
  ),
  limits: included(Schema.Struct({ max_buckets })),
  quota: included(Schema.Struct({ user_quota, bucket_quota }))
}).annotate({ identifier: "DirectoryUser" })
export type DirectoryUser = typeof DirectoryUser.Type

const field = (kind: QueryField["kind"], label: string, more: Partial<QueryField> = {}) => ({
  cost: "owners" as const,
  searchable: false,
  ...more,
  kind,
  label,
  sortable: true as const
})

const measured = {
  max_buckets: field("number", "Max buckets"),
  quota_max_size_bytes: field("bytes", "Quota: size"),
  quota_max_objects: field("number", "Quota: objects"),
  used_bytes: field("bytes", "Size"),
  object_count: field("number", "Objects"),
  quota_usage_size_percent: field("number", "Quota used: size %"),
  quota_usage_object_percent: field("number", "Quota used: objects %")
}
const free = { cost: "none" as const, searchable: true }
const accountFields = {
  account_id: field("text", "Account id", free),
  name: field("text", "Name"),
  email: field("text", "E-mail"),
  ...measured
}
const userFields = {
  user_id: field("text", "User id", free),
  tenant: field("text", "Tenant", free),
  display_name: field("text", "Name"),
  email: field("text", "E-mail"),
  account_id: field("text", "Account"),
  state: field("state", "State", { values: ["active", "suspended"] }),
  ...measured
}

export const directoryQueries = {
  account: { fields: accountFields, features: {} },
  user: { fields: userFields, features: {} }
} as const satisfies Record<DirectoryKind, QueryDeclaration>

export const accountSortKeys = sortKeysOf(accountFields)
export const userSortKeys = sortKeysOf(userFields)
export type DirectorySort = (typeof accountSortKeys)[number] | (typeof userSortKeys)[number]

const filters = {
  include: Schema.optionalKey(commaSeparated(directoryIncludes)),
  /** JSON of a filter: `{"match": "all", "rules": [{"field": "used_bytes", "op": "gt", "value": 0}]}`. */
  advanced_filter: Schema.optionalKey(Text(200_000))
}
export const accountsQuery = { ...pageQuery(accountSortKeys), ...filters }
export const usersQuery = { ...pageQuery(userSortKeys), ...filters }

export interface DirectoryQuery extends OffsetQuery<DirectorySort> {
  readonly include?: ReadonlyArray<DirectoryInclude>
  readonly advanced_filter?: string
}

export const DirectoryState = Schema.Struct({
  read_at: Schema.DateTimeUtcFromString,
  detailed: Schema.Int,
  details_read_at: Schema.NullOr(Schema.DateTimeUtcFromString)
}).annotate({ identifier: "DirectoryState" })
export type DirectoryState = typeof DirectoryState.Type

const answer = { listing: DirectoryState, warnings: Schema.Array(Schema.String) }
export const DirectoryAccountPage = Schema.Struct({ ...pageOf(DirectoryAccount).fields, ...answer }).annotate({
  identifier: "DirectoryAccountPage"
})
export const DirectoryUserPage = Schema.Struct({ ...pageOf(DirectoryUser).fields, ...answer }).annotate({
  identifier: "DirectoryUserPage"
})

/** Path parameters. RGW accepts nearly any text as a uid, so only the length is limited. */
export const AccountIdentifier = FilledText(100)
export const UserIdentifier = FilledText(300)

export const CreateEndpointAccount = Schema.Struct({
  name: Name(200),
  email: Schema.optionalKey(EmailAddress),
  limits: Schema.optionalKey(SomeAccountLimits)
}).annotate({ identifier: "CreateEndpointAccount" })
export type CreateEndpointAccount = typeof CreateEndpointAccount.Type

const Uid = Shaped(
  /^([A-Za-z0-9_]+\$)?[A-Za-z0-9][A-Za-z0-9._@-]*$/u,
  120,
  "A user id has letters, digits, dots, dashes, underscores and @; in a tenant it is tenant$user"
)

export const CreateEndpointUser = Schema.Struct({
  user_id: Uid,
  display_name: Name(200),
  email: Schema.optionalKey(EmailAddress),
  account_id: Schema.optionalKey(AccountIdentifier)
}).annotate({ identifier: "CreateEndpointUser" })
export type CreateEndpointUser = typeof CreateEndpointUser.Type

export const EndpointUserCreated = Schema.Struct({ user: S3UserOnGateway, key: NewUserKey }).annotate({
  identifier: "EndpointUserCreated"
})
export type EndpointUserCreated = typeof EndpointUserCreated.Type

export const FreezeAccount = Schema.Struct({
  /** Suspends the account's users as well. Sessions of roles go on without `deny_roles`. */
  suspend_users: Schema.optionalKey(Schema.Boolean),
  /** Denies everything to the account's roles, which stops their sessions. Needs a root user with an active key. */
  deny_roles: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "FreezeAccount" })
export type FreezeAccount = typeof FreezeAccount.Type

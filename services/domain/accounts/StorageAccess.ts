import { RowId } from "../platform/RowId.ts"
import { readVersion, versioned } from "../platform/RowVersion.ts"
import { Removed } from "../platform/Removed.ts"
import { Schema } from "effect"
import { pageOf } from "../platform/Paging.ts"
import { EndpointCapabilities } from "../gateways/endpoints/StorageEndpoint.ts"
import { DriftFinding } from "./Drift.ts"
import { SomeAccountLimits } from "./GatewaySettings.ts"
import { GroupLink, GroupLinks, UserLink, UserLinks } from "../identity/Links.ts"
import { Shaped, EmailAddress, Name } from "../platform/Text.ts"

const endpointOf = {
  storage_endpoint_id: Schema.Int,
  storage_endpoint_name: Schema.String,
  storage_endpoint_url: Schema.String,
  storage_endpoint_is_default: Schema.Boolean,
  storage_endpoint_capabilities: EndpointCapabilities
}
const compared = { drift: Schema.Array(DriftFinding) }
const links = { user_links: Schema.Array(UserLink), group_links: Schema.Array(GroupLink) }
const sentLinks = { user_links: Schema.optionalKey(UserLinks), group_links: Schema.optionalKey(GroupLinks) }

export const RgwAccount = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  rgw_account_id: Schema.String,
  rgw_user_uid: Schema.String,
  ...endpointOf,
  ...links,
  ...compared,
  ...versioned,
  created_at: Schema.DateTimeUtcFromString
}).annotate({ identifier: "RgwAccount" })
export type RgwAccount = typeof RgwAccount.Type

export const RgwAccountSummary = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  rgw_account_id: Schema.String,
  storage_endpoint_id: Schema.Int,
  storage_endpoint_name: Schema.String,
  ...links
}).annotate({ identifier: "RgwAccountSummary" })
export type RgwAccountSummary = typeof RgwAccountSummary.Type

export const S3User = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  rgw_user_uid: Schema.String,
  ...endpointOf,
  ...links,
  ...compared,
  ...versioned,
  created_at: Schema.DateTimeUtcFromString
}).annotate({ identifier: "S3User" })
export type S3User = typeof S3User.Type

export const S3UserSummary = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  rgw_user_uid: Schema.String,
  storage_endpoint_id: Schema.Int,
  storage_endpoint_name: Schema.String,
  ...links
}).annotate({ identifier: "S3UserSummary" })
export type S3UserSummary = typeof S3UserSummary.Type

export const accountSortKeys = ["name", "rgw_account_id", "storage_endpoint_name", "created_at"] as const
export type AccountSortKey = (typeof accountSortKeys)[number]
export const s3UserSortKeys = ["name", "rgw_user_uid", "storage_endpoint_name", "created_at"] as const
export type S3UserSortKey = (typeof s3UserSortKeys)[number]
export const RgwAccountPage = pageOf(RgwAccount).annotate({ identifier: "RgwAccountPage" })
export const S3UserPage = pageOf(S3User).annotate({ identifier: "S3UserPage" })

const DisplayName = Name(200)
const AccountId = Shaped(/^RGW[0-9]{17}$/u, 100)
/** Existing uid, optionally `tenant$uid`. RGW accepts nearly any text, so only the length is limited. */
const Uid = Name(300)
/** New uid, limited to characters that every gateway and URL can carry. */
const NewUid = Shaped(/^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/u, 100)

export const CreateAccount = Schema.Struct({
  name: DisplayName,
  storage_endpoint_id: RowId,
  email: Schema.optionalKey(Schema.NullOr(EmailAddress)),
  /** Null is unlimited, 0 none; absent limits use the gateway's defaults (1000; 4 keys per IAM user). */
  limits: Schema.optionalKey(SomeAccountLimits),
  ...sentLinks
}).annotate({ identifier: "CreateAccount" })
export type CreateAccount = typeof CreateAccount.Type

export const ImportAccount = Schema.Struct({
  storage_endpoint_id: RowId,
  rgw_account_id: AccountId,
  rgw_user_uid: Schema.optionalKey(Uid),
  ...sentLinks
}).annotate({ identifier: "ImportAccount" })
export type ImportAccount = typeof ImportAccount.Type

export const UpdateAccount = Schema.Struct({
  name: Schema.optionalKey(DisplayName),
  storage_endpoint_id: Schema.optionalKey(RowId),
  ...sentLinks,
  ...readVersion
}).annotate({ identifier: "UpdateAccount" })
export type UpdateAccount = typeof UpdateAccount.Type

export const CreateS3User = Schema.Struct({
  rgw_user_uid: NewUid,
  name: DisplayName,
  storage_endpoint_id: RowId,
  email: Schema.optionalKey(Schema.NullOr(EmailAddress)),
  ...sentLinks
}).annotate({ identifier: "CreateS3User" })
export type CreateS3User = typeof CreateS3User.Type

export const ImportS3User = Schema.Struct({
  storage_endpoint_id: RowId,
  rgw_user_uid: Uid,
  ...sentLinks
}).annotate({ identifier: "ImportS3User" })
export type ImportS3User = typeof ImportS3User.Type

export const UpdateS3User = Schema.Struct({
  name: Schema.optionalKey(DisplayName),
  ...sentLinks,
  ...readVersion
}).annotate({ identifier: "UpdateS3User" })
export type UpdateS3User = typeof UpdateS3User.Type

export const Unregistered = Schema.Struct({
  ...Removed.fields,
  remains: Schema.Array(Schema.String)
}).annotate({ identifier: "Unregistered" })
export type Unregistered = typeof Unregistered.Type

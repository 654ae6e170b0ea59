import { Schema } from "effect"
import { EndpointUrl } from "../gateways/endpoints/EndpointUrl.ts"
import { AccessKey, SecretKey, SessionToken } from "../gateways/endpoints/GatewayKeys.ts"
import { Provider } from "../gateways/endpoints/StorageEndpoint.ts"
import { commaSeparated } from "../platform/Filters.ts"
import { pageOf } from "../platform/Paging.ts"
import { RowId } from "../platform/RowId.ts"
import { Line, Name, Shaped } from "../platform/Text.ts"
import { ConnectionEvidence } from "./ConnectionEvidence.ts"
import { connectionFaults } from "./usability.ts"

export const ConnectionOwnerType = Schema.Literals(["iam_user", "account_user", "s3_user"]).annotate({
  identifier: "ConnectionOwnerType"
})
export type ConnectionOwnerType = typeof ConnectionOwnerType.Type

export const sharedRemediation = "shared_connection_manager_access_disabled"

const Region = Line(64).check(Schema.isPattern(/^[A-Za-z0-9._-]*$/u))

export const CustomEndpoint = Schema.Struct({
  provider: Provider,
  url: Schema.String,
  region: Schema.String,
  verify_tls: Schema.Boolean,
  force_path_style: Schema.Boolean
}).annotate({ identifier: "CustomEndpoint" })
export type CustomEndpoint = typeof CustomEndpoint.Type

/** Defaults: `provider` `other`, `verify_tls` and `force_path_style` true. */
export const CustomEndpointInput = Schema.Struct({
  provider: Schema.optionalKey(Provider),
  url: EndpointUrl,
  region: Schema.optionalKey(Region),
  verify_tls: Schema.optionalKey(Schema.Boolean),
  force_path_style: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "CustomEndpointInput" })
export type CustomEndpointInput = typeof CustomEndpointInput.Type

export const ConnectionCapabilities = Schema.Struct({ can_manage_iam: Schema.Boolean }).annotate({
  identifier: "ConnectionCapabilities"
})

export const connectionColors = ["gray", "red", "orange", "yellow", "green", "teal", "blue", "purple", "pink"] as const
/** `administrative`: visible in management only, not in selection lists. */
export const connectionTagScopes = ["standard", "administrative"] as const

export const ConnectionTag = Schema.Struct({
  label: Schema.String,
  color: Schema.Literals(connectionColors),
  scope: Schema.Literals(connectionTagScopes)
}).annotate({ identifier: "ConnectionTag" })
export type ConnectionTag = typeof ConnectionTag.Type

export const ConnectionTagInput = Schema.Struct({
  label: Name(64),
  color: Schema.optionalKey(Schema.Literals(connectionColors)),
  scope: Schema.optionalKey(Schema.Literals(connectionTagScopes))
}).annotate({ identifier: "ConnectionTagInput" })
export type ConnectionTagInput = typeof ConnectionTagInput.Type

const Tags = Schema.Array(ConnectionTagInput).check(
  Schema.isMaxLength(20),
  Schema.makeFilter(
    (tags) => new Set(tags.map(({ label }) => label.toLowerCase())).size === tags.length || "A label may be given once"
  )
)

export const SetConnectionTags = Schema.Struct({ tags: Tags, version: Schema.optionalKey(RowId) }).annotate({
  identifier: "SetConnectionTags"
})
export type SetConnectionTags = typeof SetConnectionTags.Type

const Time = Schema.DateTimeUtcFromString

const Expiry = Shaped(/^(19|20|21)\d{2}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/u, 40).pipe(
  Schema.decodeTo(Time)
)

const common = {
  id: Schema.Int,
  name: Schema.String,
  storage_endpoint_id: Schema.NullOr(Schema.Int),
  storage_endpoint_name: Schema.NullOr(Schema.String),
  endpoint_url: Schema.String,
  tags: Schema.Array(ConnectionTag),
  unusable_reason: Schema.NullOr(Schema.Literals(connectionFaults)),
  unusable_detail: Schema.NullOr(Schema.String)
}

export const Connection = Schema.Struct({
  ...common,
  ownership: Schema.Literals(["private", "shared"]),
  custom_endpoint: Schema.NullOr(CustomEndpoint),
  region: Schema.String,
  verify_tls: Schema.Boolean,
  access_key: Schema.String,
  has_session_token: Schema.Boolean,
  expires_at: Schema.NullOr(Time),
  capabilities: ConnectionCapabilities,
  server_managed: Schema.Boolean,
  owner_type: Schema.NullOr(ConnectionOwnerType),
  owner_identifier: Schema.NullOr(Schema.String),
  workspaces: Schema.Array(Schema.Literals(["manager", "browser"])),
  remediation_reason: Schema.NullOr(Schema.Literals([sharedRemediation])),
  user_count: Schema.Int,
  probe: Schema.NullOr(ConnectionEvidence),
  /** Optimistic lock: an outdated version in an update is refused (`stale_plan`). */
  version: Schema.Int,
  created_at: Time,
  updated_at: Time
}).annotate({ identifier: "Connection" })
export type Connection = typeof Connection.Type

export const ConnectionSummary = Schema.Struct(common).annotate({ identifier: "ConnectionSummary" })
export type ConnectionSummary = typeof ConnectionSummary.Type

export const ConnectionPage = pageOf(Connection).annotate({ identifier: "ConnectionPage" })
export const connectionSortKeys = [
  "name",
  "endpoint_url",
  "access_key",
  "expires_at",
  "user_count",
  "created_at",
  "updated_at"
] as const
export type ConnectionSortKey = (typeof connectionSortKeys)[number]

export const connectionFilters = {
  storage_endpoint_id: Schema.optionalKey(RowId),
  endpoint_kind: Schema.optionalKey(commaSeparated(["registered", "manual"])),
  credentials: Schema.optionalKey(commaSeparated(["lasting", "temporary", "expired"])),
  tag: Schema.optionalKey(Name(64))
}
const Filters = Schema.Struct(connectionFilters)
export type ConnectionFilters = typeof Filters.Type

export const ConnectionUser = Schema.Struct({
  user_id: Schema.Int,
  email: Schema.String,
  full_name: Schema.String,
  is_active: Schema.Boolean,
  manager_role: Schema.String
}).annotate({ identifier: "ConnectionUser" })
export type ConnectionUser = typeof ConnectionUser.Type

export const LinkConnectionUser = Schema.Struct({ user_id: RowId }).annotate({ identifier: "LinkConnectionUser" })

const attributes = {
  capabilities: Schema.optionalKey(ConnectionCapabilities),
  owner_type: Schema.optionalKey(Schema.NullOr(ConnectionOwnerType)),
  owner_identifier: Schema.optionalKey(Schema.NullOr(Name(500))),
  tags: Schema.optionalKey(Tags),
  expires_at: Schema.optionalKey(Schema.NullOr(Expiry)),
  session_token: Schema.optionalKey(Schema.NullOr(SessionToken))
}
const target = {
  storage_endpoint_id: Schema.optionalKey(Schema.NullOr(RowId)),
  custom_endpoint: Schema.optionalKey(Schema.NullOr(CustomEndpointInput))
}
const exactlyOneTarget = Schema.makeFilter(
  (input: { readonly storage_endpoint_id?: number | null; readonly custom_endpoint?: unknown }) =>
    ((input.storage_endpoint_id ?? null) === null) !== ((input.custom_endpoint ?? null) === null) || {
      path: ["storage_endpoint_id"],
      issue: "Give storage_endpoint_id or custom_endpoint, one of the two"
    }
)
const atMostOneTarget = Schema.makeFilter(
  (input: { readonly storage_endpoint_id?: number | null; readonly custom_endpoint?: unknown }) =>
    (input.storage_endpoint_id ?? null) === null ||
    (input.custom_endpoint ?? null) === null || {
      path: ["custom_endpoint"],
      issue: "A connection that is bound to a storage endpoint has no address of its own"
    }
)

export const CreateConnection = Schema.Struct({
  name: Name(200),
  ...target,
  access_key: AccessKey,
  secret_key: SecretKey,
  ...attributes
})
  .check(exactlyOneTarget)
  .annotate({ identifier: "CreateConnection" })
export type CreateConnection = typeof CreateConnection.Type

/** Absent fields stay unchanged. A new address requires the keys again. */
export const UpdateConnection = Schema.Struct({
  name: Schema.optionalKey(Name(200)),
  ...target,
  access_key: Schema.optionalKey(AccessKey),
  secret_key: Schema.optionalKey(SecretKey),
  ...attributes,
  version: Schema.optionalKey(RowId)
})
  .check(atMostOneTarget)
  .annotate({ identifier: "UpdateConnection" })
export type UpdateConnection = typeof UpdateConnection.Type

export const RenewConnectionKeys = Schema.Struct({
  access_key: AccessKey,
  secret_key: SecretKey,
  session_token: Schema.optionalKey(Schema.NullOr(SessionToken)),
  expires_at: Schema.optionalKey(Schema.NullOr(Expiry)),
  accept_denied: Schema.optionalKey(Schema.Boolean),
  version: Schema.optionalKey(RowId)
}).annotate({ identifier: "RenewConnectionKeys" })
export type RenewConnectionKeys = typeof RenewConnectionKeys.Type

export const ProbeConnection = Schema.Struct({
  ...target,
  access_key: AccessKey,
  secret_key: SecretKey,
  session_token: Schema.optionalKey(Schema.NullOr(SessionToken))
})
  .check(exactlyOneTarget)
  .annotate({ identifier: "TryConnection" })
export type ProbeConnection = typeof ProbeConnection.Type

export const ConnectionPreset = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  provider: Provider,
  url: Schema.String,
  region: Schema.String,
  is_default: Schema.Boolean,
  is_sandbox: Schema.Boolean
}).annotate({ identifier: "ConnectionPreset" })
export type ConnectionPreset = typeof ConnectionPreset.Type

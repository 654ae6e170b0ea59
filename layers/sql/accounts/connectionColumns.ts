import { Effect, Schema } from "effect"
import {
  ConnectionCapabilities,
  ConnectionOwnerType,
  ConnectionTag,
  CustomEndpoint
} from "#domain/accounts/Connection.ts"
import { ConnectionEvidence } from "#domain/accounts/ConnectionEvidence.ts"
import type { ConnectionRecord } from "#services/accounts/connections/ConnectionRecords.ts"
import { utc, utcOrNull } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const Row = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  owner_user_id: Schema.NullOr(Schema.Int),
  storage_endpoint_id: Schema.NullOr(Schema.Int),
  storage_endpoint_name: Schema.NullOr(Schema.String),
  storage_endpoint_is_default: Schema.Boolean,
  storage_endpoint_is_sandbox: Schema.Boolean,
  custom_endpoint: Schema.NullOr(CustomEndpoint),
  endpoint_url: Schema.String,
  region: Schema.String,
  verify_tls: Schema.Boolean,
  access_key: Schema.String,
  secret: Schema.String,
  seal: Schema.String,
  has_session_token: Schema.Boolean,
  expires_at: Schema.NullOr(Schema.Date),
  capabilities: ConnectionCapabilities,
  server_managed: Schema.Boolean,
  owner_type: Schema.NullOr(ConnectionOwnerType),
  owner_identifier: Schema.NullOr(Schema.String),
  tags: Schema.Array(ConnectionTag),
  user_count: Schema.Int,
  probe: Schema.NullOr(ConnectionEvidence),
  grants: Schema.NullOr(
    Schema.Array(
      Schema.Struct({
        bucket: Schema.String,
        prefix: Schema.String,
        right: Schema.Literals(["read", "write", "manage"])
      })
    )
  ),
  version: Schema.Int,
  created_at: Schema.Date,
  updated_at: Schema.Date
})

export const connectionReader = makeRowReader("s3_connections", Row)

export const connectionOf = (row: typeof Row.Type): ConnectionRecord => ({
  ...row,
  expires_at: utcOrNull(row.expires_at),
  created_at: utc(row.created_at),
  updated_at: utc(row.updated_at)
})

export const firstConnection = <E, R>(statement: Effect.Effect<ReadonlyArray<unknown>, E, R>) =>
  Effect.map(connectionReader.first(statement), (row) => (row === null ? null : connectionOf(row)))

export const connectionColumns = `c.id, c.name, c.owner_user_id, c.storage_endpoint_id, e.name as storage_endpoint_name,
  coalesce(e.is_default, false) as storage_endpoint_is_default,
    coalesce(e.is_sandbox, false) as storage_endpoint_is_sandbox,
  c.custom_endpoint, coalesce(e.url, c.custom_endpoint ->> 'url') as endpoint_url,
  coalesce(e.region, c.custom_endpoint ->> 'region') as region,
  coalesce(e.verify_tls, (c.custom_endpoint ->> 'verify_tls')::boolean) as verify_tls,
  c.access_key, c.secret, c.seal::text as seal, c.has_session_token, c.expires_at, c.capabilities, c.server_managed,
    c.owner_type, c.owner_identifier,
  coalesce((
    select jsonb_agg(jsonb_build_object('label', t.label, 'color', t.color, 'scope', t.scope) order by lower(t.label))
    from s3_connection_tags k join connection_tags t on t.id = k.tag_id where k.connection_id = c.id
  ), '[]'::jsonb) as tags,
  (select count(*)::int from user_associations l where l.s3_connection_id = c.id) as user_count,
  (select coalesce((
      select jsonb_agg(jsonb_build_object('bucket', s.bucket, 'prefix', s.prefix, 'right', m.member_right))
      from portal_members m join portal_spaces s on s.id = m.space_id
      where m.user_id = p.user_id and s.rgw_account_id = p.rgw_account_id and exists (
        select from effective_associations l where l.user_id = m.user_id
          and l.rgw_account_id = s.rgw_account_id and l.portal_role is not null)), '[]'::jsonb)
    from private_accesses p where p.connection_id = c.id and p.purpose = 'portal' limit 1) as grants,
  c.probe, c.version, c.created_at, c.updated_at`

export const connectionsFrom = "s3_connections c left join storage_endpoints e on e.id = c.storage_endpoint_id"

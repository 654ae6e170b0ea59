import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type ClusterS3Key, ClusterS3Findings } from "#domain/gateways/endpoints/ClusterS3Key.ts"
import { ClusterS3KeyRecords, type StoredClusterS3Key } from "#services/gateways/endpoints/ClusterS3KeyRecords.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const keyReader = makeRowReader(
  "endpoint_s3_keys",
  Schema.Struct({ access_key: Schema.String, secret: Schema.String, findings: ClusterS3Findings })
)
const encode = Schema.encodeSync(Schema.fromJsonString(ClusterS3Findings))
const findingsOf = ({ abilities, checked_at, uid }: ClusterS3Key) => encode({ abilities, checked_at, uid })

export const layer = Layer.effect(
  ClusterS3KeyRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return ClusterS3KeyRecords.of({
      find: Effect.fn("ClusterS3KeyRecords.find")(
        (endpointId: number) =>
          Effect.map(
            keyReader.first(sql`
              select access_key, secret, findings from endpoint_s3_keys where storage_endpoint_id = ${endpointId}`),
            (row): StoredClusterS3Key | null =>
              row === null ? null : { secret: row.secret, key: { access_key: row.access_key, ...row.findings } }
          ),
        Effect.orDie
      ),
      put: Effect.fn("ClusterS3KeyRecords.put")(
        (endpointId: number, { key, secret }: StoredClusterS3Key, now: DateTime.Utc) =>
          Effect.asVoid(sql`
            insert into endpoint_s3_keys (storage_endpoint_id, access_key, secret, findings, updated_at)
            values (${endpointId}, ${key.access_key}, ${secret}, ${findingsOf(key)}::text::jsonb,
              ${DateTime.toDate(now)})
            on conflict (storage_endpoint_id) do update set access_key = excluded.access_key,
              secret = excluded.secret, findings = excluded.findings, updated_at = excluded.updated_at`),
        Effect.orDie
      ),
      setFindings: Effect.fn("ClusterS3KeyRecords.setFindings")(
        (endpointId: number, key: ClusterS3Key) =>
          Effect.asVoid(sql`
            update endpoint_s3_keys set findings = ${findingsOf(key)}::text::jsonb
            where storage_endpoint_id = ${endpointId} and access_key = ${key.access_key}`),
        Effect.orDie
      ),
      remove: Effect.fn("ClusterS3KeyRecords.remove")(
        (endpointId: number) =>
          Effect.map(
            sql`delete from endpoint_s3_keys where storage_endpoint_id = ${endpointId} returning 1`,
            (rows) => rows.length > 0
          ),
        Effect.orDie
      )
    })
  })
)

import { s3SessionPurpose } from "#services/identity/sessions/S3Sessions.ts"
import {
  type CredentialPlace,
  credentialPlaces,
  type StoredCredential,
  StoredCredentials
} from "#services/gateways/credentials/StoredCredentials.ts"
import { registrationSecretPurpose } from "#services/accounts/registrationSecret.ts"
import { connectionSecretPurpose } from "#services/accounts/connections/connectionSecrets.ts"
import { adminSecretPurpose } from "#services/gateways/endpoints/adminTarget.ts"
import { clusterS3Purpose } from "#services/gateways/endpoints/ClusterS3Keys.ts"
import { proofPurpose } from "#services/identity/federation/OidcLogin.ts"
import { providerSecretPurpose } from "#services/identity/federation/Providers.ts"
import { certificateKeyPurpose } from "#services/objects/migrations/CertificateKeyRecords.ts"
import { webhookSecretPurpose } from "#services/objects/migrations/webhookSecret.ts"
import { shareTokenPurpose } from "#services/objects/shares/shareToken.ts"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

interface Place {
  readonly column: string
  readonly key: string
  readonly keyType: "int" | "uuid" | "text"
  readonly a: string
  readonly b: string
  readonly purposeOf: (a: string, b: string) => string
}

const places: Record<CredentialPlace, Place> = {
  storage_endpoints: {
    column: "admin_secret",
    key: "id",
    keyType: "int",
    a: "url",
    b: "''",
    purposeOf: adminSecretPurpose
  },
  endpoint_s3_keys: {
    column: "secret",
    key: "storage_endpoint_id",
    keyType: "int",
    a: "storage_endpoint_id::text",
    b: "''",
    purposeOf: (endpointId) => clusterS3Purpose(Number(endpointId))
  },
  rgw_accounts: {
    column: "secret",
    key: "id",
    keyType: "int",
    a: "storage_endpoint_id::text",
    b: "rgw_account_id",
    purposeOf: (endpointId, id) => registrationSecretPurpose("account", Number(endpointId), id)
  },
  rgw_users: {
    column: "secret",
    key: "id",
    keyType: "int",
    a: "storage_endpoint_id::text",
    b: "rgw_user_uid",
    purposeOf: (endpointId, uid) => registrationSecretPurpose("s3_user", Number(endpointId), uid)
  },
  s3_connections: {
    column: "secret",
    key: "id",
    keyType: "int",
    a: "seal::text",
    b: "''",
    purposeOf: connectionSecretPurpose
  },
  identity_providers: {
    column: "secret",
    key: "(type || '/' || id)",
    keyType: "text",
    a: "type",
    b: "id",
    purposeOf: (type, id) => providerSecretPurpose(type === "oidc" ? "oidc" : "ldap", id)
  },
  auth_sessions: {
    column: "s3_credentials",
    key: "id",
    keyType: "uuid",
    a: "id::text",
    b: "''",
    purposeOf: s3SessionPurpose
  },
  oidc_states: { column: "proof", key: "id", keyType: "uuid", a: "id::text", b: "''", purposeOf: proofPurpose },
  shares: { column: "token_sealed", key: "id", keyType: "uuid", a: "id::text", b: "''", purposeOf: shareTokenPurpose },
  bucket_migrations: {
    column: "webhook_secret",
    key: "id",
    keyType: "int",
    a: "webhook_seal::text",
    b: "''",
    purposeOf: webhookSecretPurpose
  },
  certificate_keys: {
    column: "private_key",
    key: "id",
    keyType: "uuid",
    a: "id::text",
    b: "''",
    purposeOf: certificateKeyPurpose
  }
}

const Row = Schema.Struct({ id: Schema.String, ciphertext: Schema.String, a: Schema.String, b: Schema.String })
const ByKey = Schema.Struct({ kid: Schema.String, found: Schema.Int })
const lasting = [
  "storage_endpoints",
  "endpoint_s3_keys",
  "rgw_accounts",
  "rgw_users",
  "s3_connections",
  "identity_providers",
  "shares",
  "bucket_migrations",
  "certificate_keys"
] as const
const Due = Schema.Struct({ due: Schema.Int })

export const layer = Layer.effect(
  StoredCredentials,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const raw = sql.literal
    const isDue = (column: string, prefix: string) =>
      sql`${raw(column)} is not null and not starts_with(${raw(column)}, ${prefix})`

    const countIn = (place: CredentialPlace, prefix: string) =>
      Effect.map(
        makeRowReader(place, Due).one(
          sql`select count(*)::int as due from ${sql(place)} where ${isDue(places[place].column, prefix)}`
        ),
        ({ due }) => due
      )

    const countDue = Effect.fn("StoredCredentials.countDue")(
      (prefix: string) =>
        Effect.map(
          Effect.forEach(credentialPlaces, (place) => countIn(place, prefix)),
          (counts) => counts.reduce((sum, count) => sum + count, 0)
        ),
      Effect.orDie
    )

    const countByKey = Effect.forEach(lasting, (place) => {
      const column = raw(places[place].column)
      return makeRowReader(place, ByKey).all(
        sql`select split_part(${column}, '.', 2) as kid, count(*)::int as found from ${sql(place)}
          where ${column} is not null group by 1`
      )
    }).pipe(
      Effect.map((kidCounts) =>
        kidCounts
          .flat()
          .reduce((sums, { found, kid }) => sums.set(kid, found + (sums.get(kid) ?? 0)), new Map<string, number>())
      ),
      Effect.orDie,
      Effect.withSpan("StoredCredentials.countByKey")
    )

    const due = Effect.fn("StoredCredentials.due")(
      (place: CredentialPlace, prefix: string, after: string | null, limit: number) => {
        const { a, b, column, key, keyType, purposeOf } = places[place]
        const behind = after === null ? sql`true` : sql`${raw(key)} > ${after}::text::${raw(keyType)}`
        return makeRowReader(place, Row)
          .all(sql`
        select ${raw(key)}::text as id, ${raw(column)} as ciphertext, ${raw(a)} as a, ${raw(b)} as b from ${sql(place)}
        where ${isDue(column, prefix)} and ${behind} order by ${raw(key)} limit ${limit}`)
          .pipe(
            Effect.map((rows) =>
              rows.map(
                (row): StoredCredential => ({
                  id: row.id,
                  ciphertext: row.ciphertext,
                  purpose: purposeOf(row.a, row.b)
                })
              )
            )
          )
      },
      Effect.orDie
    )

    const replace = Effect.fn("StoredCredentials.replace")(
      (place: CredentialPlace, old: StoredCredential, ciphertext: string) => {
        const { column, key, keyType } = places[place]
        // one row per statement avoids deadlocks
        return sql`
        update ${sql(place)} set ${raw(column)} = ${ciphertext}
        where ${raw(key)} = ${old.id}::text::${raw(keyType)} and ${raw(column)} = ${old.ciphertext}
        returning 1`.pipe(Effect.map((rows) => rows.length === 1))
      },
      Effect.orDie
    )

    const lock = "hashtextextended('stowage/rotate-credentials', 0)"
    const alone = <A, E, R>(work: Effect.Effect<A, E, R>) =>
      Effect.scoped(
        Effect.gen(function* () {
          // the advisory lock belongs to a connection outside the pool, and ends with the process
          const connection = yield* Effect.orDie(sql.reserve)
          const [[got] = []] = yield* Effect.orDie(connection.executeValues(`select pg_try_advisory_lock(${lock})`, []))
          if (got !== true) return Option.none<A>()
          yield* Effect.addFinalizer(() =>
            Effect.orDie(connection.executeValues(`select pg_advisory_unlock(${lock})`, []))
          )
          return Option.some(yield* work)
        })
      ).pipe(Effect.withSpan("StoredCredentials.alone")) as Effect.Effect<Option.Option<A>, E, R>

    return StoredCredentials.of({ countDue, countByKey, due, replace, alone })
  })
)

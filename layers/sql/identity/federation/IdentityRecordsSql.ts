import { UiRole } from "#domain/platform/access/Caller.ts"
import { ExternalIdentity } from "#domain/identity/SecurityView.ts"
import { IdentityRecords, type MappingKey } from "#services/identity/federation/IdentityRecords.ts"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { utc, utcOrNull } from "../../../postgres/moments.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"
import { nullWhenTaken } from "../../../postgres/uniqueness.ts"

const table = "external_identities"
const { provider_label: _, ...identityFields } = ExternalIdentity.fields
const identityReader = makeRowReader(
  table,
  Schema.Struct({
    ...identityFields,
    created_at: Schema.Date,
    last_used_at: Schema.NullOr(Schema.Date),
    revoked_at: Schema.NullOr(Schema.Date)
  })
)
const mappingReader = makeRowReader(
  table,
  Schema.Struct({ id: Schema.Int, user_id: Schema.Int, revoked: Schema.Boolean })
)
const revocationReader = makeRowReader(table, Schema.Struct({ revoked: Schema.Boolean }))
const candidateReader = makeRowReader(
  "ui_users",
  Schema.Struct({
    id: Schema.Int,
    role: UiRole,
    is_active: Schema.Boolean,
    has_password: Schema.Boolean,
    has_identity: Schema.Boolean
  })
)

const date = DateTime.toDateUtc

export const layer = Layer.effect(
  IdentityRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const matches = ({ providerId, providerType, subject }: MappingKey) =>
      sql`provider_type = ${providerType} and provider_id = ${providerId} and subject = ${subject}`

    const serialise = Effect.fn("IdentityRecords.serialise")(function* (
      { providerId, providerType, subject }: MappingKey,
      email: string | null
    ) {
      // fixed order prevents deadlocks of two sign-ins
      if (email !== null)
        yield* sql`select pg_advisory_xact_lock(hashtextextended(${`email/${email.toLowerCase()}`}, 0))`
      yield* sql`select pg_advisory_xact_lock(hashtextextended(${`${providerType}/${providerId}/${subject}`}, 0))`
    }, Effect.orDie)

    const find = Effect.fn("IdentityRecords.find")(
      (key: MappingKey) =>
        Effect.map(
          mappingReader.first(sql`
          select id, user_id, revoked_at is not null as revoked from external_identities where ${matches(key)}`),
          (row) => (row === null ? null : { id: row.id, userId: row.user_id, revoked: row.revoked })
        ),
      Effect.orDie
    )

    const candidate = Effect.fn("IdentityRecords.candidate")(
      (email: string) =>
        Effect.map(
          candidateReader.first(sql`
          select u.id, u.role, u.is_active, u.password_hash is not null as has_password,
            exists (select from external_identities i where i.user_id = u.id) as has_identity
          from ui_users u where lower(u.email) = lower(${email}) for update of u`),
          (row) =>
            row === null
              ? null
              : {
                  userId: row.id,
                  role: row.role,
                  isActive: row.is_active,
                  hasPassword: row.has_password,
                  hasIdentity: row.has_identity
                }
        ),
      Effect.orDie
    )

    const add = Effect.fn("IdentityRecords.add")(
      ({ providerId, providerType, subject }: MappingKey, userId: number, email: string | null, now: DateTime.Utc) =>
        sql`
        insert into external_identities (user_id, provider_type, provider_id, subject, email, created_at)
        values (${userId}, ${providerType}, ${providerId}, ${subject}, ${email}, ${date(now)}) returning id`.pipe(
          sql.withTransaction,
          nullWhenTaken,
          Effect.map((rows) => rows !== null)
        ),
      Effect.orDie
    )

    const used = Effect.fn("IdentityRecords.used")(
      (id: number, email: string | null, now: DateTime.Utc) =>
        sql`update external_identities set last_used_at = ${date(now)}, email = coalesce(${email}, email)
          where id = ${id}`,
      Effect.asVoid,
      Effect.orDie
    )

    const ofUser = Effect.fn("IdentityRecords.ofUser")(
      (userId: number) =>
        identityReader
          .all(sql`
        select id, provider_type, provider_id, email, created_at, last_used_at, revoked_at
        from external_identities where user_id = ${userId} order by id`)
          .pipe(
            Effect.map((rows) =>
              rows.map((row) => ({
                ...row,
                created_at: utc(row.created_at),
                last_used_at: utcOrNull(row.last_used_at),
                revoked_at: utcOrNull(row.revoked_at)
              }))
            )
          ),
      Effect.orDie
    )

    const setRevoked = Effect.fn("IdentityRecords.setRevoked")(function* (
      userId: number,
      id: number,
      at: DateTime.Utc | null
    ) {
      const row = yield* revocationReader.first(sql`
        select revoked_at is not null as revoked from external_identities where user_id = ${userId} and id = ${id}
          for update`)
      if (row === null) return null
      if (row.revoked === (at !== null)) return false
      yield* sql`update external_identities set revoked_at = ${at === null ? null : date(at)} where id = ${id}`
      return true
    }, Effect.orDie)

    return IdentityRecords.of({ serialise, find, candidate, add, used, ofUser, setRevoked })
  })
)

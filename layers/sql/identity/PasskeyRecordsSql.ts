import { type Passkey, PasskeyRecords } from "#services/identity/passkeys/PasskeyRecords.ts"
import { PasskeyView } from "#domain/identity/SecurityView.ts"
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { utc, utcOrNull } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const table = "webauthn_credentials"
const Row = Schema.Struct({
  credential_id: Schema.String,
  public_key: Schema.Uint8Array,
  counter: Schema.Int,
  transports: Schema.Array(Schema.String),
  device_type: PasskeyView.fields.device_type,
  backed_up: Schema.Boolean
})
const ViewRow = Schema.Struct({
  ...PasskeyView.fields,
  created_at: Schema.Date,
  last_used_at: Schema.NullOr(Schema.Date)
})
const passkeyReader = makeRowReader(table, Row)
const viewReader = makeRowReader(table, ViewRow)
const nameReader = makeRowReader(table, Schema.Struct({ name: Schema.String }))
const passkeyCountReader = makeRowReader(table, Schema.Struct({ passkeys: Schema.Int }))

const record = (row: typeof Row.Type): Passkey => ({
  credentialId: row.credential_id,
  publicKey: new Uint8Array(row.public_key),
  counter: row.counter,
  transports: row.transports,
  deviceType: row.device_type,
  backedUp: row.backed_up
})

const view = (row: typeof ViewRow.Type): PasskeyView => ({
  ...row,
  created_at: utc(row.created_at),
  last_used_at: utcOrNull(row.last_used_at)
})

const date = DateTime.toDateUtc

export const layer = Layer.effect(
  PasskeyRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal(
      "credential_id, public_key, counter::float8 as counter, transports, device_type, backed_up"
    )

    const ofUser = Effect.fn("PasskeyRecords.ofUser")(
      (userId: number) =>
        passkeyReader
          .all(sql`select ${columns} from webauthn_credentials where user_id = ${userId} order by id`)
          .pipe(Effect.map((rows) => rows.map(record))),
      Effect.orDie
    )

    const find = Effect.fn("PasskeyRecords.find")(
      (userId: number, credentialId: string) =>
        passkeyReader
          .first(
            sql`select ${columns} from webauthn_credentials where user_id = ${userId}
              and credential_id = ${credentialId}`
          )
          .pipe(Effect.map((row) => Option.map(Option.fromNullOr(row), record))),
      Effect.orDie
    )

    const add = Effect.fn("PasskeyRecords.add")(
      (userId: number, name: string, passkey: Passkey, now: DateTime.Utc) =>
        sql`
        insert into webauthn_credentials
          (user_id, credential_id, public_key, counter, transports, name, device_type, backed_up, created_at)
        values (${userId}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter}::float8::bigint,
          ${JSON.stringify(passkey.transports)}::text::jsonb, ${name}, ${passkey.deviceType}, ${passkey.backedUp},
            ${date(now)})
        on conflict (credential_id) do nothing returning id`.pipe(Effect.map((rows) => rows.length === 1)),
      Effect.orDie
    )

    const views = Effect.fn("PasskeyRecords.views")(
      (userId: number) =>
        viewReader
          .all(sql`
        select id, name, device_type, backed_up, created_at, last_used_at from webauthn_credentials
        where user_id = ${userId} order by id`)
          .pipe(Effect.map((rows) => rows.map(view))),
      Effect.orDie
    )

    const rename = Effect.fn("PasskeyRecords.rename")(
      (userId: number, id: number, name: string) =>
        sql`update webauthn_credentials set name = ${name} where user_id = ${userId} and id = ${id} returning id`.pipe(
          Effect.map((rows) => rows.length === 1)
        ),
      Effect.orDie
    )

    const remove = Effect.fn("PasskeyRecords.remove")(
      (userId: number, id: number) =>
        nameReader
          .first(sql`delete from webauthn_credentials where user_id = ${userId} and id = ${id} returning name`)
          .pipe(Effect.map((row) => row?.name ?? null)),
      Effect.orDie
    )

    const removeAll = Effect.fn("PasskeyRecords.removeAll")(
      (userId: number) =>
        passkeyCountReader
          .one(sql`
        with codes as (delete from recovery_codes where user_id = ${userId}),
          challenges as (
            delete from webauthn_challenges c using auth_sessions s where s.id = c.session_id and s.user_id = ${userId}
          ),
          passkeys as (delete from webauthn_credentials where user_id = ${userId} returning 1)
        select count(*)::int as passkeys from passkeys`)
          .pipe(Effect.map((row) => row.passkeys)),
      Effect.orDie
    )

    const used = Effect.fn("PasskeyRecords.used")(
      (credentialId: string, counter: number, backedUp: boolean, now: DateTime.Utc) =>
        sql`
        update webauthn_credentials
        set counter = ${counter}::float8::bigint, backed_up = ${backedUp}, last_used_at = ${date(now)}
        where credential_id = ${credentialId}
          and (counter < ${counter}::float8::bigint or (counter = 0 and ${counter}::float8 = 0))
        returning id`.pipe(Effect.map((rows) => rows.length === 1)),
      Effect.orDie
    )

    return PasskeyRecords.of({ ofUser, find, add, views, rename, remove, removeAll, used })
  })
)

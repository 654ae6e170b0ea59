import { type ChallengeBinding, type Passkey, PasskeyRecords } from "#services/access/PasskeyRecords.ts"
import { Array, DateTime, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"

interface Row {
  readonly credential_id: string
  readonly public_key: Uint8Array
  readonly counter: number
  readonly transports: ReadonlyArray<string>
  readonly device_type: Passkey["deviceType"]
  readonly backed_up: boolean
}

const record = (row: Row): Passkey => ({
  credentialId: row.credential_id,
  publicKey: new Uint8Array(row.public_key),
  counter: row.counter,
  transports: row.transports,
  deviceType: row.device_type,
  backedUp: row.backed_up
})

const date = DateTime.toDateUtc

export const layer = Layer.effect(PasskeyRecords, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  // a counter has 32 bits, which a double holds exactly
  const columns = sql.literal("credential_id, public_key, counter::float8 as counter, transports, device_type, backed_up")

  const ofUser = Effect.fn("PasskeyRecords.ofUser")(
    (userId: number) =>
      sql<Row>`select ${columns} from webauthn_credentials where user_id = ${userId} order by id`.pipe(
        Effect.map((rows) => rows.map(record))
      ),
    Effect.orDie
  )

  const find = Effect.fn("PasskeyRecords.find")(
    (userId: number, credentialId: string) =>
      sql<Row>`select ${columns} from webauthn_credentials where user_id = ${userId} and credential_id = ${credentialId}`
        .pipe(Effect.map((rows) => Option.map(Array.head(rows), record))),
    Effect.orDie
  )

  const add = Effect.fn("PasskeyRecords.add")(
    (userId: number, name: string, passkey: Passkey, now: DateTime.Utc) =>
      sql`
        insert into webauthn_credentials
          (user_id, credential_id, public_key, counter, transports, name, device_type, backed_up, created_at)
        values (${userId}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter}::float8::bigint,
          ${JSON.stringify(passkey.transports)}::text::jsonb, ${name}, ${passkey.deviceType}, ${passkey.backedUp}, ${date(now)})
        on conflict (credential_id) do nothing returning id`.pipe(Effect.map((rows) => rows.length === 1)),
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

  const addChallenge = Effect.fn("PasskeyRecords.addChallenge")(
    ({ digest, purpose, sessionId }: ChallengeBinding, expiresAt: DateTime.Utc) =>
      sql`
        insert into webauthn_challenges (hash, session_id, purpose, expires_at)
        values (${digest}, ${sessionId}::uuid, ${purpose}, ${date(expiresAt)})
        on conflict (session_id, purpose) do update set hash = excluded.hash, expires_at = excluded.expires_at`,
    Effect.asVoid,
    Effect.orDie
  )

  const takeChallenge = Effect.fn("PasskeyRecords.takeChallenge")(
    ({ digest, purpose, sessionId }: ChallengeBinding, now: DateTime.Utc) =>
      sql<{ alive: boolean }>`
        delete from webauthn_challenges
        where hash = ${digest} and session_id = ${sessionId}::uuid and purpose = ${purpose}
        returning expires_at > ${date(now)} as alive`.pipe(Effect.map(([row]) => row?.alive === true)),
    Effect.orDie
  )

  const addRecoveryCodes = Effect.fn("PasskeyRecords.addRecoveryCodes")(
    (userId: number, digests: ReadonlyArray<string>, now: DateTime.Utc) =>
      sql`
        insert into recovery_codes (hash, user_id, created_at)
        select digest, ${userId}::int, ${date(now)}
        from jsonb_array_elements_text(${JSON.stringify(digests)}::text::jsonb) as given (digest)`,
    Effect.asVoid,
    Effect.orDie
  )

  const useRecoveryCode = Effect.fn("PasskeyRecords.useRecoveryCode")(
    (userId: number, digest: string, now: DateTime.Utc) =>
      sql`update recovery_codes set used_at = ${date(now)}
          where user_id = ${userId} and hash = ${digest} and used_at is null returning hash`.pipe(
        Effect.map((rows) => rows.length === 1)
      ),
    Effect.orDie
  )

  const recoveryCodes = Effect.fn("PasskeyRecords.recoveryCodes")(
    (userId: number) =>
      sql<{ all: number; left: number }>`
        select count(*)::int as all, (count(*) filter (where used_at is null))::int as left
        from recovery_codes where user_id = ${userId}`.pipe(Effect.map(([row]) => row ?? { all: 0, left: 0 })),
    Effect.orDie
  )

  return PasskeyRecords.of({
    ofUser, find, add, used, addChallenge, takeChallenge, addRecoveryCodes, useRecoveryCode, recoveryCodes
  })
}))

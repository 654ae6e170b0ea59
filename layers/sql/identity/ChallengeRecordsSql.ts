import { type ChallengeBinding, ChallengeRecords } from "#services/identity/passkeys/ChallengeRecords.ts"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const challengeReader = makeRowReader("webauthn_challenges", Schema.Struct({ alive: Schema.Boolean }))

const date = DateTime.toDateUtc

export const layer = Layer.effect(
  ChallengeRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const add = Effect.fn("ChallengeRecords.add")(
      ({ digest, purpose, sessionId }: ChallengeBinding, expiresAt: DateTime.Utc) =>
        sql`
        insert into webauthn_challenges (hash, session_id, purpose, expires_at)
        values (${digest}, ${sessionId}::uuid, ${purpose}, ${date(expiresAt)})
        on conflict (session_id, purpose) do update set hash = excluded.hash, expires_at = excluded.expires_at`,
      Effect.asVoid,
      Effect.orDie
    )

    const take = Effect.fn("ChallengeRecords.take")(
      ({ digest, purpose, sessionId }: ChallengeBinding, now: DateTime.Utc) =>
        challengeReader
          .first(sql`
        delete from webauthn_challenges
        where hash = ${digest} and session_id = ${sessionId}::uuid and purpose = ${purpose}
        returning expires_at > ${date(now)} as alive`)
          .pipe(Effect.map((row) => row?.alive === true)),
      Effect.orDie
    )

    const clear = Effect.fn("ChallengeRecords.clear")(
      (now: DateTime.Utc) =>
        sql`delete from webauthn_challenges where expires_at <= ${date(now)} returning 1`.pipe(
          Effect.map((rows) => rows.length)
        ),
      Effect.orDie
    )

    return ChallengeRecords.of({ add, take, clear })
  })
)

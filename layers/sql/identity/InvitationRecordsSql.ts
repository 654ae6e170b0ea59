import { InvitationRecords } from "#services/identity/invitations/InvitationRecords.ts"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const ownerReader = makeRowReader("user_invitations", Schema.Struct({ user_id: Schema.Int }))
const periodReader = makeRowReader(
  "user_invitations",
  Schema.Struct({ created_at: Schema.Date, expires_at: Schema.Date })
)

const date = DateTime.toDateUtc
const utc = DateTime.fromDateUnsafe

export const layer = Layer.effect(
  InvitationRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const validAt = (now: DateTime.Utc) =>
      sql`i.expires_at > ${date(now)} and u.id = i.user_id and u.is_active and u.auth_version = i.auth_version`

    const replace = Effect.fn("InvitationRecords.replace")(
      (
        userId: number,
        digest: string,
        { from, until }: { readonly from: DateTime.Utc; readonly until: DateTime.Utc }
      ) =>
        sql`
        insert into user_invitations (user_id, digest, auth_version, created_at, expires_at)
        select id, ${digest}, auth_version, ${date(from)}, ${date(until)} from ui_users where id = ${userId}
        on conflict (user_id) do update set digest = excluded.digest, auth_version = excluded.auth_version,
          created_at = excluded.created_at, expires_at = excluded.expires_at`,
      Effect.asVoid,
      Effect.orDie
    )

    const ofUser = Effect.fn("InvitationRecords.ofUser")(
      (userId: number, now: DateTime.Utc) =>
        Effect.map(
          periodReader.first(sql`
          select i.created_at, i.expires_at from user_invitations i, ui_users u
          where i.user_id = ${userId} and ${validAt(now)}`),
          (row) => (row === null ? null : { created_at: utc(row.created_at), expires_at: utc(row.expires_at) })
        ),
      Effect.orDie
    )

    const userOf = Effect.fn("InvitationRecords.userOf")(
      (digest: string, now: DateTime.Utc) =>
        Effect.map(
          ownerReader.first(sql`
          select i.user_id from user_invitations i, ui_users u where i.digest = ${digest} and ${validAt(now)}`),
          (row) => row?.user_id ?? null
        ),
      Effect.orDie
    )

    const consume = Effect.fn("InvitationRecords.consume")(
      (digest: string, now: DateTime.Utc) =>
        Effect.map(
          ownerReader.first(sql`
          delete from user_invitations i using ui_users u where i.digest = ${digest} and ${validAt(now)}
          returning i.user_id`),
          (row) => row !== null
        ),
      Effect.orDie
    )

    const remove = Effect.fn("InvitationRecords.remove")(
      (userId: number) =>
        Effect.map(
          ownerReader.first(sql`delete from user_invitations where user_id = ${userId} returning user_id`),
          (row) => row !== null
        ),
      Effect.orDie
    )

    return InvitationRecords.of({ replace, ofUser, userOf, consume, remove })
  })
)

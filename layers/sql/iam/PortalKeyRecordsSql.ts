import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { StoredPortalKey } from "#domain/iam/portal/PortalKey.ts"
import { type NewPortalKey, PortalKeyRecords } from "#services/iam/portal/PortalKeyRecords.ts"
import { isoText } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const keyReader = makeRowReader("portal_access_keys, private_accesses", StoredPortalKey)
const idReader = makeRowReader("portal_access_keys", Schema.Struct({ id: Schema.Int }))

export const layer = Layer.effect(
  PortalKeyRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const lit = sql.literal

    const all = Effect.fn("PortalKeyRecords.all")(
      (accountId: number, userId: number, retainedSince: DateTime.Utc | null) =>
        keyReader.all(sql`
          with buckets as (
            select distinct s.bucket from portal_members m join portal_spaces s on s.id = m.space_id
            where s.rgw_account_id = ${accountId} and m.user_id = ${userId}
          ), logged as (
            -- null: a space of the person has no access logs now
            select case when bool_and(l.enabled and l.state = 'on') then greatest(max(l.changed_at),
              ${retainedSince === null ? null : DateTime.toDateUtc(retainedSince)}::timestamptz) end as since
            from buckets b left join access_log_sources l on l.rgw_account_id = ${accountId} and l.bucket = b.bucket
            having count(*) = count(l.id)
          )
          select k.id, k.label, k.access_key, k.active, k.bucket_name,
            ${lit(isoText("k.created_at"))} as created_at, p.state = 'active' as confirmed,
            (select ${lit(isoText("max(a.at)"))} from access_log_identities i join access_logs a on a.identity_id = i.id
              where i.rgw_account_id = ${accountId} and i.name = p.iam_user_name) as last_request_at,
            (select ${lit(isoText("since"))} from logged) as logged_since
          from portal_access_keys k join private_accesses p on p.id = k.access_id
          where p.rgw_account_id = ${accountId} and p.user_id = ${userId} and p.state <> 'cleanup_pending'
          order by k.id`),
      Effect.orDie
    )

    const add = Effect.fn("PortalKeyRecords.add")(
      (key: NewPortalKey, now: DateTime.Utc) =>
        Effect.map(
          idReader.one(sql`
            insert into portal_access_keys (access_id, space_id, bucket_name, label, access_key, created_at)
            values (${key.access_id}, ${key.space_id}, ${key.bucket_name}, ${key.label}, ${key.access_key},
              ${DateTime.toDateUtc(now)}) returning id`),
          ({ id }) => id
        ),
      Effect.orDie
    )

    const setActive = Effect.fn("PortalKeyRecords.setActive")(
      (id: number, active: boolean) =>
        Effect.asVoid(sql`update portal_access_keys set active = ${active} where id = ${id}`),
      Effect.orDie
    )

    const remove = Effect.fn("PortalKeyRecords.remove")(
      (id: number) => Effect.asVoid(sql`delete from portal_access_keys where id = ${id}`),
      Effect.orDie
    )

    return PortalKeyRecords.of({ all, add, setActive, remove })
  })
)

import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { PortalAccessKey } from "#domain/iam/portal/PortalKey.ts"
import { type NewPortalKey, PortalKeyRecords } from "#services/iam/portal/PortalKeyRecords.ts"
import { isoText } from "../../postgres/moments.ts"
import { rowsOf } from "../../postgres/rowsOf.ts"

const keys = rowsOf("portal_access_keys, private_accesses", PortalAccessKey)
const ids = rowsOf("portal_access_keys", Schema.Struct({ id: Schema.Int }))

export const layer = Layer.effect(
  PortalKeyRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const all = Effect.fn("PortalKeyRecords.all")(
      (accountId: number, userId: number) =>
        keys.all(sql`
          select k.id, k.label, k.access_key, k.active, k.bucket_name,
            ${sql.literal(isoText("k.created_at"))} as created_at, p.state = 'active' as confirmed
          from portal_access_keys k join private_accesses p on p.id = k.access_id
          where p.rgw_account_id = ${accountId} and p.user_id = ${userId} and p.state <> 'cleanup_pending'
          order by k.id`),
      Effect.orDie
    )

    const add = Effect.fn("PortalKeyRecords.add")(
      (key: NewPortalKey, now: DateTime.Utc) =>
        Effect.map(
          ids.one(sql`
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

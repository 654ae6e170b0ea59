import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ShareHit } from "#domain/objects/shares/Share.ts"
import { type NewHit, ShareHits } from "#services/objects/shares/ShareHits.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const hitReader = makeRowReader("share_hits", ShareHit)
const hitIdReader = makeRowReader("share_hits", Schema.Struct({ id: Schema.Int }))

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const add = Effect.fn("ShareHits.add")(
    ({ at, bytes, name, network, outcome, place, shareId, what }: NewHit) =>
      Effect.map(
        hitIdReader.first(sql`
        insert into share_hits (share_id, what, name, bytes, outcome, network, at, place)
        values (${shareId}, ${what}, ${name}, ${bytes}::float8::bigint, ${outcome}, ${network},
          ${DateTime.toDateUtc(at)}, ${place})
        on conflict do nothing returning id::float8 as id`),
        (row) => row?.id ?? null
      ),
    Effect.orDie
  )

  const finish = Effect.fn("ShareHits.finish")(
    (id: number, bytes: number, outcome: "done" | "cut") =>
      Effect.asVoid(sql`
      update share_hits set bytes = ${bytes}::float8::bigint, outcome = ${outcome}, place = case
        when ${outcome}::text = 'done' then place end where id = ${id}`),
    Effect.orDie
  )

  const list = Effect.fn("ShareHits.list")(
    (shareId: string, limit: number) =>
      hitReader.all(sql`
      select h.id::float8 as id, h.what, h.name, h.bytes::float8 as bytes, h.outcome, h.network,
        to_char(h.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from share_hits h where h.share_id = ${shareId} order by h.id desc limit ${limit}`),
    Effect.orDie
  )

  const letGo = Effect.fn("ShareHits.letGo")(
    (before: DateTime.Utc) =>
      Effect.map(
        sql`
      with ended as (
        update share_hits set outcome = 'cut', place = null where outcome = 'open'
          and at < ${DateTime.toDateUtc(before)} returning share_id, what, bytes
      ), taken as (
        select share_id, count(*)::int as uses, sum(bytes) as bytes from ended where what = 'upload' group by share_id
      ), given as (
        update shares s set uses = greatest(s.uses - t.uses, 0), bytes = greatest(s.bytes - t.bytes, 0)::bigint
          from taken t where t.share_id = s.id returning 1
      )
      select 1 from ended`,
        (rows) => rows.length
      ),
    Effect.orDie
  )

  return ShareHits.of({ add, finish, list, letGo })
})

export const layer = Layer.effect(ShareHits, make)

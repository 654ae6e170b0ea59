import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { endOfWeek } from "#domain/usage/accesslogs/weeks.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"

const partitionReader = makeRowReader("pg_class", Schema.Struct({ name: Schema.String }))
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const nameOf = (week: number) => `access_logs_${dayOf(week).replaceAll("-", "")}`
const LOCK = 7_170_047

export const weekPartitions = (sql: SqlClient.SqlClient) => {
  const existing = partitionReader.all(sql`
    select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'access_logs'::regclass order by 1`)
  const locked = <A, E, R>(work: Effect.Effect<A, E, R>) =>
    sql.withTransaction(Effect.andThen(sql`select pg_advisory_xact_lock(${LOCK})`, work))

  /** Creates missing partitions; creating locks the table, so it is done only for those. */
  const create = Effect.fnUntraced(function* (weeks: ReadonlyArray<number>) {
    const missing = Effect.map(existing, (rows) => {
      const names = new Set(rows.map(({ name }) => name))
      return weeks.filter((week) => !names.has(nameOf(week)))
    })
    if ((yield* missing).length === 0) return
    yield* locked(
      Effect.flatMap(missing, (some) =>
        Effect.forEach(
          some,
          (week) =>
            sql`create table ${sql(nameOf(week))} partition of access_logs
            for values from (${sql.literal(`'${dayOf(week)}T00:00:00Z'`)})
            to (${sql.literal(`'${dayOf(endOfWeek(week))}T00:00:00Z'`)})`.unprepared
        )
      )
    )
  })

  const dropBefore = (at: number) =>
    locked(
      Effect.flatMap(existing, (rows) => {
        const first = nameOf(at)
        const old = rows.filter(({ name }) => {
          const day = name.slice(-8)
          const week = Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00Z`)
          return name < first && endOfWeek(week) <= at
        })
        return Effect.as(
          Effect.forEach(old, ({ name }) => sql`drop table ${sql(name)}`.unprepared),
          old.length
        )
      })
    )

  return { create, dropBefore }
}

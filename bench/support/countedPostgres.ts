import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import pg from "pg"
import * as Database from "#layers/postgres/Database.ts"
import * as Migrations from "#layers/postgres/Migrations.ts"

export interface Done {
  readonly statements: number
  readonly transactions: number
  readonly rows: number
  readonly walBytes: number
}

const served = (dataDir: string) => Database.layer({ url: Option.none(), dataDir, maxConnections: 2 })

/** Starts the server twice: preloads are read at its start. */
const preload = (dataDir: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`alter system set shared_preload_libraries = 'pg_stat_statements'`
  ).pipe(Effect.provide(Layer.fresh(served(dataDir))))

export const countedPostgres = Effect.fnUntraced(function* (dataDir: string) {
  yield* preload(dataDir)
  const services = yield* Layer.build(
    Layer.effectDiscard(Migrations.migrate()).pipe(Layer.provideMerge(served(dataDir)))
  )
  const { config } = yield* Effect.provide(PgClient.PgClient, services)
  const url = `postgres://${config.username}@localhost/${config.database}?host=${encodeURIComponent(config.host ?? "")}`
  const client = yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const made = new pg.Client({ connectionString: url })
      await made.connect()
      await made.query("create extension if not exists pg_stat_statements")
      return made
    }),
    (made) => Effect.promise(() => made.end())
  )
  const done = async (): Promise<Done> => {
    // sessions report their statistics when idle
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const {
      rows: [row]
    } = await client.query<Record<keyof Done, number>>(`
      select (select coalesce(sum(calls), 0)::float8 from pg_stat_statements
        where query not like '%pg_stat_%') as statements,
        (select xact_commit::float8 from pg_stat_database where datname = current_database()) as transactions,
        (select (n_tup_ins + n_tup_upd + n_tup_del)::float8 from pg_stat_user_tables
          where relname = 'bucket_listing_rows') as rows,
        pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as "walBytes"`)
    if (row === undefined) throw new Error("nothing is counted")
    return row
  }
  return { url, client, done }
})

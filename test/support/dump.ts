import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const dumpOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      order by 1`
  const parts = yield* Effect.forEach(tables, ({ name }) =>
    Effect.map(
      sql<{
        rows: string
      }>`select coalesce(string_agg(t::text, chr(10) order by t::text), '') as rows from ${sql(name)} t`,
      ([row]) => `${name}\n${row?.rows ?? ""}`
    )
  )
  const sequences = yield* sql<{ name: string; last: string | null }>`
    select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1`
  return [...parts, ...sequences.map(({ last, name }) => `${name} ${last}`)].join("\n\n")
})

import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { BucketRow } from "#domain/buckets/BucketListing.ts"
import type { BucketSnapshots, RefreshProgress } from "#services/buckets/BucketSnapshots.ts"
import type { LiveEvents } from "#services/live/LiveEvents.ts"
import { announceListing } from "./announceListing.ts"
import { columnNames, mergedColumns, recordColumns } from "./bucketRowColumns.ts"

/**
 * Rows of a snapshot: by its refresh, in one statement a chunk, or by a change of our own. Each change first takes the
 * listing's row, so versions follow one another, and what a later statement sees includes what came before it.
 */
export const bucketRowWrites = (
  sql: SqlClient.SqlClient,
  live: LiveEvents["Service"]
): Pick<BucketSnapshots["Service"], "write" | "put" | "drop"> => {
  const announce = announceListing(live)

  /** A name that was dropped after the refresh began is not brought back by what the gateway said before. */
  const upsert = (key: string, rows: ReadonlyArray<BucketRow>) =>
    sql`
      insert into bucket_listing_rows as r (${sql.literal(columnNames)}, key, generation, version)
      select ${sql.literal(columnNames)}, l.key, l.generation, l.version
      from bucket_listings l, jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as n (${sql.literal(recordColumns)})
      where l.key = ${key} and not exists (
        select from bucket_listing_removals m where m.key = l.key and m.name = n.name and m.version > l.began_version
      )
      on conflict (key, name, tenant) do update set ${sql.literal(mergedColumns)}`

  const write = Effect.fn("BucketSnapshots.write")(
    function*(key: string, runner: string, rows: ReadonlyArray<BucketRow>, progress: RefreshProgress) {
      yield* sql.withTransaction(Effect.gen(function*() {
        // names and statistics are written side by side: progress goes forward only
        const written = yield* sql<{ version: number }>`
          update bucket_listings set
            version = version + 1, state = case state when 'empty' then 'partial' else state end,
            processed = greatest(processed, ${progress.processed}), total = greatest(total, ${progress.total})
          where key = ${key} and runner = ${runner} returning version`
        if (written.length === 0) return
        yield* upsert(key, rows)
        yield* announce(key, written)
      }))
    },
    Effect.orDie
  )

  const put = Effect.fn("BucketSnapshots.put")(function*(key: string, bucket: BucketRow) {
    yield* sql.withTransaction(Effect.gen(function*() {
      const written = yield* sql<{ version: number }>`
        insert into bucket_listings as l (key, version, state) values (${key}, 1, 'partial')
        on conflict (key) do update set version = l.version + 1 returning version`
      yield* sql`delete from bucket_listing_removals where key = ${key} and name = ${bucket.name}`
      yield* upsert(key, [bucket])
      yield* announce(key, written)
    }))
  }, Effect.orDie)

  const drop = Effect.fn("BucketSnapshots.drop")(function*(key: string, name: string) {
    const at = DateTime.toDate(yield* DateTime.now)
    yield* sql.withTransaction(Effect.gen(function*() {
      const dropped = yield* sql<{ version: number }>`
        update bucket_listings set version = version + 1 where key = ${key} returning version`
      const [listing] = dropped
      if (listing === undefined) return
      yield* sql`delete from bucket_listing_rows where key = ${key} and name = ${name}`
      yield* sql`
        insert into bucket_listing_removals (key, name, version, removed_at) values (${key}, ${name}, ${listing.version}, ${at})`
      yield* announce(key, dropped)
    }))
  }, Effect.orDie)

  return { write, put, drop }
}

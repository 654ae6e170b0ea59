import { DateTime, Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { ListingFault } from "#domain/buckets/BucketListing.ts"
import type { BucketSnapshots } from "#services/buckets/BucketSnapshots.ts"
import type { LiveEvents } from "#services/live/LiveEvents.ts"
import { announceListing } from "./announceListing.ts"

/** How long removals are kept for readers that lag behind. */
const removalsKept = Duration.hours(1)

/** Begin and end of a refresh: who has it, and what becomes of the listing. Leases go by the database's clock. */
export const bucketRefreshes = (
  sql: SqlClient.SqlClient,
  live: LiveEvents["Service"]
): Pick<BucketSnapshots["Service"], "begin" | "keep" | "complete" | "fail" | "abandon"> => {
  const announce = announceListing(live)

  const begin = Effect.fn("BucketSnapshots.begin")(function*(key: string, runner: string, lease: Duration.Duration) {
    const seconds = Duration.toSeconds(lease)
    const taken = yield* sql<{ version: number }>`
      insert into bucket_listings as l (key, version, began_version, generation, runner, lease_until)
      values (${key}, 1, 1, 1, ${runner}, now() + make_interval(secs => ${seconds}))
      on conflict (key) do update set
        version = l.version + 1, began_version = l.version + 1, generation = l.generation + 1,
        runner = excluded.runner, lease_until = excluded.lease_until, processed = 0, total = null
      where l.lease_until is null or l.lease_until <= now()
      returning version`
    yield* announce(key, taken)
    return taken.length > 0
  }, Effect.orDie)

  const keep = Effect.fn("BucketSnapshots.keep")(function*(key: string, runner: string, lease: Duration.Duration) {
    const kept = yield* sql`
      update bucket_listings set lease_until = now() + make_interval(secs => ${Duration.toSeconds(lease)})
      where key = ${key} and runner = ${runner} and lease_until > now() returning key`
    return kept.length > 0
  }, Effect.orDie)

  const complete = Effect.fn("BucketSnapshots.complete")(function*(key: string, runner: string) {
    const now = yield* DateTime.now
    const at = DateTime.toDate(now)
    yield* sql.withTransaction(Effect.gen(function*() {
      const done = yield* sql<{ version: number }>`
        update bucket_listings set
          version = version + 1, completed_version = version + 1, state = 'complete', runner = null, lease_until = null,
          refreshed_at = ${at}, last_error = null, failed_at = null
        where key = ${key} and runner = ${runner} returning version`
      if (done.length === 0) return
      yield* sql`
        with listing as (
          select key, version, generation from bucket_listings where key = ${key}
        ), gone as (
          delete from bucket_listing_rows r using listing l
          where r.key = l.key and r.generation < l.generation returning r.key, r.name
        )
        insert into bucket_listing_removals (key, name, version, removed_at)
        select g.key, g.name, l.version, ${at} from gone g join listing l on l.key = g.key`
      yield* sql`
        with forgotten as (
          delete from bucket_listing_removals
          where key = ${key} and removed_at < ${DateTime.toDate(DateTime.subtractDuration(now, removalsKept))} returning version
        )
        update bucket_listings set forgotten_version = greatest(forgotten_version, (select max(version) from forgotten))
        where key = ${key} and exists (select from forgotten)`
      yield* announce(key, done)
    }))
  }, Effect.orDie)

  const fail = Effect.fn("BucketSnapshots.fail")(function*(key: string, runner: string, fault: ListingFault) {
    const at = DateTime.toDate(yield* DateTime.now)
    const failed = yield* sql<{ version: number }>`
      update bucket_listings set
        version = version + 1, runner = null, lease_until = null, failed_at = ${at},
        last_error = ${JSON.stringify(fault)}::text::jsonb
      where key = ${key} and runner = ${runner} returning version`
    yield* announce(key, failed)
  }, Effect.orDie)

  const abandon = Effect.fn("BucketSnapshots.abandon")(function*(key: string, runner: string) {
    const abandoned = yield* sql<{ version: number }>`
      update bucket_listings set version = version + 1, runner = null, lease_until = null
      where key = ${key} and runner = ${runner} returning version`
    yield* announce(key, abandoned)
  }, Effect.orDie)

  return { begin, keep, complete, fail, abandon }
}

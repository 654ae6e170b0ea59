import { DateTime, Duration, Effect, Layer, Schema, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import type { BucketRow, ListingFault } from "#domain/buckets/BucketListing.ts"
import { BucketRefreshes, type RefreshProgress, type ObservedBucket } from "#services/buckets/BucketRefreshes.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { announceListing } from "./announceListing.ts"
import { requestListingRefresh } from "./requestListingRefresh.ts"
import { versionReader } from "./bucketListingRecords.ts"
import { upsertChangedRows } from "./upsertBucketRows.ts"
import { removeDeletedBuckets } from "./workbench/removeDeletedBuckets.ts"

const MAX_UNSERVED = 100

const leaseReader = makeRowReader("bucket_listings", Schema.Struct({ wanted: Schema.Boolean }))
const keyReader = makeRowReader("bucket_listings", Schema.Struct({ key: Schema.String }))

/** The rest of the connection pool is for requests. */
const MAX_CONCURRENT_WRITES = 2

const REMOVAL_RETENTION = Duration.hours(1)

/** Each change first locks the listing's row, so that versions are sequential. Leases use the database's clock. */
export const layer = Layer.effect(
  BucketRefreshes,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const announce = announceListing(yield* LiveEvents)
    const upsert = upsertChangedRows(sql)
    const turns = yield* Semaphore.make(MAX_CONCURRENT_WRITES)
    const removeDeleted = removeDeletedBuckets(sql)
    const inTurn = <A, E>(work: Effect.Effect<A, E>) => turns.withPermit(sql.withTransaction(work))

    const ask = Effect.fn("BucketRefreshes.ask")(requestListingRefresh(sql))

    const unserved = keyReader
      .all(sql`
    select key from bucket_listings
    where refresh_requested_at is not null and (lease_until is null or lease_until <= now())
    order by refresh_requested_at limit ${MAX_UNSERVED}`)
      .pipe(
        Effect.map((rows) => rows.map(({ key }) => key)),
        Effect.orDie,
        Effect.withSpan("BucketRefreshes.unserved")
      )

    const begin = Effect.fn("BucketRefreshes.begin")(function* (key: string, runner: string, lease: Duration.Duration) {
      const seconds = Duration.toSeconds(lease)
      const taken = yield* versionReader.all(sql`
      insert into bucket_listings as l (key, version, began_version, generation, runner, lease_until)
      values (${key}, 1, 1, 1, ${runner}, now() + make_interval(secs => ${seconds}))
      on conflict (key) do update set
        version = l.version + 1, began_version = l.version + 1, generation = l.generation + 1,
        runner = excluded.runner, lease_until = excluded.lease_until, processed = 0, total = null
      where l.lease_until is null or l.lease_until <= now()
      returning version`)
      yield* announce(key, taken)
      return taken.length > 0
    }, Effect.orDie)

    const renewLease = Effect.fn("BucketRefreshes.renewLease")(function* (
      key: string,
      runner: string,
      lease: Duration.Duration
    ) {
      const [kept] = yield* leaseReader.all(sql`
      update bucket_listings set lease_until = now() + make_interval(secs => ${Duration.toSeconds(lease)})
      where key = ${key} and runner = ${runner} and lease_until > now()
      returning refresh_requested_at is not null as wanted`)
      return kept === undefined ? "lost" : kept.wanted ? "wanted" : "held"
    }, Effect.orDie)

    const complete = Effect.fn("BucketRefreshes.complete")(function* (
      key: string,
      runner: string,
      observedBuckets: ReadonlyArray<ObservedBucket>
    ) {
      const now = yield* DateTime.now
      const at = DateTime.toDate(now)
      yield* inTurn(
        Effect.gen(function* () {
          const done = yield* versionReader.all(sql`
        update bucket_listings set
          version = version + 1, completed_version = version + 1, state = 'complete', runner = null, lease_until = null,
          refreshed_at = ${at}, last_error = null, failed_at = null, refresh_requested_at = null
        where key = ${key} and runner = ${runner} returning version`)
          if (done.length === 0) return
          const seenNames = JSON.stringify(observedBuckets.map(({ name, tenant }) => `${tenant}/${name}`))
          yield* sql`
        with listing as (
          select key, version, generation from bucket_listings where key = ${key}
        ), gone as (
          delete from bucket_listing_rows r using listing l
          where r.key = l.key and r.generation < l.generation and not exists (
            select from jsonb_array_elements_text(${seenNames}::text::jsonb) as s
            where s = r.tenant || '/' || r.name
          ) returning r.key, r.name
        )
        insert into bucket_listing_removals (key, name, version, removed_at)
        select g.key, g.name, l.version, ${at} from gone g join listing l on l.key = g.key`
          yield* removeDeleted(key)
          yield* sql`
        with forgotten as (
          delete from bucket_listing_removals
          where key = ${key} and removed_at < ${DateTime.toDate(DateTime.subtractDuration(now, REMOVAL_RETENTION))}
            returning version
        )
        update bucket_listings set forgotten_version = greatest(forgotten_version, (select max(version) from forgotten))
        where key = ${key} and exists (select from forgotten)`
          yield* announce(key, done)
        })
      )
    }, Effect.orDie)

    const fail = Effect.fn("BucketRefreshes.fail")(function* (key: string, runner: string, fault: ListingFault) {
      const at = DateTime.toDate(yield* DateTime.now)
      const failed = yield* versionReader.all(sql`
      update bucket_listings set
        version = version + 1, runner = null, lease_until = null, failed_at = ${at}, refresh_requested_at = null,
        last_error = ${JSON.stringify(fault)}::text::jsonb
      where key = ${key} and runner = ${runner} returning version`)
      yield* announce(key, failed)
    }, Effect.orDie)

    const abandon = Effect.fn("BucketRefreshes.abandon")(function* (key: string, runner: string) {
      const abandoned = yield* versionReader.all(sql`
      update bucket_listings set version = version + 1, runner = null, lease_until = null
      where key = ${key} and runner = ${runner} returning version`)
      yield* announce(key, abandoned)
    }, Effect.orDie)

    const write = Effect.fn("BucketRefreshes.write")(function* (
      key: string,
      runner: string,
      rows: ReadonlyArray<BucketRow>,
      progress: RefreshProgress
    ) {
      yield* inTurn(
        Effect.gen(function* () {
          const leased = yield* versionReader.all(
            sql`select version from bucket_listings where key = ${key} and runner = ${runner} for no key update`
          )
          if (leased.length === 0) return
          const changed = yield* upsert(key, rows)
          if (changed === 0 && !progress.due) return
          // names and statistics are written concurrently: progress only increases
          yield* announce(
            key,
            yield* versionReader.all(sql`
          update bucket_listings set
            version = version + 1, state = case state when 'empty' then 'partial' else state end,
            processed = greatest(processed, ${progress.processed}), total = greatest(total, ${progress.total})
          where key = ${key} returning version`)
          )
        })
      )
    }, Effect.orDie)

    return BucketRefreshes.of({ ask, unserved, begin, renewLease, write, complete, fail, abandon })
  })
)

import { DateTime, Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type BucketListingEvent, BucketListingEvent as Event, type BucketRow, type ListingFault } from "#domain/BucketListing.ts"
import { LiveEvent } from "#domain/LiveEvent.ts"
import { BucketSnapshots, type RefreshProgress } from "#services/buckets/BucketSnapshots.ts"
import { LiveEvents } from "#services/live/LiveEvents.ts"
import { type ListingRecord, noListing, type RowRecord, progressOf, stateOf, toRow } from "./bucketListingRecords.ts"
import { bucketPage } from "./bucketPage.ts"

/** Rows of one event; a page of names may be thousands. */
const rowsPerEvent = 500
/** How long removals are kept for readers that lag behind. */
const removalsKept = Duration.hours(1)

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const live = yield* LiveEvents

  const announce = (key: string, changed: ReadonlyArray<{ readonly version: number }>) =>
    changed[0] === undefined ? Effect.void : live.publish(LiveEvent.cases.ListingChanged.make({ key, version: changed[0].version }))

  const find = (key: string) =>
    Effect.map(
      sql<ListingRecord>`
        select state, version, generation, processed, total, refreshed_at, failed_at, last_error,
          (lease_until is not null and lease_until > now()) as refreshing
        from bucket_listings where key = ${key}`,
      ([record]) => record ?? noListing
    )

  const state = Effect.fn("BucketSnapshots.state")((key: string) => Effect.map(find(key), stateOf), Effect.orDie)

  const page = Effect.fn("BucketSnapshots.page")(bucketPage(sql, find), Effect.orDie)

  const row = Effect.fn("BucketSnapshots.row")(function*(key: string, name: string) {
    const [record] = yield* sql<RowRecord>`
      select ${sql.literal(rowColumns)} from bucket_listing_rows where key = ${key} and name = ${name} order by tenant limit 1`
    return record === undefined ? null : toRow(record)
  }, Effect.orDie)

  const changesSince = Effect.fn("BucketSnapshots.changesSince")(function*(key: string, version: number) {
    const record = yield* find(key)
    const listing = stateOf(record)
    const rows = yield* sql<RowRecord>`
      select ${sql.literal(rowColumns)} from bucket_listing_rows
      where key = ${key} and version > ${version} and version <= ${record.version} order by version, name`
    const gone = yield* sql<{ name: string }>`
      select name from bucket_listing_removals where key = ${key} and version > ${version} and version <= ${record.version}`
    const [count] = yield* sql<{ total: number }>`select count(*)::int as total from bucket_listing_rows where key = ${key}`
    const events: Array<BucketListingEvent> = []
    for (let at = 0; at < rows.length; at += rowsPerEvent) {
      events.push(Event.cases.Rows.make({ rows: rows.slice(at, at + rowsPerEvent).map(toRow), listing }))
    }
    if (gone.length > 0) events.push(Event.cases.Removed.make({ names: gone.map(({ name }) => name), listing }))
    events.push(Event.cases.State.make({ listing, total: count?.total ?? 0 }))
    if (record.refreshing) events.push(Event.cases.Progress.make({ progress: progressOf(record) }))
    return events
  }, Effect.orDie)

  const begin = Effect.fn("BucketSnapshots.begin")(function*(key: string, runner: string, lease: Duration.Duration) {
    const seconds = Duration.toSeconds(lease)
    const taken = yield* sql<{ version: number }>`
      insert into bucket_listings as l (key, version, generation, runner, lease_until)
      values (${key}, 1, 1, ${runner}, now() + make_interval(secs => ${seconds}))
      on conflict (key) do update set
        version = l.version + 1, generation = l.generation + 1, runner = excluded.runner,
        lease_until = excluded.lease_until, processed = 0, total = null
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

  const write = Effect.fn("BucketSnapshots.write")(
    function*(key: string, runner: string, rows: ReadonlyArray<BucketRow>, progress: RefreshProgress) {
      const written = yield* sql<{ version: number }>`
        with listing as (
          update bucket_listings set
            version = version + 1, state = case state when 'empty' then 'partial' else state end,
            processed = ${progress.processed}, total = ${progress.total}
          where key = ${key} and runner = ${runner} returning key, version, generation
        ), written as (
          insert into bucket_listing_rows as r (${sql.literal(writtenColumns)}, key, generation, version)
          select ${sql.literal(writtenColumns)}, l.key, l.generation, l.version
          from listing l, jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as n (${sql.literal(recordColumns)})
          on conflict (key, name, tenant) do update set ${sql.literal(merged)}
        )
        select version from listing`
      yield* announce(key, written)
    },
    Effect.orDie
  )

  const complete = Effect.fn("BucketSnapshots.complete")(function*(key: string, runner: string) {
    const now = DateTime.toDate(yield* DateTime.now)
    const done = yield* sql<{ version: number }>`
      with listing as (
        update bucket_listings set
          version = version + 1, state = 'complete', runner = null, lease_until = null,
          refreshed_at = ${now}, last_error = null, failed_at = null
        where key = ${key} and runner = ${runner} returning key, version, generation
      ), gone as (
        delete from bucket_listing_rows r using listing l
        where r.key = l.key and r.generation < l.generation returning r.key, r.name
      ), noted as (
        insert into bucket_listing_removals (key, name, version, removed_at)
        select g.key, g.name, l.version, ${now} from gone g join listing l on l.key = g.key
      )
      select version from listing`
    yield* sql`
      delete from bucket_listing_removals
      where key = ${key} and removed_at < ${DateTime.toDate(DateTime.subtractDuration(DateTime.makeUnsafe(now), removalsKept))}`
    yield* announce(key, done)
  }, Effect.orDie)

  const fail = Effect.fn("BucketSnapshots.fail")(function*(key: string, runner: string, fault: ListingFault) {
    const now = DateTime.toDate(yield* DateTime.now)
    const failed = yield* sql<{ version: number }>`
      update bucket_listings set
        version = version + 1, runner = null, lease_until = null, failed_at = ${now},
        last_error = ${JSON.stringify(fault)}::text::jsonb
      where key = ${key} and runner = ${runner} returning version`
    yield* announce(key, failed)
  }, Effect.orDie)

  const put = Effect.fn("BucketSnapshots.put")(function*(key: string, bucket: BucketRow) {
    const written = yield* sql<{ version: number }>`
      with listing as (
        insert into bucket_listings as l (key, version, state) values (${key}, 1, 'partial')
        on conflict (key) do update set version = l.version + 1
        returning key, version, generation
      ), written as (
        insert into bucket_listing_rows as r (${sql.literal(writtenColumns)}, key, generation, version)
        select ${sql.literal(writtenColumns)}, l.key, l.generation, l.version
        from listing l, jsonb_to_recordset(${JSON.stringify([bucket])}::text::jsonb) as n (${sql.literal(recordColumns)})
        on conflict (key, name, tenant) do update set ${sql.literal(merged)}
      )
      select version from listing`
    yield* announce(key, written)
  }, Effect.orDie)

  const drop = Effect.fn("BucketSnapshots.drop")(function*(key: string, name: string) {
    const now = DateTime.toDate(yield* DateTime.now)
    const dropped = yield* sql<{ version: number }>`
      with listing as (
        update bucket_listings set version = version + 1 where key = ${key} returning key, version
      ), gone as (
        delete from bucket_listing_rows r using listing l where r.key = l.key and r.name = ${name} returning r.key, r.name
      ), noted as (
        insert into bucket_listing_removals (key, name, version, removed_at)
        select g.key, g.name, l.version, ${now} from gone g join listing l on l.key = g.key
      )
      select version from listing`
    yield* announce(key, dropped)
  }, Effect.orDie)

  return BucketSnapshots.of({ state, page, row, changesSince, begin, keep, write, complete, fail, put, drop })
})

const rowColumns = `name, tenant, owner, created_at, used_bytes::float8 as used_bytes, object_count::float8 as object_count,
  quota_max_size_bytes::float8 as quota_max_size_bytes, quota_max_objects::float8 as quota_max_objects,
  versioning, object_lock, has_statistics`

const writtenColumns =
  "name, tenant, owner, created_at, used_bytes, object_count, quota_max_size_bytes, quota_max_objects, versioning, object_lock, has_statistics"

const recordColumns = `name text, tenant text, owner text, created_at timestamptz, used_bytes bigint, object_count bigint,
  quota_max_size_bytes bigint, quota_max_objects bigint, versioning text, object_lock boolean, has_statistics boolean`

const known = ["used_bytes", "object_count", "quota_max_size_bytes", "quota_max_objects", "versioning", "object_lock"]

/** A row without statistics takes nothing away from one that has them; one with statistics replaces them all. */
const merged = [
  "owner = coalesce(excluded.owner, r.owner)",
  "created_at = coalesce(excluded.created_at, r.created_at)",
  ...known.map((column) => `${column} = case when excluded.has_statistics then excluded.${column} else r.${column} end`),
  "has_statistics = excluded.has_statistics or r.has_statistics",
  "generation = excluded.generation",
  "version = excluded.version"
].join(", ")

/** Snapshots in PostgreSQL; each change announces the listing's new version. */
export const layer = Layer.effect(BucketSnapshots, make)

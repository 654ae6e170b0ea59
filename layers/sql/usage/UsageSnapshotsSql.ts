import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { UsageSnapshot } from "#domain/usage/Usage.ts"
import { UsageSnapshots } from "#services/usage/UsageSnapshots.ts"
import { rowsOf } from "../../postgres/rowsOf.ts"

const Row = Schema.Struct({ ...UsageSnapshot.fields, calculated_at: Schema.Date, updated_at: Schema.Date })
const snapshots = rowsOf("usage_snapshots", Row)

const toSnapshot = (record: typeof Row.Type): UsageSnapshot => ({
  ...record, calculated_at: record.calculated_at.toISOString(), updated_at: record.updated_at.toISOString()
})

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const latest = Effect.fn("UsageSnapshots.latest")(function*(listingKey: string) {
    const record = yield* snapshots.first(sql`
      select statistics, distribution, warnings, calculated_at, updated_at
      from usage_snapshots where listing_key = ${listingKey}`)
    return record === null ? null : toSnapshot(record)
  }, Effect.orDie)

  const save = Effect.fn("UsageSnapshots.save")(function*(listingKey: string, snapshot: UsageSnapshot) {
    const now = DateTime.toDate(yield* DateTime.now)
    const record = yield* snapshots.first(sql`
      insert into usage_snapshots as s (listing_key, statistics, distribution, warnings, calculated_at, updated_at)
      values (
        ${listingKey}, ${JSON.stringify(snapshot.statistics)}::text::jsonb,
        ${JSON.stringify(snapshot.distribution)}::text::jsonb,
        ${snapshot.warnings === null ? null : JSON.stringify(snapshot.warnings)}::text::jsonb,
        ${new Date(snapshot.calculated_at)}, ${now}
      )
      on conflict (listing_key) do update set
        statistics = excluded.statistics, distribution = excluded.distribution, warnings = excluded.warnings,
        calculated_at = excluded.calculated_at, updated_at = excluded.updated_at
      where s.calculated_at <= excluded.calculated_at
      returning statistics, distribution, warnings, calculated_at, updated_at`)
    return record === null ? (yield* latest(listingKey)) ?? snapshot : toSnapshot(record)
  }, Effect.orDie)

  return UsageSnapshots.of({ latest, save })
})

/** Latest usage in PostgreSQL. */
export const layer = Layer.effect(UsageSnapshots, make)

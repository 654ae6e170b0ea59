import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { UsageSnapshot } from "#domain/usage/Usage.ts"
import { UsageSnapshots } from "#services/usage/UsageSnapshots.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { usagePages } from "./usagePages.ts"
import { usageWrites } from "./usageWrites.ts"

const Row = Schema.Struct({ ...UsageSnapshot.fields, calculated_at: Schema.Date, updated_at: Schema.Date })
const snapshotReader = makeRowReader("usage_snapshots", Row)

const toSnapshot = (record: typeof Row.Type): UsageSnapshot => ({
  ...record,
  calculated_at: record.calculated_at.toISOString(),
  updated_at: record.updated_at.toISOString()
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const columns = sql.literal("statistics, distribution, warnings, findings, contents, calculated_at, updated_at")
  const json = (value: unknown) => sql`${value === null ? null : JSON.stringify(value)}::text::jsonb`

  const latest = Effect.fn("UsageSnapshots.latest")(function* (listingKey: string) {
    const record = yield* snapshotReader.first(sql`
      select ${columns}
      from usage_snapshots where listing_key = ${listingKey}`)
    return record === null ? null : toSnapshot(record)
  }, Effect.orDie)

  const save = Effect.fn("UsageSnapshots.save")(function* (listingKey: string, snapshot: UsageSnapshot) {
    const now = DateTime.toDate(yield* DateTime.now)
    const record = yield* snapshotReader.first(sql`
      insert into usage_snapshots as s (listing_key, statistics, distribution, warnings, findings, contents,
        calculated_at, updated_at)
      values (
        ${listingKey}, ${json(snapshot.statistics)}, ${json(snapshot.distribution)}, ${json(snapshot.warnings)},
          ${json(snapshot.findings)},
        ${json(snapshot.contents)}, ${new Date(snapshot.calculated_at)}, ${now}
      )
      on conflict (listing_key) do update set
        statistics = excluded.statistics, distribution = excluded.distribution, warnings = excluded.warnings,
          findings = excluded.findings,
        contents = coalesce(excluded.contents, s.contents), calculated_at = excluded.calculated_at,
          updated_at = excluded.updated_at
      where s.calculated_at <= excluded.calculated_at
      returning ${columns}`)
    return record === null ? ((yield* latest(listingKey)) ?? snapshot) : toSnapshot(record)
  }, Effect.orDie)

  return UsageSnapshots.of({ latest, save, ...usagePages(sql), ...usageWrites(sql) })
})

export const layer = Layer.effect(UsageSnapshots, make)

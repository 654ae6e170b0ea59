import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { sameBucket } from "#domain/buckets/creationTime.ts"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import { ChangePosition, type ChangeQuery } from "#domain/buckets/features/FeatureHistory.ts"
import { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { changeOrigins, type FeatureChange } from "#domain/buckets/features/FeatureReading.ts"
import { featureOf } from "#domain/buckets/features/features.ts"
import { cutPage } from "#domain/platform/Cursor.ts"
import { LiveEvent } from "#domain/platform/LiveEvent.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { FeatureChanges, type StoredChange, type StoredFeatures } from "#services/buckets/features/FeatureChanges.ts"
import { afterCursor } from "../../postgres/listing.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const MAX_CHANGES_PER_BUCKET = 500

const Row = Schema.Struct({
  id: Schema.Int,
  change_id: Schema.String,
  feature: FeatureName,
  origin: Schema.Literals(changeOrigins),
  before_document: Schema.NullOr(Schema.String),
  after_document: Schema.NullOr(Schema.String),
  user_id: Schema.NullOr(Schema.Int),
  email: Schema.NullOr(Schema.String),
  undoes: Schema.NullOr(Schema.Int),
  undone_by: Schema.NullOr(Schema.Int),
  made_at: Schema.NullOr(Schema.Date),
  former: Schema.Boolean,
  changed_at: Schema.Date
})
const changeReader = makeRowReader("feature_changes", Row)
const idReader = makeRowReader("feature_changes", Schema.Struct({ id: Schema.Int }))
const changeIdReader = makeRowReader("feature_changes", Schema.Struct({ id: Schema.Int, change_id: Schema.String }))

const changeOf =
  (bucketCreatedAt: string | null) =>
  (row: typeof Row.Type): FeatureChange => {
    const feature = featureOf(row.feature)
    const [before, after] = [row.before_document, row.after_document].map(
      (document) => feature.understand(document)?.value ?? null
    )
    return {
      id: row.id,
      feature: row.feature,
      origin: row.origin,
      changed_at: row.changed_at.toISOString(),
      changed_by: row.email,
      before,
      after,
      before_summary: feature.summary(before),
      after_summary: feature.summary(after),
      undoes: row.undoes,
      undone_by: row.undone_by,
      former: row.former || !sameBucket(row.made_at?.toISOString() ?? null, bucketCreatedAt)
    }
  }

export const layer = Layer.effect(
  FeatureChanges,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const live = yield* LiveEvents
    const columns =
      sql.literal(`c.id, c.change_id, c.feature, c.origin, c.before_document, c.after_document, c.user_id, c.email,
        c.undoes,
    (select u.id from feature_changes u where u.undoes = c.id) as undone_by, c.changed_at, c.made_at, c.former`)

    const page = Effect.fn("FeatureChanges.page")(function* (
      listingKey: string,
      bucket: string,
      bucketCreatedAt: string | null,
      query: ChangeQuery
    ) {
      const { behind, rest } = afterCursor(sql, ["c.id"], query, ({ at }) => sql`(${at}::int)`)
      const conditions = [
        sql`c.listing_key = ${listingKey}`,
        sql`c.bucket = ${bucket}`,
        behind,
        ...(query.feature === undefined ? [] : [sql`c.feature = ${query.feature}`])
      ]
      const rows = yield* changeReader.all(
        sql`select ${columns} from feature_changes c where ${sql.and(conditions)} ${rest}`
      )
      return cutPage(rows.map(changeOf(bucketCreatedAt)), query, ChangePosition, ({ id }) => ({ at: id }))
    }, Effect.orDie)

    const find = Effect.fn("FeatureChanges.find")(function* (listingKey: string, bucket: string, id: number) {
      const row = yield* Effect.orDie(
        changeReader.first(sql`
      select ${columns} from feature_changes c where c.id = ${id} and c.listing_key = ${listingKey}
        and c.bucket = ${bucket}`)
      )
      if (row === null) return yield* new NotFound({ entity: "Change", id: String(id) })
      const {
        after_document: after,
        before_document: before,
        change_id,
        email,
        feature,
        origin,
        undoes,
        undone_by,
        user_id,
        former,
        made_at
      } = row
      return {
        change_id,
        listing_key: listingKey,
        bucket,
        made_at: made_at?.toISOString() ?? null,
        feature,
        origin,
        before,
        after,
        user_id,
        email,
        undoes,
        undone_by,
        former
      }
    })

    const store = Effect.fn("FeatureChanges.store")(function* (change: StoredChange) {
      const now = DateTime.toDateUtc(yield* DateTime.now)
      yield* sql`
      insert into feature_changes (change_id, listing_key, bucket, made_at, feature, origin, before_document,
        after_document, user_id, email, undoes, changed_at)
      values (${change.change_id}, ${change.listing_key}, ${change.bucket}, ${change.made_at}::timestamptz,
        ${change.feature}, ${change.origin}, ${change.before}, ${change.after},
        (select id from ui_users where id = ${change.user_id}::int), ${change.email}, ${change.undoes}, ${now})
      on conflict do nothing`
      // a listing without Admin Ops has no version that the change raises
      yield* sql`delete from bucket_features where place = ${change.listing_key} and name = ${change.bucket}`
      yield* live.publish({
        _tag: "FeatureChanged",
        key: change.listing_key,
        bucket: change.bucket,
        feature: change.feature
      })
      yield* sql`
      delete from feature_changes where listing_key = ${change.listing_key} and bucket = ${change.bucket} and id < (
        select min(id) from (
          select id from feature_changes where listing_key = ${change.listing_key} and bucket = ${change.bucket}
            order by id desc limit ${MAX_CHANGES_PER_BUCKET}
        ) newest)`
    }, Effect.orDie)

    const storeMany = Effect.fn("FeatureChanges.storeMany")(function* (
      kept: ReadonlyArray<StoredChange>,
      stored: ReadonlyArray<StoredFeatures>
    ) {
      if (kept.length === 0) return
      const now = DateTime.toDateUtc(yield* DateTime.now)
      const rows = JSON.stringify(kept)
      yield* sql`
      insert into feature_changes (change_id, listing_key, bucket, made_at, feature, origin, before_document,
        after_document, user_id, email, undoes, changed_at)
      select d.change_id, d.listing_key, d.bucket, d.made_at, d.feature, d.origin, d.before, d.after,
        (select id from ui_users where id = d.user_id), d.email, d.undoes, ${now}::timestamptz
      from jsonb_to_recordset(${rows}::text::jsonb) as d (change_id uuid, listing_key text, bucket text,
        made_at timestamptz, feature text, origin text, before text, after text, user_id integer, email text,
        undoes integer)
      on conflict do nothing`
      const buckets = sql`(select distinct listing_key, bucket
        from jsonb_to_recordset(${rows}::text::jsonb) as d (listing_key text, bucket text)) d`
      yield* sql`
      delete from bucket_features f using ${buckets} where f.place = d.listing_key and f.name = d.bucket`
      yield* sql`
      delete from bucket_features f
        using jsonb_to_recordset(${JSON.stringify(stored)}::text::jsonb) as d (place text, tenant text, name text)
        where f.place = d.place and f.tenant in (d.tenant, '') and f.name = d.name`
      yield* live.publish(
        ...kept.map(({ bucket, feature, listing_key: key }) =>
          LiveEvent.cases.FeatureChanged.make({ key, bucket, feature })
        ),
        ...[...new Set(stored.map(({ place }) => place))].map((place) =>
          LiveEvent.cases.WorkbenchChanged.make({ place })
        )
      )
      yield* sql`
      delete from feature_changes c using ${buckets} where c.listing_key = d.listing_key and c.bucket = d.bucket
        and c.id < (
          select min(id) from (
            select id from feature_changes o where o.listing_key = d.listing_key and o.bucket = d.bucket
              order by id desc limit ${MAX_CHANGES_PER_BUCKET}
          ) newest)`
    }, Effect.orDie)

    const idsOf = Effect.fn("FeatureChanges.idsOf")(
      (changeIds: ReadonlyArray<string>) =>
        Effect.map(
          changeIdReader.all(sql`
            select id, change_id from feature_changes where change_id in (
              select value::uuid from jsonb_array_elements_text(${JSON.stringify(changeIds)}::text::jsonb))`),
          (found) => new Map(found.map(({ change_id, id }) => [change_id, id]))
        ),
      Effect.orDie
    )

    const idOf = Effect.fn("FeatureChanges.idOf")(
      (changeId: string) =>
        Effect.map(
          idReader.first(sql`select id from feature_changes where change_id = ${changeId}`),
          (row) => row?.id ?? null
        ),
      Effect.orDie
    )

    return FeatureChanges.of({ page, find, store, storeMany, idsOf, idOf })
  })
)

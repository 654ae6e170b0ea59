import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import {
  MigrationDeliveries,
  MigrationDraft,
  MigrationEvent,
  MigrationPrecheck
} from "#domain/objects/migrations/BucketMigration.ts"
import { MigrationRecords, type StoredWebhook } from "#services/objects/migrations/MigrationRecords.ts"
import { isoText } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const rowReader = makeRowReader(
  "bucket_migrations",
  Schema.Struct({
    id: Schema.Int,
    listing_key: Schema.String,
    target_listing_key: Schema.String,
    draft: MigrationDraft,
    precheck: Schema.NullOr(MigrationPrecheck),
    run_id: Schema.NullOr(Schema.Int),
    user_id: Schema.NullOr(Schema.Int),
    email: Schema.NullOr(Schema.String),
    created_at: Schema.String,
    webhook: Schema.NullOr(MigrationDeliveries)
  })
)

const deliveries = `case when webhook_secret is null then null else (
  select json_build_object(
    'pending', count(*) filter (where d.outcome = 'pending'),
    'delivered', count(*) filter (where d.outcome = 'delivered'),
    'failed', count(*) filter (where d.outcome = 'failed'),
    'problem', (array_agg(d.problem order by d.event_id desc) filter (where d.problem is not null))[1])
  from bucket_migration_deliveries d join bucket_migration_events e on e.id = d.event_id
  where e.migration_id = bucket_migrations.id) end`

export const migrationEventColumns = (table: string): string =>
  `${table}.id::float8 as id, ${table}.type, ${isoText(`${table}.occurred_at`)} as occurred_at,
    ${table}.migration_state, ${table}.item, ${table}.item_state, ${table}.metadata`

const eventReader = makeRowReader("bucket_migration_events", MigrationEvent)
const MAX_EVENTS = 100
const MAX_PAST_COPIES = 20
const copyReader = makeRowReader(
  "bucket_migrations, work_items",
  Schema.Struct({ buckets: Schema.Int, objects: Schema.Finite, bytes: Schema.Finite, seconds: Schema.Finite })
)
const idReader = makeRowReader("bucket_migrations", Schema.Struct({ id: Schema.Int }))

export const layer = Layer.effect(
  MigrationRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal(
      `id, listing_key, target_listing_key, draft, precheck, run_id, user_id, email,
        ${isoText("created_at")} as created_at, ${deliveries} as webhook`
    )
    const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
    return MigrationRecords.of({
      create: Effect.fn("MigrationRecords.create")(function* (one) {
        const { id } = yield* idReader.one(sql`
          insert into bucket_migrations (listing_key, target_listing_key, draft, user_id, email, webhook_secret,
            webhook_seal)
          values (${one.listing_key}, ${one.target_listing_key}, ${json(one.draft)}::text::jsonb,
            ${one.user_id}, ${one.email}, ${one.webhook?.secret ?? null}, ${one.webhook?.seal ?? null})
          returning id`)
        return id
      }, Effect.orDie),
      find: Effect.fn("MigrationRecords.find")(
        (listingKey: string, id: number) =>
          rowReader.first(
            sql`select ${columns} from bucket_migrations where id = ${id} and listing_key = ${listingKey}`
          ),
        Effect.orDie
      ),
      newest: Effect.fn("MigrationRecords.newest")(
        (listingKey: string, limit: number) =>
          rowReader.all(sql`
            select ${columns} from bucket_migrations where listing_key = ${listingKey}
            order by id desc limit ${limit}`),
        Effect.orDie
      ),
      edit: Effect.fn("MigrationRecords.edit")(
        (id: number, draft: MigrationDraft, precheck: MigrationPrecheck | null, webhook?: StoredWebhook | null) =>
          Effect.map(
            idReader.all(sql`
              update bucket_migrations set draft = ${json(draft)}::text::jsonb,
                precheck = ${json(precheck)}::text::jsonb
                ${
                  webhook === undefined
                    ? sql``
                    : sql`, webhook_secret = ${webhook?.secret ?? null}, webhook_seal = ${webhook?.seal ?? null}`
                }
              where id = ${id} and run_id is null returning id`),
            (found) => found.length > 0
          ),
        Effect.orDie
      ),
      begin: Effect.fn("MigrationRecords.begin")(
        (id: number, runId: number) =>
          Effect.map(
            // the run is locked first: its runner holds it while it stores an event of the migration
            idReader.all(sql`
              with run as materialized (select id from work_runs where id = ${runId} for key share)
              update bucket_migrations m set run_id = run.id from run where m.id = ${id} and m.run_id is null
              returning m.id`),
            (found) => found.length > 0
          ),
        Effect.orDie
      ),
      remove: Effect.fn("MigrationRecords.remove")(
        (id: number) => Effect.asVoid(sql`delete from bucket_migrations where id = ${id}`),
        Effect.orDie
      ),
      pastCopies: Effect.fn("MigrationRecords.pastCopies")(
        (sourceEndpointId: number, targetEndpointId: number) =>
          copyReader.one(sql`
            select count(*)::int as buckets, coalesce(sum(objects), 0)::float8 as objects,
              coalesce(sum(bytes), 0)::float8 as bytes, coalesce(sum(seconds), 0)::float8 as seconds
            from (
              select (i.result ->> 'copied')::numeric as objects, (i.result ->> 'copied_bytes')::numeric as bytes,
                extract(epoch from i.ended_at - i.started_at) as seconds
              from bucket_migrations m join work_items i on i.run_id = m.run_id
              where m.listing_key like ${`endpoint:${sourceEndpointId}/%`}
                and m.target_listing_key like ${`endpoint:${targetEndpointId}/%`}
                and m.draft ->> 'mode' = 'one_shot' and i.state = 'completed' and i.attempts = 1
                and (i.result ->> 'copied')::numeric > 0
              order by i.ended_at desc limit ${MAX_PAST_COPIES}
            ) newest`),
        Effect.orDie
      ),
      events: Effect.fn("MigrationRecords.events")((id: number, after: number | null) => {
        const since = after === null ? sql`true` : sql`id > ${after}::bigint`
        const order = sql.literal(after === null ? "desc" : "asc")
        return Effect.map(
          eventReader.all(sql`
            select ${sql.literal(migrationEventColumns("e"))}
            from bucket_migration_events e where migration_id = ${id} and ${since} order by id ${order}
            limit ${MAX_EVENTS}`),
          (found) => (after === null ? found.toReversed() : found)
        )
      }, Effect.orDie)
    })
  })
)

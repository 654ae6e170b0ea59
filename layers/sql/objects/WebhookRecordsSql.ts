import { DateTime, type Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { MigrationEvent } from "#domain/objects/migrations/BucketMigration.ts"
import { type DeliveryOutcome, WebhookRecords } from "#services/objects/migrations/WebhookRecords.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { migrationEventColumns } from "./MigrationRecordsSql.ts"

const dueDeliveryReader = makeRowReader(
  "bucket_migration_deliveries",
  Schema.Struct({
    ...MigrationEvent.fields,
    attempt: Schema.Int,
    migration_id: Schema.Int,
    source_context_id: Schema.String,
    target_context_id: Schema.String,
    url: Schema.NullOr(Schema.String),
    secret: Schema.NullOr(Schema.String),
    seal: Schema.NullOr(Schema.String)
  })
)

const webhookReader = makeRowReader(
  "bucket_migrations",
  Schema.Struct({ url: Schema.String, secret: Schema.String, seal: Schema.String })
)

export const layer = Layer.effect(
  WebhookRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return WebhookRecords.of({
      take: Effect.fn("WebhookRecords.take")((now: DateTime.Utc, lease: Duration.Duration, limit: number) => {
        const [at, until] = [DateTime.toDate(now), DateTime.toDate(DateTime.addDuration(now, lease))]
        return Effect.map(
          dueDeliveryReader.all(sql`
            with taken as (
              update bucket_migration_deliveries set attempts = attempts + 1, not_before = ${until}
              where event_id in (
                select event_id from bucket_migration_deliveries
                where outcome = 'pending' and (not_before is null or not_before <= ${at})
                order by event_id limit ${limit} for update skip locked
              )
              returning event_id, attempts
            )
            select ${sql.literal(migrationEventColumns("e"))}, t.attempts as attempt, m.id as migration_id,
              m.draft->>'source_context_id' as source_context_id, m.draft->>'target_context_id' as target_context_id,
              m.draft->>'webhook_url' as url, m.webhook_secret as secret, m.webhook_seal::text as seal
            from taken t join bucket_migration_events e on e.id = t.event_id
            join bucket_migrations m on m.id = e.migration_id order by e.id`),
          (rows) =>
            rows.map(
              ({ attempt, migration_id, seal, secret, source_context_id, target_context_id, url, ...event }) => ({
                event,
                subject: { migration_id, source_context_id, target_context_id },
                attempt,
                url,
                secret,
                seal
              })
            )
        )
      }, Effect.orDie),
      ofMigration: Effect.fn("WebhookRecords.ofMigration")(
        (id: number) =>
          webhookReader.first(sql`
            select draft->>'webhook_url' as url, webhook_secret as secret, webhook_seal::text as seal
            from bucket_migrations
            where id = ${id} and webhook_secret is not null and draft->>'webhook_url' is not null`),
        Effect.orDie
      ),
      end: Effect.fn("WebhookRecords.end")((eventId: number, outcome: DeliveryOutcome, now: DateTime.Utc) => {
        const set =
          outcome._tag === "Again"
            ? sql`not_before = ${DateTime.toDate(outcome.at)}, problem = ${outcome.problem}`
            : sql`outcome = ${outcome._tag === "Delivered" ? "delivered" : "failed"},
                problem = ${outcome._tag === "Delivered" ? null : outcome.problem}, ended_at = ${DateTime.toDate(now)}`
        return Effect.asVoid(
          sql`update bucket_migration_deliveries set ${set} where event_id = ${eventId}::bigint and outcome = 'pending'`
        )
      }, Effect.orDie)
    })
  })
)

import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Only adds. */
export const oldestBuild = 50

/** Outbox of webhooks: a delivery is stored with its event, in one transaction. */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // `webhook_seal` names the row in the encryption of its secret
  yield* sql`alter table bucket_migrations add column webhook_secret text, add column webhook_seal uuid`
  yield* sql`
    create table bucket_migration_deliveries (
      event_id bigint primary key references bucket_migration_events (id) on delete cascade,
      outcome text not null default 'pending' check (outcome in ('pending', 'delivered', 'failed')),
      attempts integer not null default 0,
      not_before timestamptz,
      problem text,
      ended_at timestamptz
    )`
  yield* sql`
    create index bucket_migration_deliveries_due on bucket_migration_deliveries (event_id) where outcome = 'pending'`
  yield* sql`
    create function queue_bucket_migration_delivery() returns trigger language plpgsql as $$
    begin
      insert into bucket_migration_deliveries (event_id)
      select new.id from bucket_migrations m where m.id = new.migration_id and m.webhook_secret is not null;
      return null;
    end $$`
  yield* sql`
    create trigger bucket_migration_event_added after insert on bucket_migration_events for each row
      execute function queue_bucket_migration_delivery()`
})

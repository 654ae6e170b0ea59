import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create index notifications_newest on notifications (user_id, id desc)`
  yield* sql`create index notifications_unread on notifications (user_id, id desc) where read_at is null`
  yield* sql`drop index notifications_user`
  yield* sql`
    create function announce_notifications() returns trigger language plpgsql as $$
    begin
      perform pg_notify('stowage_live', json_build_object('_tag', 'NotificationsChanged', 'userId', coalesce(new.user_id, old.user_id)::text)::text);
      return null;
    end $$`
  yield* sql`create trigger notifications_added after insert on notifications for each row execute function announce_notifications()`
  yield* sql`
    create trigger notifications_read after update of read_at on notifications for each row
      when (old.read_at is distinct from new.read_at) execute function announce_notifications()`
  yield* sql`create trigger notifications_gone after delete on notifications for each row when (old.read_at is null) execute function announce_notifications()`
})

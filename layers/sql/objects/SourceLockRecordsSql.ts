import { DateTime, type Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { MigrationLock } from "#domain/objects/migrations/BucketMigration.ts"
import { type NewSourceLock, SourceLockRecords } from "#services/objects/migrations/SourceLockRecords.ts"
import { isoText } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const { bucket, problem, since, state } = MigrationLock.fields
const lockReader = makeRowReader(
  "bucket_migration_locks",
  Schema.Struct({
    id: Schema.Int,
    run_id: Schema.Int,
    side: Schema.Literals(["source", "target"]),
    item: Schema.String,
    statement: Schema.String,
    context_id: Schema.String,
    storage_endpoint_id: Schema.NullOr(Schema.Int),
    listing_key: Schema.String,
    bucket,
    policy_before: Schema.NullOr(Schema.String),
    lifecycle_before: Schema.NullOr(Schema.String),
    policy: Schema.String,
    state,
    problem,
    since
  })
)

const TARGET_STATEMENTS = "target%"

const itemOf = (table: string) =>
  `case when ${table}.statement like '${TARGET_STATEMENTS}'
    then coalesce(
      (select w.key from work_items w where w.run_id = ${table}.run_id and w.detail = ${table}.bucket limit 1),
      ${table}.bucket)
    else ${table}.bucket end`

const columnsOf = (table: string) =>
  `${table}.id, ${table}.run_id, ${table}.statement, ${table}.context_id, ${table}.storage_endpoint_id,
    ${table}.listing_key, ${table}.bucket, ${table}.policy_before, ${table}.lifecycle_before, ${table}.policy,
    ${table}.state, ${table}.problem, ${isoText(`${table}.created_at`)} as since, ${itemOf(table)} as item,
    case when ${table}.statement like '${TARGET_STATEMENTS}' then 'target' else 'source' end as side`

export const layer = Layer.effect(
  SourceLockRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal(columnsOf("l"))
    return SourceLockRecords.of({
      create: Effect.fn("SourceLockRecords.create")(
        (lock: NewSourceLock) =>
          lockReader.first(sql`
            insert into bucket_migration_locks as l (run_id, statement, context_id, storage_endpoint_id, listing_key,
              bucket, policy_before, lifecycle_before, policy)
            select r.id, ${lock.statement}, ${lock.context_id}, ${lock.storage_endpoint_id}, ${lock.listing_key},
              ${lock.bucket}, ${lock.policy_before}, ${lock.lifecycle_before}, ${lock.policy}
            from work_runs r where r.id = ${lock.run_id}
            on conflict (listing_key, bucket) do nothing returning ${columns}`),
        Effect.orDie
      ),
      ofRun: Effect.fn("SourceLockRecords.ofRun")(
        (runId: number) =>
          lockReader.all(sql`select ${columns} from bucket_migration_locks l where l.run_id = ${runId} order by l.id`),
        Effect.orDie
      ),
      locked: Effect.fn("SourceLockRecords.locked")(
        (id: number, policy: string) =>
          Effect.asVoid(sql`
            update bucket_migration_locks set state = 'locked', policy = ${policy}, problem = null where id = ${id}`),
        Effect.orDie
      ),
      releasing: Effect.fn("SourceLockRecords.releasing")(
        (id: number, why: string | null, retryAt: DateTime.Utc | null) =>
          Effect.asVoid(sql`
            update bucket_migration_locks set state = 'releasing', problem = ${why},
              not_before = coalesce(${retryAt === null ? null : DateTime.toDate(retryAt)}::timestamptz, not_before)
            where id = ${id}`),
        Effect.orDie
      ),
      released: Effect.fn("SourceLockRecords.released")(
        (id: number) => Effect.asVoid(sql`delete from bucket_migration_locks where id = ${id}`),
        Effect.orDie
      ),
      takeAbandoned: Effect.fn("SourceLockRecords.takeAbandoned")(
        (now: DateTime.Utc, lease: Duration.Duration, limit: number) => {
          const [at, until] = [DateTime.toDate(now), DateTime.toDate(DateTime.addDuration(now, lease))]
          return lockReader.all(sql`
            update bucket_migration_locks l set not_before = ${until}
            where l.id in (
              select d.id from bucket_migration_locks d
              where (d.not_before is null or d.not_before <= ${at}) and not exists (
                select from work_items i where i.run_id = d.run_id and i.key = ${sql.literal(itemOf("d"))}
                  and (i.state = 'running'
                    or (i.state = 'awaiting_cutover' and d.statement like ${TARGET_STATEMENTS}))
              )
              order by d.id limit ${limit} for update skip locked
            )
            returning ${columns}`)
        },
        Effect.orDie
      )
    })
  })
)

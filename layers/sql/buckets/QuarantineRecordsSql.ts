import { Clock, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type Quarantine, quarantineStates } from "#domain/buckets/Quarantine.ts"
import { type NewQuarantine, QuarantineRecords } from "#services/buckets/emptying/QuarantineRecords.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { isoText } from "../../postgres/moments.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { markQuarantine } from "./markQuarantine.ts"
import { sameBucketAs } from "./sameBucketAs.ts"

const rowReader = makeRowReader(
  "bucket_quarantines",
  Schema.Struct({
    id: Schema.Int,
    listing_key: Schema.String,
    context_id: Schema.String,
    storage_endpoint_id: Schema.NullOr(Schema.Int),
    bucket: Schema.String,
    made_at: Schema.NullOr(Schema.String),
    policy_before: Schema.NullOr(Schema.String),
    policy: Schema.String,
    state: Schema.Literals(quarantineStates),
    until: Schema.String,
    asked_at: Schema.String,
    user_id: Schema.NullOr(Schema.Int),
    asked_by: Schema.NullOr(Schema.String),
    problem: Schema.NullOr(Schema.String),
    run_id: Schema.NullOr(Schema.Int),
    ended_at: Schema.NullOr(Schema.String)
  })
)

const placeReader = makeRowReader(
  "bucket_quarantines",
  Schema.Struct({ listing_key: Schema.String, bucket: Schema.String })
)

export const layer = Layer.effect(
  QuarantineRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const mark = markQuarantine(sql, yield* LiveEvents)
    const columns =
      sql.literal(`q.id, q.listing_key, q.context_id, q.storage_endpoint_id, q.bucket, q.made_at, q.policy_before,
        q.policy, q.state,
    ${isoText("q.until")} as until, ${isoText("q.asked_at")} as asked_at, q.user_id, q.email as asked_by, q.problem,
      q.run_id, ${isoText("q.ended_at")} as ended_at`)
    const now = Effect.map(Clock.currentTimeMillis, (time) => new Date(time))

    const open = Effect.fn("QuarantineRecords.open")(function* (one: NewQuarantine) {
      yield* sql`
      insert into bucket_quarantines (listing_key, context_id, storage_endpoint_id, bucket, made_at, policy_before,
        policy, until, asked_at, user_id, email)
      values (${one.listing_key}, ${one.context_id}, ${one.storage_endpoint_id}, ${one.bucket}, ${one.made_at},
        ${one.policy_before}, ${one.policy},
        ${one.until}::timestamptz, ${yield* now}, ${one.user_id}, ${one.asked_by})
      on conflict (listing_key, bucket) where ended_at is null do nothing`
      yield* mark(one.listing_key, one.bucket)
    }, Effect.orDie)

    const ofBucket = Effect.fn("QuarantineRecords.ofBucket")(
      (listingKey: string, bucket: string) =>
        rowReader.first(
          sql`select ${columns} from bucket_quarantines q where q.listing_key = ${listingKey} and q.bucket = ${bucket}
            and q.ended_at is null`
        ),
      Effect.orDie
    )

    const ofListing = Effect.fn("QuarantineRecords.ofListing")(
      (listingKey: string) =>
        rowReader.all(sql`
      select ${columns} from bucket_quarantines q left join bucket_listing_rows r on r.key = q.listing_key
        and r.name = q.bucket
      where q.listing_key = ${listingKey} and q.ended_at is null and ${sql.literal(sameBucketAs("r"))}
      order by q.until, q.id`),
      Effect.orDie
    )

    const due = Effect.fn("QuarantineRecords.due")(
      (moment: DateTime.Utc, limit: number) =>
        rowReader.all(sql`
      select ${columns} from bucket_quarantines q
      where q.ended_at is null
        and (q.state = 'deleting' or (q.state = 'quarantined' and q.until <= ${DateTime.toDateUtc(moment)}))
      order by q.until, q.id limit ${limit}`),
      Effect.orDie
    )

    const move = Effect.fn("QuarantineRecords.move")(function* (
      id: number,
      state: Quarantine["state"],
      problem: string | null
    ) {
      const ended = state === "restored" || state === "deleted" ? yield* now : null
      const [moved] = yield* placeReader.all(sql`
      update bucket_quarantines set state = ${state}, problem = ${problem}, ended_at = ${ended} where id = ${id}
        and ended_at is null
      returning listing_key, bucket`)
      if (moved !== undefined) yield* mark(moved.listing_key, moved.bucket)
    }, Effect.orDie)

    const emptiedBy = Effect.fn("QuarantineRecords.emptiedBy")(
      (id: number, runId: number) =>
        Effect.asVoid(sql`update bucket_quarantines set run_id = ${runId} where id = ${id}`),
      Effect.orDie
    )

    return QuarantineRecords.of({ open, ofBucket, ofListing, due, move, emptiedBy })
  })
)

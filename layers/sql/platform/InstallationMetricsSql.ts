import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Settings } from "#services/platform/Settings.ts"
import { InstallationMetrics } from "#services/platform/health/InstallationMetrics.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const Seconds = Schema.NullOr(Schema.Finite)
const figureReader = makeRowReader(
  "storage_endpoints",
  Schema.Struct({
    endpoints: Schema.Array(
      Schema.Struct({
        id: Schema.Int,
        state: Schema.NullOr(Schema.String),
        latency_ms: Seconds,
        checked_at: Seconds,
        incident: Schema.Boolean
      })
    ),
    jobs: Schema.Array(Schema.Struct({ job: Schema.String, succeeded_at: Schema.Finite })),
    listings: Schema.Struct({
      good: Schema.Int,
      failing: Schema.Int,
      unread: Schema.Int,
      refreshing: Schema.Int,
      median_age: Seconds,
      oldest_age: Seconds,
      failing_age: Seconds
    }),
    changes: Schema.Struct({ open: Schema.Int, oldest_age: Seconds }),
    work: Schema.Array(Schema.Struct({ state: Schema.String, runs: Schema.Int }))
  })
)

/** One statement. Job reports, perhaps a million, are found by skipping from job to job in the index. */
export const layer = Layer.effect(
  InstallationMetrics,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const {
      endpointStatus: { enabled }
    } = yield* Settings

    const read = Effect.orDie(
      figureReader.one(sql`
    with recursive jobs as (
      (select job from job_runs order by job limit 1)
      union all
      select (select r.job from job_runs r where r.job > j.job order by r.job limit 1) from jobs j
        where j.job is not null
    ), ages as (
      select extract(epoch from now() - refreshed_at)::float8 as age, failed_at is not null as failing,
        lease_until > now() as refreshing from bucket_listings
    )
    select
      (select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'state', e.health ->> 'state', 'latency_ms', (e.health ->> 'latency_ms')::float8,
        'checked_at', extract(epoch from (e.health ->> 'checked_at')::timestamptz)::float8,
        'incident', exists (select from endpoint_incidents i where i.storage_endpoint_id = e.id and i.ended_at is null)
      ) order by e.id), '[]') from storage_endpoints e where ${enabled}) as endpoints,
      (select coalesce(jsonb_agg(jsonb_build_object('job', j.job, 'succeeded_at', s.at) order by j.job), '[]')
        from jobs j cross join lateral (
        select extract(epoch from r.finished_at)::float8 as at from job_runs r where r.job = j.job
          and r.outcome = 'completed' order by r.started_at desc limit 1
      ) s) as jobs,
      (select jsonb_build_object(
        'good', count(*) filter (where not failing and age is not null), 'failing', count(*) filter (where failing),
        'unread', count(*) filter (where not failing and age is null), 'refreshing', count(*) filter (where refreshing),
        'median_age', percentile_disc(0.5) within group (order by age), 'oldest_age', max(age), 'failing_age', max(age)
          filter (where failing)
      ) from ages) as listings,
      (select jsonb_build_object('open', count(*), 'oldest_age', extract(epoch from now() - min(planned_at))::float8)
        from gateway_intents where outcome is null) as changes,
      (select coalesce(jsonb_agg(jsonb_build_object('state', state, 'runs', runs) order by state), '[]') from (
        select state, count(*) as runs from work_runs
        where state in ('planning', 'queued', 'running', 'pause_requested', 'cancel_requested') group by state
      ) w) as work`)
    )

    return InstallationMetrics.of({ read: Effect.withSpan(read, "StandingFigures.read") })
  })
)

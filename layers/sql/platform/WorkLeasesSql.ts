import { Clock, Duration, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { Caller } from "#domain/platform/access/Caller.ts"
import { sanitizeJson, sanitizeText } from "#domain/platform/Text.ts"
import {
  type Direction,
  type ItemCounts,
  isEnded,
  type RunState,
  runStates,
  workScopes
} from "#domain/platform/work/runState.ts"
import type { WorkItemProgress } from "#domain/platform/work/WorkRun.ts"
import {
  type CompletedItem,
  type ItemOutcome,
  type LeasedRun,
  WorkBatchLeases,
  WorkLeases
} from "#services/platform/work/WorkLeases.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { countColumns, countsOf, workCountReader } from "./workRows.ts"

const takenRunReader = makeRowReader(
  "work_runs",
  Schema.Struct({
    id: Schema.Int,
    kind: Schema.String,
    title: Schema.String,
    scope: Schema.Literals(workScopes),
    params: Schema.Json,
    direction: Schema.Literals(["forward", "back"]),
    caller: Schema.Json,
    request_id: Schema.NullOr(Schema.String),
    client_address: Schema.String
  })
)
const stateReader = makeRowReader("work_runs", Schema.Struct({ state: Schema.Literals(runStates) }))
const dueItemReader = makeRowReader(
  "work_items",
  Schema.Struct({
    ordinal: Schema.Int,
    target: Schema.Json,
    notes: Schema.NullOr(Schema.Json),
    inverse: Schema.NullOr(Schema.Json),
    attempts: Schema.Int,
    continued: Schema.Boolean,
    ended: Schema.Boolean
  })
)
const waitReader = makeRowReader("work_items", Schema.Struct({ wait: Schema.NullOr(Schema.Finite) }))
const decodeCaller = Schema.decodeUnknownEffect(Schema.toCodecJson(Caller))

const json = (value: unknown) => JSON.stringify(sanitizeJson(value as Schema.Json))
const problemOf = ({ code, detail }: { readonly code: string; readonly detail: string }) =>
  json({ code, detail: sanitizeText(detail) })

const stateOf = (statement: Effect.Effect<ReadonlyArray<unknown>, unknown>) =>
  Effect.map(stateReader.first(Effect.orDie(statement)), (row) => row?.state ?? null)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const until = (lease: Duration.Duration) => sql`now() + make_interval(secs => ${Duration.toSeconds(lease)})`

  const take = Effect.fn("WorkLeases.take")(function* (
    kinds: ReadonlyArray<string>,
    runner: string,
    lease: Duration.Duration
  ) {
    const now = new Date(yield* Clock.currentTimeMillis)
    yield* sql`delete from work_runs where state = 'planning' and lease_until <= now()`
    const run = yield* takenRunReader.first(sql`
      update work_runs r set runner = ${runner}, lease_until = ${until(lease)}, version = version + 1,
        state = case when r.state = 'queued' then 'running' else r.state
          end, started_at = coalesce(r.started_at, ${now})
      from (
        select id from work_runs
        where state in ('queued', 'running', 'pause_requested', 'cancel_requested')
          and (lease_until is null or lease_until <= now()) and ${sql.in("kind", kinds)}
        order by id limit 1 for update skip locked
      ) d
      where r.id = d.id
      returning r.id, r.kind, r.title, r.scope, r.params, r.direction, r.caller, r.request_id, r.client_address`)
    if (run === null) return null
    const { caller, client_address: address, request_id: requestId, ...rest } = run
    const leasedRun: LeasedRun = { ...rest, caller: yield* decodeCaller(caller), requestId, address }
    return leasedRun
  }, Effect.orDie)

  const renew = Effect.fn("WorkLeases.renew")((id: number, runner: string, lease: Duration.Duration) =>
    stateOf(
      sql`update work_runs set lease_until = ${until(lease)} where id = ${id} and runner = ${runner} returning state`
    )
  )

  const next = Effect.fn("WorkLeases.next")(function* (
    id: number,
    direction: Direction,
    begunOnly: boolean,
    limit: number
  ) {
    const now = new Date(yield* Clock.currentTimeMillis)
    const remaining =
      direction === "forward"
        ? sql`run_id = ${id} and state in ('pending', 'running')`
        : sql`run_id = ${id} and state in ('completed', 'running') and inverse is not null and problem is null
          and not undo_excluded`
    const phase = sql.literal(direction === "forward" ? "min" : "max")
    const open = sql`${remaining} and ${
      begunOnly
        ? sql`state = 'running'`
        : sql`phase = (select ${phase}(phase)
      from work_items where ${remaining})`
    }`
    const items = yield* dueItemReader.all(sql`
      select ordinal, target, notes, inverse,
        ${sql.literal(direction === "forward" ? "attempts" : "undo_attempts")} as attempts, continued,
        not_before is not null as ended
      from work_items where ${open} and (not_before is null or not_before <= ${now})
      order by (state = 'running') desc, ordinal ${sql.literal(direction === "forward" ? "asc" : "desc")}
        limit ${limit}`)
    if (items.length > 0) return { items, wait: null }
    const { wait } = yield* waitReader.one(sql`
      select (extract(epoch from min(not_before) - ${now}::timestamptz) * 1000)::float8 as wait from work_items
        where ${open}`)
    return { items, wait: wait === null ? null : Math.max(0, wait) }
  }, Effect.orDie)

  const write = (id: number, runner: string, ordinal: number, set: Statement.Fragment) =>
    stateOf(sql`
      with held as (
        update work_runs set version = version + 1 where id = ${id} and runner = ${runner} and lease_until > now()
          returning version, state, direction
      )
      update work_items i set ${set}, version = held.version from held where i.run_id = ${id} and i.ordinal = ${ordinal}
        returning held.state`)

  const begin = Effect.fn("WorkLeases.begin")(function* (
    id: number,
    runner: string,
    direction: Direction,
    ordinal: number
  ) {
    const now = new Date(yield* Clock.currentTimeMillis)
    return yield* write(
      id,
      runner,
      ordinal,
      direction === "forward"
        ? sql`state = 'running', attempts = attempts + 1, started_at = coalesce(started_at, ${now}), not_before = null`
        : sql`state = 'running', undo_attempts = undo_attempts + 1, not_before = null`
    )
  })

  const note = Effect.fn("WorkLeases.note")(
    (id: number, runner: string, ordinal: number, notes: unknown, progress: WorkItemProgress | null) =>
      write(
        id,
        runner,
        ordinal,
        progress === null
          ? sql`notes = ${json(notes)}::text::jsonb`
          : sql`notes = ${json(notes)}::text::jsonb, progress = ${json(progress)}::text::jsonb,
            attempts = least(attempts, 1)`
      )
  )

  const inverseOf = (inverse: unknown) =>
    sql`inverse = coalesce(${inverse === undefined || inverse === null ? null : json(inverse)}::text::jsonb, inverse)`

  const outcome = (now: Date, what: ItemOutcome): Statement.Fragment => {
    switch (what._tag) {
      case "Completed":
        return sql`state = 'completed', result = ${json(what.result)}::text::jsonb, problem = null, ended_at = ${now},
          inverse = ${what.inverse === null ? null : json(what.inverse)}::text::jsonb`
      case "Skipped":
        return sql`state = 'skipped', result = ${json(what.result)}::text::jsonb, ended_at = ${now},
          problem = ${problemOf({ code: "skipped", detail: what.why })}::text::jsonb`
      case "Failed":
        return sql`state = 'failed', problem = ${problemOf(what)}::text::jsonb, ended_at = ${now},
          result = ${json(what.result ?? {})}::text::jsonb, ${inverseOf(what.inverse)}`
      case "Rested":
        return sql`state = 'pending', attempts = 0, problem = null, not_before = null,
          result = ${json(what.result)}::text::jsonb, ${inverseOf(what.inverse)}`
      case "Awaiting":
        return sql`state = 'awaiting_cutover', attempts = 0, problem = null, not_before = null,
          result = ${json(what.result)}::text::jsonb, ${inverseOf(what.inverse)}`
      case "Again":
        // an item stays `completed` until undone; one waiting for a retry is `pending`
        return sql`state = case when held.direction = 'forward' then 'pending' else 'completed' end,
          problem = case when held.direction = 'forward' then ${problemOf(what)}::text::jsonb else problem end,
          not_before = ${new Date(now.getTime() + Duration.toMillis(what.after))}`
      case "RolledBack":
        return sql`state = 'rolled_back', problem = null, before_undo = null, ended_at = ${now}`
      case "NotUndone":
        return sql`state = coalesce(before_undo, 'completed'), before_undo = null,
          problem = ${problemOf(what)}::text::jsonb`
    }
  }

  const settle = Effect.fn("WorkLeases.settle")(function* (
    id: number,
    runner: string,
    ordinal: number,
    what: ItemOutcome
  ) {
    return yield* write(id, runner, ordinal, outcome(new Date(yield* Clock.currentTimeMillis), what))
  })

  const release = Effect.fn("WorkLeases.release")(function* (
    id: number,
    runner: string,
    decide: (counts: ItemCounts, undoable: number) => RunState
  ) {
    const now = new Date(yield* Clock.currentTimeMillis)
    const leasedRun = yield* stateReader.first(
      sql`select state from work_runs where id = ${id} and runner = ${runner} and lease_until > now() for update`
    )
    if (leasedRun === null) return null
    const read = Effect.map(
      workCountReader.one(sql`select ${sql.literal(countColumns)} from work_runs r where r.id = ${id}`),
      ({ counts, undoable }) => ({ counts: countsOf(counts), undoable })
    )
    const before = yield* read
    const state = decide(before.counts, before.undoable)
    if (isEnded(state)) {
      yield* sql`
        update work_items set state = case when attempts = 0 then 'canceled' else 'failed' end, ended_at = ${now},
          version = r.version + 1,
          problem = case when attempts = 0 then problem
            else coalesce(problem, '{"code": "canceled", "detail": "It was stopped before it was tried again"}'::jsonb)
            end
        from work_runs r where r.id = ${id} and run_id = ${id} and work_items.state in ('pending', 'awaiting_cutover')`
    }
    if (isEnded(state)) {
      // an undo that was stopped leaves items as they were
      yield* sql`
        update work_items set state = before_undo, before_undo = null, version = r.version + 1
        from work_runs r
        where r.id = ${id} and run_id = ${id} and before_undo is not null and work_items.state = 'completed'`
    }
    yield* sql`
      update work_runs set state = ${state}, runner = null, lease_until = null, version = version + 1,
        ended_at = ${isEnded(state) ? now : null}
      where id = ${id}`
    return { state, counts: (yield* read).counts }
  }, Effect.orDie)

  return WorkLeases.of({ take, renew, next, begin, note, settle, release })
})

const makeBatches = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const writeMany = (id: number, runner: string, set: Statement.Fragment, items: Statement.Fragment) =>
    stateOf(sql`
      with held as (
        update work_runs set version = version + 1 where id = ${id} and runner = ${runner} and lease_until > now()
          returning version, state
      )
      update work_items i set ${set}, version = held.version from held, ${items} where i.run_id = ${id}
        and i.ordinal = d.ordinal returning held.state`)
  const ordinalsOf = (ordinals: ReadonlyArray<number>) =>
    sql`(select value::int as ordinal from jsonb_array_elements_text(${JSON.stringify(ordinals)}::text::jsonb)) d`

  const begin = Effect.fn("WorkBatchLeases.begin")(function* (
    id: number,
    runner: string,
    ordinals: ReadonlyArray<number>
  ) {
    const now = new Date(yield* Clock.currentTimeMillis)
    return yield* writeMany(
      id,
      runner,
      sql`state = 'running', attempts = attempts + 1, started_at = coalesce(started_at, ${now}), not_before = null`,
      ordinalsOf(ordinals)
    )
  })

  const note = Effect.fn("WorkBatchLeases.note")(
    (id: number, runner: string, ordinals: ReadonlyArray<number>, notes: unknown) =>
      writeMany(id, runner, sql`notes = ${json(notes)}::text::jsonb`, ordinalsOf(ordinals))
  )

  const complete = Effect.fn("WorkBatchLeases.complete")(function* (
    id: number,
    runner: string,
    items: ReadonlyArray<CompletedItem>
  ) {
    const now = new Date(yield* Clock.currentTimeMillis)
    return yield* writeMany(
      id,
      runner,
      sql`state = 'completed', result = d.result, problem = null, ended_at = ${now}, inverse = d.inverse`,
      sql`jsonb_to_recordset(${json(items)}::text::jsonb) as d (ordinal int, result jsonb, inverse jsonb)`
    )
  })

  return WorkBatchLeases.of({ begin, note, complete })
})

export const layer = Layer.mergeAll(Layer.effect(WorkLeases, make), Layer.effect(WorkBatchLeases, makeBatches))

import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import { cutPage } from "#domain/platform/Cursor.ts"
import { type Direction, isEnded, stateAfter, type RunRequest, type WorkPlace } from "#domain/platform/work/runState.ts"
import { WorkPosition } from "#domain/platform/work/WorkRun.ts"
import { type WorkItemQuery, WorkRecords, type WorkRunQuery } from "#services/platform/work/WorkRecords.ts"
import { whereOneOf } from "../../postgres/filtering.ts"
import { afterCursor } from "../../postgres/listing.ts"
import { nullWhenTaken } from "../../postgres/uniqueness.ts"
import { itemColumns, itemOf, runColumns, runOf, workItemReader, workRunReader } from "./workRows.ts"

const MAX_CHANGED_ITEMS = 500

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const of = (place: WorkPlace) =>
    place === "admin" ? sql`r.scope = 'admin'` : sql`r.scope = ${place.scope} and r.listing_key = ${place.listingKey}`

  const page = Effect.fn("WorkRecords.page")(function* (place: WorkPlace, query: WorkRunQuery) {
    const { behind, rest } = afterCursor(sql, ["r.id"], query, ({ at }) => sql`(${at}::int)`)
    const conditions = [
      of(place),
      sql`r.state <> 'planning'`,
      behind,
      ...(query.kind === undefined ? [] : [sql`r.kind = ${query.kind}`]),
      ...whereOneOf(sql, "r.state", query.state)
    ]
    const rows = yield* workRunReader.all(
      sql`select ${sql.literal(runColumns)} from work_runs r where ${sql.and(conditions)} ${rest}`
    )
    return cutPage(rows.map(runOf), query, WorkPosition, ({ id }) => ({ at: id }))
  }, Effect.orDie)

  const row = Effect.fnUntraced(function* (place: WorkPlace, id: number) {
    const runRow = yield* Effect.orDie(
      workRunReader.first(sql`
      select ${sql.literal(runColumns)} from work_runs r where r.id = ${id} and ${of(place)} and r.state <> 'planning'`)
    )
    return runRow ?? (yield* new NotFound({ entity: "Run", id: String(id) }))
  })

  const items = Effect.fn("WorkRecords.items")(function* (id: number, query: WorkItemQuery) {
    const conditions = [
      sql`run_id = ${id}`,
      ...(query.cursor === undefined ? [] : [sql`ordinal > ${query.cursor.at}`]),
      ...whereOneOf(sql, "state", query.state)
    ]
    const rows = yield* workItemReader.all(sql`
      select ${sql.literal(itemColumns)} from work_items where ${sql.and(conditions)} order by ordinal
        limit ${(query.limit ?? 100) + 1}`)
    return cutPage(rows.map(itemOf), query, WorkPosition, ({ ordinal }) => ({ at: ordinal }))
  }, Effect.orDie)

  const since = Effect.fn("WorkRecords.since")(function* (place: WorkPlace, id: number, version: number | null) {
    const runRow = yield* row(place, id)
    // the run's row is read first: later changes have a higher version, which the next read finds
    const changed =
      version === null || version >= runRow.version
        ? []
        : yield* Effect.orDie(
            workItemReader.all(sql`
      select ${sql.literal(itemColumns)} from work_items where run_id = ${id} and version > ${version}
        and version <= ${runRow.version}
      order by ordinal limit ${MAX_CHANGED_ITEMS + 1}`)
          )
    const many = changed.length > MAX_CHANGED_ITEMS
    return { version: runRow.version, run: runOf(runRow), items: many ? [] : changed.map(itemOf), items_changed: many }
  })

  const toUndo = sql`before_undo = state, state = 'completed', undo_attempts = 0, not_before = null, problem = null`

  const ask = Effect.fn("WorkRecords.ask")(function* (place: WorkPlace, id: number, request: RunRequest) {
    while (true) {
      const { state, undoable } = yield* row(place, id)
      const next = stateAfter(state, request, undoable)
      if (next === null) return null
      const updated = yield* sql
        .withTransaction(
          Effect.gen(function* () {
            const granted = yield* sql`
          update work_runs set state = ${next}, version = version + 1,
            direction = case when ${request === "undo"} then 'back' else direction end,
            ended_at = case when ${request === "undo"} then null else ended_at end
          where id = ${id} and state = ${state} returning id`
            if (request === "undo" && granted.length > 0) {
              yield* sql`
            update work_items set ${toUndo}, undo_excluded = false
            where run_id = ${id} and state in ('completed', 'failed', 'canceled') and inverse is not null`
            }
            if (request === "continue" && granted.length > 0) {
              yield* sql`
            update work_items set state = 'pending', continued = true,
              version = (select version from work_runs where id = ${id})
            where run_id = ${id} and state = 'awaiting_cutover'`
            }
            return granted.length > 0
          })
        )
        .pipe(nullWhenTaken, Effect.orDie)
      if (updated === null) return null
      if (updated) return state
    }
  })

  const reopen = Effect.fn("WorkRecords.reopen")(function* (
    place: WorkPlace,
    id: number,
    direction: Direction,
    ordinals: ReadonlyArray<number> | null
  ) {
    const { state } = yield* row(place, id)
    if (!isEnded(state)) return null
    const chosen =
      ordinals === null ? sql`state = 'failed'` : sql.and([sql.in("ordinal", ordinals), sql`state <> 'rolled_back'`])
    const change =
      direction === "forward"
        ? sql`
          update work_items set state = 'pending', attempts = 0, continued = false, not_before = null, problem = null,
            ended_at = null,
            version = (select version from work_runs where id = ${id})
          where run_id = ${id} and state = 'failed' and ${chosen} returning ordinal`
        : sql`
          update work_items set ${toUndo}, undo_excluded = false,
            version = (select version from work_runs where id = ${id})
          where run_id = ${id} and state in ('completed', 'failed', 'canceled') and inverse is not null and ${chosen}
          returning ordinal`
    const reopened = yield* sql
      .withTransaction(
        Effect.gen(function* () {
          const granted = yield* sql`
            update work_runs set state = 'queued', direction = ${direction}, ended_at = null, version = version + 1
            where id = ${id} and state = ${state} returning id`
          if (granted.length === 0) return false
          if (direction === "back") yield* sql`update work_items set undo_excluded = true where run_id = ${id}`
          return (yield* change).length > 0 ? true : yield* Effect.fail("nothing" as const)
        })
      )
      .pipe(
        Effect.catchIf(
          (error): error is "nothing" => error === "nothing",
          () => Effect.succeed(false)
        ),
        nullWhenTaken,
        Effect.orDie
      )
    return reopened === true ? state : null
  })

  const forgetInverse = Effect.fn("WorkRecords.forgetInverse")(
    (id: number, ordinal: number) =>
      Effect.asVoid(sql`
      with bumped as (update work_runs set version = version + 1 where id = ${id} returning version)
      update work_items set inverse = null, version = bumped.version from bumped where run_id = ${id}
        and ordinal = ${ordinal} and state = 'completed'`),
    Effect.orDie
  )

  const deleteEnded = Effect.fn("WorkRecords.deleteEnded")(
    (before: DateTime.Utc, limit: number) =>
      Effect.map(
        sql`
    delete from work_runs where id in (
      select id from work_runs where ended_at < ${DateTime.toDateUtc(before)} order by id limit ${limit}
    ) returning id`,
        (rows) => rows.length
      ),
    Effect.orDie
  )

  return WorkRecords.of({
    page,
    find: (place, id) => Effect.map(row(place, id), runOf),
    items,
    since,
    ask,
    reopen,
    deleteEnded,
    forgetInverse
  })
})

export const layer = Layer.effect(WorkRecords, make)

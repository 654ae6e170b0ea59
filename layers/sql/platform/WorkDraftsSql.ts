import { Clock, Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Caller, callerUser } from "#domain/platform/access/Caller.ts"
import { CurrentOrigin } from "#domain/platform/access/RequestOrigin.ts"
import { sanitizeJson, sanitizeText } from "#domain/platform/Text.ts"
import type { PlannedItem } from "#services/platform/work/WorkKind.ts"
import { type WorkDraft, WorkDrafts } from "#services/platform/work/WorkDrafts.ts"
import { scopeOf } from "#domain/platform/work/runState.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"
import { nullWhenTaken } from "../../postgres/uniqueness.ts"

const idReader = makeRowReader("work_runs", Schema.Struct({ id: Schema.Int }))
const encodeCaller = Schema.encodeSync(Schema.toCodecJson(Caller))

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const until = (lease: Duration.Duration) => sql`now() + make_interval(secs => ${Duration.toSeconds(lease)})`

  const open = Effect.fn("WorkDrafts.open")(function* (
    { alone, caller, kind, params, place, title }: WorkDraft,
    lease: Duration.Duration
  ) {
    const origin = yield* CurrentOrigin
    const user = callerUser(caller)
    const now = new Date(yield* Clock.currentTimeMillis)
    yield* sql`delete from work_runs where state = 'planning' and lease_until <= now() and alone = ${alone}`
    const newRun = yield* idReader
      .first(sql`
      insert into work_runs (kind, title, scope, listing_key, params, alone, caller, starter_id, starter_email,
        request_id, client_address, runner, lease_until, created_at)
      values (${kind}, ${sanitizeText(title)}, ${scopeOf(place)}, ${place === "admin" ? null : place.listingKey},
        ${JSON.stringify(params)}::text::jsonb, ${alone}, ${JSON.stringify(encodeCaller(caller))}::text::jsonb,
        ${user?.id ?? null}, ${user?.email ?? null}, ${origin.requestId}, ${origin.address}, gen_random_uuid(),
          ${until(lease)}, ${now})
      returning id`)
      .pipe(nullWhenTaken)
    return newRun?.id ?? null
  }, Effect.orDie)

  const add = Effect.fn("WorkDrafts.add")(
    (id: number, first: number, items: ReadonlyArray<PlannedItem<unknown>>, lease: Duration.Duration) =>
      sql.withTransaction(
        Effect.gen(function* () {
          const openRun =
            yield* sql`update work_runs set lease_until = ${until(lease)} where id = ${id} and state = 'planning'
              returning id`
          if (openRun.length === 0) return false
          // names from a gateway may contain characters that a database cannot store
          const rows = items.map(({ after, before, detail, key, label, phase, target }, index) => ({
            ordinal: first + index,
            key: sanitizeText(key),
            phase,
            label: sanitizeText(label),
            detail: sanitizeText(detail),
            before: sanitizeText(before),
            after: sanitizeText(after),
            target: sanitizeJson(target as Schema.Json)
          }))
          yield* sql`
        insert into work_items (run_id, ordinal, key, phase, label, detail, before_text, after_text, target)
        select ${id}, i.ordinal, i.key, i.phase, i.label, i.detail, i.before, i.after, i.target
        from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as i
          (ordinal int, key text, phase int, label text, detail text, before text, after text, target jsonb)`
          return true
        })
      ),
    Effect.orDie
  )

  const enqueue = Effect.fn("WorkDrafts.enqueue")(function* (id: number, planHash: string) {
    const queued = yield* sql`
      update work_runs set state = 'queued', plan_hash = ${planHash}, runner = null, lease_until = null,
        version = version + 1
      where id = ${id} and state = 'planning' returning id`
    return queued.length > 0
  }, Effect.orDie)

  const drop = Effect.fn("WorkDrafts.drop")(
    (id: number) => Effect.asVoid(sql`delete from work_runs where id = ${id} and state = 'planning'`),
    Effect.orDie
  )

  return WorkDrafts.of({ open, add, enqueue, drop })
})

export const layer = Layer.effect(WorkDrafts, make)

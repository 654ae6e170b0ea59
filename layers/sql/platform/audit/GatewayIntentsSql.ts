import { Duration, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AuditEntry } from "#domain/platform/audit/AuditEntry.ts"
import { ChangeOutcome } from "#domain/platform/audit/GatewayChange.ts"
import { CurrentOrigin } from "#domain/platform/access/RequestOrigin.ts"
import {
  GatewayIntentBatches,
  GatewayIntents,
  type OpenIntent,
  type PlannedChange
} from "#services/platform/audit/GatewayIntents.ts"

const Entry = Schema.Struct({
  actor: AuditEntry.fields.actor,
  scope: AuditEntry.fields.scope,
  action: AuditEntry.fields.action,
  entity: AuditEntry.fields.entity,
  metadata: AuditEntry.fields.metadata,
  messages: Schema.Struct({ success: Schema.String, failure: Schema.String, unknown: Schema.String })
})

const Row = Schema.Struct({
  id: Schema.String,
  thing: Schema.String,
  about: Schema.Json,
  entry: Entry,
  request_id: Schema.NullOr(Schema.String),
  client_address: Schema.String,
  planned_at: Schema.String,
  begun: Schema.Boolean,
  so_before: Schema.NullOr(Schema.Boolean),
  ended_for: Schema.Finite,
  planned_for: Schema.Finite,
  looks: Schema.Int
})
const decode = Schema.decodeUnknownEffect(Row)
const decodeOutcomes = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ outcome: Schema.NullOr(ChangeOutcome) }))
)
const decodeIds = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ id: Schema.String })))
const decodeOpen = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ open: Schema.Int })]))

const leaseEnd = (sql: SqlClient.SqlClient) => (lease: Duration.Duration) =>
  sql`now() + make_interval(secs => ${Duration.toSeconds(lease)})`

/** Inside a transaction the intent would not be committed before the gateway call. */
const requireNoTransaction = (sql: SqlClient.SqlClient) =>
  Effect.flatMap(Effect.serviceOption(sql.transactionService), (open) =>
    Option.isSome(open) ? Effect.die(new Error("a gateway must not be changed inside a transaction")) : Effect.void
  )

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const until = leaseEnd(sql)

  const plan = Effect.fn("GatewayIntents.plan")(function* (
    id: string,
    runner: string,
    lease: Duration.Duration,
    { about, entry, thing }: PlannedChange
  ) {
    yield* requireNoTransaction(sql)
    const origin = yield* CurrentOrigin
    const planned = yield* sql`
        insert into gateway_intents (id, thing, about, entry, request_id, client_address, planned_at, runner,
          lease_until, look_at)
        values (${id}, ${thing}, ${JSON.stringify(about)}::text::jsonb, ${JSON.stringify(entry)}::text::jsonb,
          ${origin.requestId}, ${origin.address}, now(), ${runner}, ${until(lease)}, now())
        on conflict (thing) where outcome is null do nothing
        returning id`
    return planned.length > 0
  }, Effect.orDie)

  const begin = Effect.fn("GatewayIntents.begin")(function* (id: string, runner: string, before: boolean) {
    const started = yield* sql`
      update gateway_intents set begun_at = now(), so_before = ${before}
      where id = ${id} and runner = ${runner} and lease_until > now() and outcome is null returning id`
    return started.length > 0
  }, Effect.orDie)

  const renewLease = Effect.fn("GatewayIntents.renewLease")(function* (
    id: string,
    runner: string,
    lease: Duration.Duration
  ) {
    const renewed = yield* sql`
      update gateway_intents set lease_until = ${until(lease)}
      where id = ${id} and runner = ${runner} and outcome is null returning id`
    return renewed.length > 0
  }, Effect.orDie)

  const discard = Effect.fn("GatewayIntents.discard")(function* (id: string, runner: string) {
    yield* sql`delete from gateway_intents where id = ${id} and runner = ${runner} and begun_at is null
      and outcome is null`
  }, Effect.orDie)

  const releaseLease = Effect.fn("GatewayIntents.releaseLease")(function* (
    id: string,
    runner: string,
    wait: Duration.Duration
  ) {
    yield* sql`
      update gateway_intents set runner = null, lease_until = null, ended_at = coalesce(ended_at, now()),
        look_at = ${until(wait)}
      where id = ${id} and runner = ${runner} and outcome is null`
  }, Effect.orDie)

  const recordOutcome = Effect.fn("GatewayIntents.recordOutcome")(function* (id: string, outcome: ChangeOutcome) {
    const written = yield* sql`
      update gateway_intents set
        outcome = ${outcome}, told_at = now(), runner = null, lease_until = null, ended_at = coalesce(ended_at, now())
      where id = ${id} and outcome is null returning id`
    if (written.length > 0) return null
    const [row] = yield* decodeOutcomes(yield* sql`select outcome from gateway_intents where id = ${id}`)
    return row?.outcome ?? null
  }, Effect.orDie)

  // a dead holder acted before its lease expired
  const leaseNext = Effect.fn("GatewayIntents.lease")(function* (
    thing: string | null,
    runner: string,
    lease: Duration.Duration
  ) {
    const [row] = yield* sql`
        update gateway_intents i set
          ended_at = coalesce(i.ended_at, i.lease_until, now()), runner = ${runner}, lease_until = ${until(lease)},
            looks = i.looks + 1
        from (
          select id from gateway_intents
          where outcome is null and (lease_until is null or lease_until <= now())
            and ${thing === null ? sql`look_at <= now()` : sql`thing = ${thing}`}
          order by look_at limit 1 for update skip locked
        ) d
        where i.id = d.id
        returning i.id, i.thing, i.about, i.entry, i.request_id, i.client_address, i.so_before, i.looks,
          i.begun_at is not null as begun,
          to_char(i.planned_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as planned_at,
          (extract(epoch from now() - i.ended_at) * 1000)::float8 as ended_for,
          (extract(epoch from now() - i.planned_at) * 1000)::float8 as planned_for`
    if (row === undefined) return null
    const fields = yield* decode(row)
    const intent: OpenIntent = {
      id: fields.id,
      thing: fields.thing,
      about: fields.about,
      entry: fields.entry,
      requestId: fields.request_id,
      address: fields.client_address,
      plannedAt: fields.planned_at,
      isStarted: fields.begun,
      before: fields.so_before,
      endedFor: fields.ended_for,
      plannedFor: fields.planned_for,
      looks: fields.looks
    }
    return intent
  }, Effect.orDie)

  const tidy = Effect.fn("GatewayIntents.tidy")(function* (age: Duration.Duration) {
    const purged = yield* sql`
      delete from gateway_intents where told_at < now() - make_interval(secs => ${Duration.toSeconds(age)})
        returning id`
    const [{ open }] = yield* decodeOpen(
      yield* sql`select count(*)::int as open from gateway_intents where outcome is null`
    )
    return { purged: purged.length, open }
  }, Effect.orDie)

  return GatewayIntents.of({
    plan,
    begin,
    renewLease,
    discard,
    releaseLease,
    recordOutcome,
    leaseNext,
    tidy
  })
})

const makeBatches = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const until = leaseEnd(sql)
  const idsOf = (statement: Effect.Effect<ReadonlyArray<unknown>, unknown>) =>
    Effect.map(Effect.flatMap(statement, decodeIds), (rows) => new Set(rows.map(({ id }) => id)))
  const among = (ids: ReadonlyArray<string>) =>
    sql`id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb))`

  const plan = Effect.fn("GatewayIntentBatches.plan")(function* (
    runner: string,
    lease: Duration.Duration,
    changes: ReadonlyArray<PlannedChange & { readonly id: string }>
  ) {
    yield* requireNoTransaction(sql)
    const origin = yield* CurrentOrigin
    const rows = changes.map(({ about, entry, id, thing }) => ({ id, thing, about, entry }))
    return yield* idsOf(sql`
      insert into gateway_intents (id, thing, about, entry, request_id, client_address, planned_at, runner,
        lease_until, look_at)
      select d.id, d.thing, d.about, d.entry, ${origin.requestId}::text, ${origin.address}::text, now(),
        ${runner}::uuid, ${until(lease)}, now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as d (id uuid, thing text, about jsonb, entry jsonb)
      on conflict (thing) where outcome is null do nothing
      returning id`)
  }, Effect.orDie)

  const begin = Effect.fn("GatewayIntentBatches.begin")(
    (ids: ReadonlyArray<string>, runner: string, before: boolean) =>
      idsOf(sql`
        update gateway_intents set begun_at = now(), so_before = ${before}
        where ${among(ids)} and runner = ${runner} and lease_until > now() and outcome is null returning id`),
    Effect.orDie
  )

  const discard = Effect.fn("GatewayIntentBatches.discard")(
    (ids: ReadonlyArray<string>, runner: string) =>
      Effect.asVoid(sql`
        delete from gateway_intents where ${among(ids)} and runner = ${runner} and begun_at is null
          and outcome is null`),
    Effect.orDie
  )

  const recordOutcome = Effect.fn("GatewayIntentBatches.recordOutcome")(
    (ids: ReadonlyArray<string>, outcome: ChangeOutcome) =>
      idsOf(sql`
        update gateway_intents set outcome = ${outcome}, told_at = now(), runner = null, lease_until = null,
          ended_at = coalesce(ended_at, now())
        where ${among(ids)} and outcome is null returning id`),
    Effect.orDie
  )

  return GatewayIntentBatches.of({ plan, begin, discard, recordOutcome })
})

export const layer = Layer.mergeAll(Layer.effect(GatewayIntents, make), Layer.effect(GatewayIntentBatches, makeBatches))

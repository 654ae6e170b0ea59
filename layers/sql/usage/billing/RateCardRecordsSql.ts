import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type CreateRateCard, RateCard } from "#domain/usage/billing/RateCard.ts"
import { RateCardRecords } from "#services/usage/billing/RateCardRecords.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"

const cardReader = makeRowReader("rate_cards", RateCard)
const idReader = makeRowReader("rate_cards", Schema.Struct({ id: Schema.Int }))

const dayText = (column: string) => `to_char(${column}, 'YYYY-MM-DD')`
const cardColumns = `c.id, c.storage_endpoint_id, e.name as storage_endpoint_name, c.name, c.currency,
  ${dayText("c.valid_from")} as valid_from, ${dayText("c.valid_until")} as valid_until,
  trim_scale(c.price_per_gib_month)::text as price_per_gib_month,
  trim_scale(c.price_per_gib_out)::text as price_per_gib_out, c.prices_per_thousand_operations, c.version
  from rate_cards c join storage_endpoints e on e.id = c.storage_endpoint_id`

export const layer = Layer.effect(
  RateCardRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const raw = sql.literal

    const all = cardReader
      .all(sql`select ${raw(cardColumns)} order by lower(e.name), c.valid_from`)
      .pipe(Effect.orDie, Effect.withSpan("RateCardRecords.all"))

    const find = Effect.fn("RateCardRecords.find")(
      (id: number) => cardReader.first(sql`select ${raw(cardColumns)} where c.id = ${id}`),
      Effect.orDie
    )

    const overlapping = Effect.fn("RateCardRecords.overlapping")(
      (card: Pick<CreateRateCard, "storage_endpoint_id" | "valid_from" | "valid_until">, exceptId: number | null) =>
        cardReader.first(sql`
          select ${raw(cardColumns)} where c.storage_endpoint_id = ${card.storage_endpoint_id}
            and c.id is distinct from ${exceptId}::int
            and daterange(c.valid_from, c.valid_until) && daterange(${card.valid_from}::date, ${card.valid_until}::date)
          order by c.valid_from limit 1`),
      Effect.orDie
    )

    const add = Effect.fn("RateCardRecords.add")((card: CreateRateCard, now: DateTime.Utc) => {
      const at = DateTime.toDate(now)
      return Effect.map(
        idReader.first(sql`
          insert into rate_cards (storage_endpoint_id, name, currency, valid_from, valid_until, price_per_gib_month,
            price_per_gib_out, prices_per_thousand_operations, created_at, updated_at)
          select id, ${card.name}, ${card.currency}, ${card.valid_from}::date, ${card.valid_until}::date,
            ${card.price_per_gib_month}::numeric, ${card.price_per_gib_out}::numeric,
            ${JSON.stringify(card.prices_per_thousand_operations)}::text::jsonb, ${at}, ${at}
          from storage_endpoints where id = ${card.storage_endpoint_id} returning id`),
        (row) => row?.id ?? null
      )
    }, Effect.orDie)

    const update = Effect.fn("RateCardRecords.update")(
      (id: number, terms: Omit<CreateRateCard, "storage_endpoint_id">, now: DateTime.Utc) => sql`
        update rate_cards set name = ${terms.name}, currency = ${terms.currency},
          valid_from = ${terms.valid_from}::date, valid_until = ${terms.valid_until}::date,
          price_per_gib_month = ${terms.price_per_gib_month}::numeric,
          price_per_gib_out = ${terms.price_per_gib_out}::numeric,
          prices_per_thousand_operations = ${JSON.stringify(terms.prices_per_thousand_operations)}::text::jsonb,
          updated_at = ${DateTime.toDate(now)}
        where id = ${id}`,
      Effect.asVoid,
      Effect.orDie
    )

    const remove = Effect.fn("RateCardRecords.remove")(
      (id: number) => sql`delete from rate_cards where id = ${id}`,
      Effect.asVoid,
      Effect.orDie
    )

    return RateCardRecords.of({
      all,
      find,
      overlapping,
      add,
      update,
      remove
    })
  })
)

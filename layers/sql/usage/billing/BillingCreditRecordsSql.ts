import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { BillingCredit, type CreateBillingCredit } from "#domain/usage/billing/Billing.ts"
import { BillingCreditRecords } from "#services/usage/billing/BillingCreditRecords.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"

const creditReader = makeRowReader("billing_credits", BillingCredit)
const creditColumns = `id, subject_type, subject_id, to_char(month, 'YYYY-MM') as month, currency,
  trim_scale(amount)::text as amount, reason`

export const layer = Layer.effect(
  BillingCreditRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const raw = sql.literal

    const ofMonth = Effect.fn("BillingCreditRecords.ofMonth")(
      (month: string) =>
        creditReader.all(sql`
          select ${raw(creditColumns)} from billing_credits where month = ${`${month}-01`}::date order by id`),
      Effect.orDie
    )

    const add = Effect.fn("BillingCreditRecords.add")(
      (credit: CreateBillingCredit, now: DateTime.Utc) =>
        creditReader.one(sql`
          insert into billing_credits (subject_type, subject_id, month, currency, amount, reason, created_at)
          values (${credit.subject_type}, ${credit.subject_id}, ${`${credit.month}-01`}::date, ${credit.currency},
            ${credit.amount}::numeric, ${credit.reason}, ${DateTime.toDate(now)})
          returning ${raw(creditColumns)}`),
      Effect.orDie
    )

    const remove = Effect.fn("BillingCreditRecords.remove")(
      (id: number) =>
        creditReader.first(sql`delete from billing_credits where id = ${id} returning ${raw(creditColumns)}`),
      Effect.orDie
    )

    return BillingCreditRecords.of({ ofMonth, add, remove })
  })
)

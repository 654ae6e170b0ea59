import { Context, Effect, Layer, Option, Stream } from "effect"
import { type CursorPage, cursorLimit, type CursorQuery, cutPage } from "#domain/platform/Cursor.ts"
import {
  type BillingDay,
  BillingDayPosition,
  type BillingSubject,
  type Statement,
  StatementPosition
} from "#domain/usage/billing/Billing.ts"
import { countByCategory } from "#domain/usage/billing/operationCategories.ts"
import { statementOf } from "#domain/usage/billing/statementOf.ts"
import { type BilledMonth, type BillingDaysQuery, BillingRecords, type StatementSubject } from "./BillingRecords.ts"
import { BillingCreditRecords } from "./BillingCreditRecords.ts"
import { RateCardRecords } from "./RateCardRecords.ts"

const EXPORT_CHUNK = 200

interface StatementsQuery extends CursorQuery<StatementPosition>, StatementSubject {
  readonly month: string
}

const subjectKey = ({ subject_id, subject_type }: Pick<BillingSubject, "subject_id" | "subject_type">) =>
  `${subject_type}/${subject_id}`

/** Statements are computed when they are read. */
export class Billing extends Context.Service<
  Billing,
  {
    readonly days: (query: BillingDaysQuery) => Effect.Effect<CursorPage<BillingDay>>
    readonly statements: (query: StatementsQuery) => Effect.Effect<CursorPage<Statement>>
    readonly allStatements: (month: string) => Stream.Stream<ReadonlyArray<Statement>>
  }
>()("stowage/services/usage/billing/Billing") {
  static readonly layer = Layer.effect(
    Billing,
    Effect.gen(function* () {
      const records = yield* BillingRecords
      const credits = yield* BillingCreditRecords
      const cards = yield* RateCardRecords

      const days = Effect.fn("Billing.days")((query: BillingDaysQuery) =>
        Effect.map(records.days(query), (rows) =>
          cutPage(
            rows.map(
              (row): BillingDay => ({
                ...row,
                categories: row.operations === null ? null : countByCategory(row.operations)
              })
            ),
            query,
            BillingDayPosition,
            ({ day, subject_id, subject_type }): BillingDayPosition => [day, subject_type, subject_id]
          )
        )
      )

      const statementsOf = Effect.fnUntraced(function* (month: string, months: ReadonlyArray<BilledMonth>) {
        if (months.length === 0) return []
        const rateCards = yield* cards.all
        const creditsBySubject = Map.groupBy(yield* credits.ofMonth(month), subjectKey)
        return months.map(
          ({ days, ...subject }): Statement => ({
            ...subject,
            ...statementOf(month, days, rateCards, creditsBySubject.get(subjectKey(subject)) ?? [])
          })
        )
      })

      const statements = Effect.fn("Billing.statements")(function* ({ month, ...query }: StatementsQuery) {
        const months = yield* records.months(month, query.cursor ?? null, cursorLimit(query) + 1, query)
        return cutPage(
          yield* statementsOf(month, months),
          query,
          StatementPosition,
          ({ subject_id, subject_type }): StatementPosition => [subject_type, subject_id]
        )
      })

      const allStatements = (month: string) =>
        Stream.paginate(
          null,
          Effect.fnUntraced(function* (after: StatementPosition | null) {
            const months = yield* records.months(month, after, EXPORT_CHUNK)
            const last = months.at(-1)
            const next: Option.Option<StatementPosition | null> =
              last === undefined || months.length < EXPORT_CHUNK
                ? Option.none()
                : Option.some([last.subject_type, last.subject_id])
            return [[yield* statementsOf(month, months)], next] as const
          })
        )

      return Billing.of({ days, statements, allStatements })
    })
  )
}

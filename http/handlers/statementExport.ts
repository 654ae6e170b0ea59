import { Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { attachment } from "#domain/objects/attachment.ts"
import { csv, type Plain } from "#domain/platform/csv.ts"
import type { Statement } from "#domain/usage/billing/Billing.ts"

const head = [
  "month",
  "subject_type",
  "subject_id",
  "subject_name",
  "storage_endpoint_id",
  "storage_endpoint_name",
  "item",
  "rate_card",
  "quantity",
  "unit",
  "price",
  "currency",
  "amount",
  "credit",
  "reason"
] as const

const rowsOf = (statement: Statement): ReadonlyArray<ReadonlyArray<Plain>> => {
  const about = [
    statement.month,
    statement.subject_type,
    statement.subject_id,
    statement.subject_name,
    statement.storage_endpoint_id,
    statement.storage_endpoint_name
  ]
  return [
    ...statement.lines.map((line) => [
      ...about,
      line.item,
      line.rate_card_name,
      line.quantity,
      line.unit,
      line.price,
      line.currency,
      line.amount,
      null,
      null
    ]),
    ...statement.credits.map(({ amount, currency, reason }) => [
      ...about,
      "credit",
      null,
      null,
      null,
      null,
      currency,
      null,
      amount,
      reason
    ])
  ]
}

export const respondStatements = <E>(
  statements: Stream.Stream<ReadonlyArray<Statement>, E>,
  month: string
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.stream(
    Stream.encodeText(
      Stream.concat(
        Stream.succeed(csv([head])),
        Stream.map(statements, (some) => csv(some.flatMap(rowsOf)))
      )
    ),
    {
      contentType: "text/csv; charset=utf-8",
      headers: {
        "content-disposition": attachment(`statements-${month}.csv`),
        "x-content-type-options": "nosniff"
      }
    }
  )

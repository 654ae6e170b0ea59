import { Schema } from "effect"
import { cursorPageOf, cursorQuery } from "../../platform/Cursor.ts"
import { RowId } from "../../platform/RowId.ts"
import { Name } from "../../platform/Text.ts"
import { QuotaSubjectType } from "../QuotaHistory.ts"
import { BillingDate, BillingMonth } from "./BillingPeriod.ts"
import { Amount } from "./Decimal.ts"
import { operationCategories } from "./operationCategories.ts"
import { Currency } from "./RateCard.ts"

const Known = Schema.NullOr(Schema.Int)
const Hours = Schema.Int

const subject = {
  subject_type: QuotaSubjectType,
  subject_id: Schema.Int,
  subject_name: Schema.String,
  storage_endpoint_id: Schema.Int,
  storage_endpoint_name: Schema.String
}

export const BillingSubject = Schema.Struct(subject)
export type BillingSubject = typeof BillingSubject.Type

const Operations = Schema.Record(Schema.String, Schema.Int)
const CategoryCounts = Schema.Struct({
  read: Schema.Int,
  list: Schema.Int,
  write: Schema.Int,
  copy: Schema.Int,
  delete: Schema.Int,
  configuration: Schema.Int,
  identity: Schema.Int,
  other: Schema.Int
}).annotate({ identifier: "OperationCounts" })

const figures = {
  day: Schema.String,
  /** Decimal text: bytes stored in each measured hour, summed. Null: not measured. */
  byte_hours: Schema.NullOr(Schema.String),
  measured_hours: Hours,
  operations: Schema.NullOr(Operations),
  bytes_sent: Known,
  bytes_received: Known,
  collected_hours: Hours
}

export const BilledDay = Schema.Struct({ ...subject, ...figures })
export type BilledDay = typeof BilledDay.Type

export const BillingDay = Schema.Struct({
  ...subject,
  ...figures,
  categories: Schema.NullOr(CategoryCounts)
}).annotate({ identifier: "BillingDay" })
export type BillingDay = typeof BillingDay.Type

const Position = Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: 2_147_483_647 }))
export const BillingDayPosition = Schema.Tuple([BillingDate, QuotaSubjectType, Position])
export type BillingDayPosition = typeof BillingDayPosition.Type
export const StatementPosition = Schema.Tuple([QuotaSubjectType, Position])
export type StatementPosition = typeof StatementPosition.Type

export const billingDaysQuery = {
  ...cursorQuery(BillingDayPosition),
  from: Schema.optionalKey(BillingDate),
  to: Schema.optionalKey(BillingDate),
  subject_type: Schema.optionalKey(QuotaSubjectType),
  subject_id: Schema.optionalKey(RowId),
  storage_endpoint_id: Schema.optionalKey(RowId)
}
export const BillingDayPage = cursorPageOf(BillingDay).annotate({ identifier: "BillingDayPage" })

export const statementItemTypes = ["storage", "egress", ...operationCategories] as const

const StatementLine = Schema.Struct({
  rate_card_id: Schema.Int,
  rate_card_name: Schema.String,
  item: Schema.Literals(statementItemTypes),
  unit: Schema.Literals(["gib_month", "gib", "thousand_operations"]),
  quantity: Schema.String,
  price: Schema.String,
  currency: Schema.String,
  amount: Schema.String
}).annotate({ identifier: "StatementLine" })
export type StatementLine = typeof StatementLine.Type

export const BillingCredit = Schema.Struct({
  id: Schema.Int,
  subject_type: QuotaSubjectType,
  subject_id: Schema.Int,
  month: Schema.String,
  currency: Schema.String,
  amount: Schema.String,
  reason: Schema.String
}).annotate({ identifier: "BillingCredit" })
export type BillingCredit = typeof BillingCredit.Type

export const CreateBillingCredit = Schema.Struct({
  subject_type: QuotaSubjectType,
  subject_id: RowId,
  month: BillingMonth,
  currency: Currency,
  amount: Amount,
  reason: Name(500)
}).annotate({ identifier: "CreateBillingCredit" })
export type CreateBillingCredit = typeof CreateBillingCredit.Type

const StatementTotal = Schema.Struct({
  currency: Schema.String,
  charges: Schema.String,
  credits: Schema.String,
  total: Schema.String
}).annotate({ identifier: "StatementTotal" })

export const Statement = Schema.Struct({
  ...subject,
  month: Schema.String,
  lines: Schema.Array(StatementLine),
  credits: Schema.Array(BillingCredit),
  totals: Schema.Array(StatementTotal),
  day_count: Schema.Int,
  unmeasured_hours: Schema.Int,
  uncollected_hours: Schema.Int,
  unpriced_days: Schema.Int
}).annotate({ identifier: "Statement" })
export type Statement = typeof Statement.Type

export const statementsQuery = {
  ...cursorQuery(StatementPosition),
  month: BillingMonth,
  subject_type: Schema.optionalKey(QuotaSubjectType),
  subject_id: Schema.optionalKey(RowId)
}
export const StatementPage = cursorPageOf(Statement).annotate({ identifier: "StatementPage" })

import { Schema } from "effect"
import { RowId } from "../../platform/RowId.ts"
import { readVersion, versioned } from "../../platform/RowVersion.ts"
import { Name, Shaped } from "../../platform/Text.ts"
import { BillingDate } from "./BillingPeriod.ts"
import { Price } from "./Decimal.ts"

export const Currency = Shaped(/^[A-Z]{3}$/u, 20, "Expected a currency code such as EUR")

const price = Schema.optionalKey(Price)
/** Per 1,000 operations; an absent category is free. */
export const OperationPrices = Schema.Struct({
  read: price,
  list: price,
  write: price,
  copy: price,
  delete: price,
  configuration: price,
  identity: price,
  other: price
}).annotate({ identifier: "OperationPrices" })
export type OperationPrices = typeof OperationPrices.Type

const terms = {
  name: Name(100),
  currency: Currency,
  valid_from: BillingDate,
  valid_until: Schema.NullOr(BillingDate),
  price_per_gib_month: Price,
  price_per_gib_out: Price,
  prices_per_thousand_operations: OperationPrices
}

/** Periods of an endpoint do not overlap. */
export const RateCard = Schema.Struct({
  id: Schema.Int,
  storage_endpoint_id: Schema.Int,
  storage_endpoint_name: Schema.String,
  ...terms,
  ...versioned
}).annotate({ identifier: "RateCard" })
export type RateCard = typeof RateCard.Type

export const CreateRateCard = Schema.Struct({ storage_endpoint_id: RowId, ...terms }).annotate({
  identifier: "CreateRateCard"
})
export type CreateRateCard = typeof CreateRateCard.Type

export const UpdateRateCard = Schema.Struct({ ...terms, ...readVersion }).annotate({ identifier: "UpdateRateCard" })
export type UpdateRateCard = typeof UpdateRateCard.Type

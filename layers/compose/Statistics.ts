import { Layer } from "effect"
import { Statistics as StatisticsRead } from "#services/usage/Statistics.ts"
import { Billing } from "#services/usage/billing/Billing.ts"
import { RateCards } from "#services/usage/billing/RateCards.ts"
import { QuotaHistories } from "#services/usage/QuotaHistories.ts"
import { UsageHistory } from "#services/usage/UsageHistory.ts"
import * as BillingCreditRecordsSql from "../sql/usage/billing/BillingCreditRecordsSql.ts"
import * as BillingRecordsSql from "../sql/usage/billing/BillingRecordsSql.ts"
import * as RateCardRecordsSql from "../sql/usage/billing/RateCardRecordsSql.ts"
import * as QuotaHistoryRecordsSql from "../sql/usage/QuotaHistoryRecordsSql.ts"
import * as StatisticsRecordsSql from "../sql/usage/StatisticsRecordsSql.ts"

export const Statistics = Layer.merge(StatisticsRead.layer, UsageHistory.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(QuotaHistories.layer, Billing.layer, RateCards.layer)),
  Layer.provideMerge(
    Layer.mergeAll(
      StatisticsRecordsSql.layer,
      QuotaHistoryRecordsSql.layer,
      BillingRecordsSql.layer,
      BillingCreditRecordsSql.layer,
      RateCardRecordsSql.layer
    )
  )
)

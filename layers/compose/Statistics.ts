import { Layer } from "effect"
import { Statistics as StatisticsRead } from "#services/usage/Statistics.ts"
import { QuotaHistories } from "#services/usage/QuotaHistories.ts"
import { UsageHistory } from "#services/usage/UsageHistory.ts"
import * as QuotaHistoryRecordsSql from "../sql/usage/QuotaHistoryRecordsSql.ts"
import * as StatisticsRecordsSql from "../sql/usage/StatisticsRecordsSql.ts"

export const Statistics = Layer.merge(StatisticsRead.layer, UsageHistory.layer).pipe(
  Layer.provideMerge(QuotaHistories.layer),
  Layer.provideMerge(Layer.merge(StatisticsRecordsSql.layer, QuotaHistoryRecordsSql.layer))
)

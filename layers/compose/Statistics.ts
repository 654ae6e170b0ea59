import { Layer } from "effect"
import { UsageHistorySchedule } from "#schedules/UsageHistorySchedule.ts"
import { Statistics as StatisticsRead } from "#services/usage/Statistics.ts"
import { UsageHistory } from "#services/usage/UsageHistory.ts"
import * as StatisticsRecordsSql from "../sql/usage/StatisticsRecordsSql.ts"

export const Statistics = UsageHistorySchedule.pipe(
  Layer.provideMerge(Layer.merge(StatisticsRead.layer, UsageHistory.layer)),
  Layer.provideMerge(StatisticsRecordsSql.layer)
)

import { Layer } from "effect"
import { StatsHandlers } from "./admin/Stats.ts"
import { InternalUsageHistoryHandlers } from "./internal/UsageHistory.ts"

export const StatisticsHandlers = Layer.merge(StatsHandlers, InternalUsageHistoryHandlers)

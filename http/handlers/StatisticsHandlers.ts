import { Layer } from "effect"
import { StatsHandlers } from "./admin/Stats.ts"
import { InternalUsageHistoryHandlers } from "./internal/UsageHistory.ts"

/** Handlers of statistics, and of the job behind them. */
export const StatisticsHandlers = Layer.merge(StatsHandlers, InternalUsageHistoryHandlers)

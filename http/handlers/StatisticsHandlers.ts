import { Layer } from "effect"
import { QuotaHistoryHandlers } from "./admin/QuotaHistory.ts"
import { StatsHandlers } from "./admin/Stats.ts"
import { InternalUsageHistoryHandlers } from "./internal/UsageHistory.ts"

export const StatisticsHandlers = Layer.mergeAll(StatsHandlers, QuotaHistoryHandlers, InternalUsageHistoryHandlers)

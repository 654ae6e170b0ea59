import { Layer } from "effect"
import { QuotaHistoryHandlers } from "./admin/QuotaHistory.ts"
import { StatsHandlers } from "./admin/Stats.ts"

export const StatisticsHandlers = Layer.merge(StatsHandlers, QuotaHistoryHandlers)

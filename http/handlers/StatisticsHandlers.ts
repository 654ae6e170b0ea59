import { Layer } from "effect"
import { BillingHandlers } from "./admin/Billing.ts"
import { QuotaHistoryHandlers } from "./admin/QuotaHistory.ts"
import { QuotaSubjectsHandlers } from "./admin/QuotaSubjects.ts"
import { StatsHandlers } from "./admin/Stats.ts"

export const StatisticsHandlers = Layer.mergeAll(
  StatsHandlers,
  QuotaHistoryHandlers,
  QuotaSubjectsHandlers,
  BillingHandlers
)

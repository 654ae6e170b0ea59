import { Layer } from "effect"
import { QuotaAlertMails } from "#services/usage/QuotaAlertMails.ts"
import { QuotaMonitor } from "#services/usage/QuotaMonitor.ts"
import * as QuotaStateRecordsSql from "../sql/usage/QuotaStateRecordsSql.ts"

export const QuotaAlerts = QuotaMonitor.layer.pipe(
  Layer.provideMerge(QuotaAlertMails.layer),
  Layer.provideMerge(QuotaStateRecordsSql.layer)
)

import { Layer } from "effect"
import { AccessLogCollector } from "#services/usage/accesslogs/AccessLogCollector.ts"
import { AccessLogRetention } from "#services/usage/accesslogs/AccessLogRetention.ts"
import { AccessLogs as AccessLogsRead } from "#services/usage/accesslogs/AccessLogs.ts"
import * as AccessLogRecordsSql from "../sql/usage/accesslogs/AccessLogRecordsSql.ts"
import * as AccessLogSourcesSql from "../sql/usage/accesslogs/AccessLogSourcesSql.ts"

export const AccessLogs = Layer.mergeAll(AccessLogsRead.layer, AccessLogRetention.layer).pipe(
  Layer.provideMerge(AccessLogCollector.layer),
  Layer.provideMerge(Layer.mergeAll(AccessLogRecordsSql.layer, AccessLogSourcesSql.layer))
)

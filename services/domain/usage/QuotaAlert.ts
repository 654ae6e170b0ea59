import { Schema } from "effect"
import { type OffsetQuery, pageOf, pageQuery } from "../platform/Paging.ts"
import { RowId } from "../platform/RowId.ts"
import { QuotaForecast, QuotaSubject, QuotaSubjectType } from "./QuotaHistory.ts"

export const QuotaMonitorReport = Schema.Struct({
  status: Schema.Literals(["completed", "skipped", "disabled"]),
  checked_count: Schema.Int,
  crossing_count: Schema.Int,
  mailed_count: Schema.Int,
  notified_count: Schema.Int,
  failed_endpoint_count: Schema.Int
}).annotate({ identifier: "QuotaMonitorReport" })
export type QuotaMonitorReport = typeof QuotaMonitorReport.Type

export const quotaStates = ["normal", "threshold", "full", "unknown"] as const
const State = Schema.Literals(quotaStates)
const Known = Schema.NullOr(Schema.Int)

export const QuotaSubjectState = Schema.Struct({
  ...QuotaSubject.fields,
  state: State,
  usage_ratio: Schema.NullOr(Schema.Finite),
  used_bytes: Known,
  object_count: Known,
  quota_max_bytes: Known,
  quota_max_objects: Known,
  measured_at: Schema.NullOr(Schema.String),
  forecast: Schema.NullOr(QuotaForecast)
}).annotate({ identifier: "QuotaSubjectState" })
export type QuotaSubjectState = typeof QuotaSubjectState.Type

const QuotaAlert = Schema.Struct({
  state: Schema.Literals(["normal", "threshold", "full"]),
  title: Schema.String,
  message: Schema.String,
  created_at: Schema.String
}).annotate({ identifier: "QuotaAlert" })

export const QuotaSubjectDetail = Schema.Struct({
  ...QuotaSubjectState.fields,
  last_alert: Schema.NullOr(QuotaAlert)
}).annotate({ identifier: "QuotaSubjectDetail" })
export type QuotaSubjectDetail = typeof QuotaSubjectDetail.Type

export const QuotaSubjectPage = pageOf(QuotaSubjectState).annotate({ identifier: "QuotaSubjectPage" })
export type QuotaSubjectPage = typeof QuotaSubjectPage.Type

const sortKeys = ["usage", "state", "name", "time_until_full"] as const
export type QuotaSubjectSort = (typeof sortKeys)[number]

export const quotaSubjectsQuery = {
  ...pageQuery(sortKeys),
  storage_endpoint_id: Schema.optionalKey(RowId),
  type: Schema.optionalKey(QuotaSubjectType),
  state: Schema.optionalKey(State)
}

export interface QuotaSubjectsQuery extends OffsetQuery<QuotaSubjectSort> {
  readonly storage_endpoint_id?: number
  readonly type?: QuotaSubjectType
  readonly state?: (typeof quotaStates)[number]
}

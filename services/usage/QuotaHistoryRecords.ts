import { Context, type DateTime, type Effect } from "effect"
import type {
  HistoryResolution,
  QuotaForecast,
  QuotaHistoryPoint,
  QuotaSubject,
  QuotaSubjectType
} from "#domain/usage/QuotaHistory.ts"
import type { QuotaLimits } from "#domain/usage/quotaCrossing.ts"

export interface SubjectKey {
  readonly type: QuotaSubjectType
  readonly id: number
}

/** Days are UTC days. */
export class QuotaHistoryRecords extends Context.Service<
  QuotaHistoryRecords,
  {
    /** Samples subjects whose complete listing is refreshed since then, and recomputes rollups of two days. */
    readonly sample: (at: DateTime.Utc, refreshedSince: DateTime.Utc) => Effect.Effect<number>
    readonly subject: (key: SubjectKey) => Effect.Effect<QuotaSubject | null>
    /** Usage and quota as the quota monitor read them last; null when the quota was not read for two days. */
    readonly current: (
      key: SubjectKey,
      at: DateTime.Utc
    ) => Effect.Effect<{ readonly bytes: number; readonly objects: number; readonly limits: QuotaLimits } | null>
    readonly points: (
      key: SubjectKey,
      period: { readonly from: DateTime.Utc; readonly to: DateTime.Utc },
      resolution: HistoryResolution
    ) => Effect.Effect<ReadonlyArray<QuotaHistoryPoint>>
    readonly storeForecasts: (
      since: DateTime.Utc,
      at: DateTime.Utc,
      forecastOf: (points: ReadonlyArray<QuotaHistoryPoint>) => QuotaForecast
    ) => Effect.Effect<void>
    /** Deletes at most `limit` rows and skips rows locked by another purge; returns the count. */
    readonly deleteOlder: (resolution: HistoryResolution, before: DateTime.Utc, limit: number) => Effect.Effect<number>
  }
>()("stowage/services/usage/QuotaHistoryRecords") {}

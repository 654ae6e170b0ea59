import { Context, type DateTime, type Effect } from "effect"
import type { CursorQuery } from "#domain/platform/Cursor.ts"
import type { QuotaSubjectType } from "#domain/usage/QuotaHistory.ts"
import type { TrafficEntry } from "#domain/usage/TrafficEntry.ts"
import type { BilledDay, BillingDayPosition, BillingSubject, StatementPosition } from "#domain/usage/billing/Billing.ts"

export interface BillingDaysQuery extends CursorQuery<BillingDayPosition> {
  readonly from?: string
  readonly to?: string
  readonly subject_type?: QuotaSubjectType
  readonly subject_id?: number
  readonly storage_endpoint_id?: number
}

export interface StatementSubject {
  readonly subject_type?: QuotaSubjectType
  readonly subject_id?: number
}

export interface BilledMonth extends BillingSubject {
  readonly days: ReadonlyArray<BilledDay>
}

export class BillingRecords extends Context.Service<
  BillingRecords,
  {
    /** Replaces stored hours. An empty log stores nothing: the gateway may have none. */
    readonly storeUsageLog: (
      endpointId: number,
      entries: ReadonlyArray<TrafficEntry>,
      since: DateTime.Utc,
      until: DateTime.Utc
    ) => Effect.Effect<void>
    /** Computes the day of `at` and the day before for every subject; returns the number of changed rows. */
    readonly computeDays: (at: DateTime.Utc) => Effect.Effect<number>
    readonly days: (query: BillingDaysQuery) => Effect.Effect<ReadonlyArray<BilledDay>>
    /** Subjects with billed days or credits in a month, after a position, with their days, oldest first. */
    readonly months: (
      month: string,
      after: StatementPosition | null,
      limit: number,
      subject?: StatementSubject
    ) => Effect.Effect<ReadonlyArray<BilledMonth>>
    readonly deleteOlder: (
      rows: "usage_log_hours" | "billing_daily",
      before: DateTime.Utc,
      limit: number
    ) => Effect.Effect<number>
  }
>()("stowage/services/usage/billing/BillingRecords") {}

import { Context, type DateTime, type Effect } from "effect"
import type { QuotaSubjectDetail, QuotaSubjectPage, QuotaSubjectsQuery } from "#domain/usage/QuotaAlert.ts"
import type { QuotaSubjectType } from "#domain/usage/QuotaHistory.ts"
import type { AlertState, Crossing, QuotaLimits } from "#domain/usage/quotaCrossing.ts"
import type { SubjectKey } from "./QuotaHistoryRecords.ts"

export interface MonitoredSubject {
  readonly type: QuotaSubjectType
  readonly id: number
  readonly external_id: string
  readonly uid: string
  /** Stored quota; null when it must be read. */
  readonly limits: QuotaLimits | null
}

export interface QuotaReading {
  readonly type: QuotaSubjectType
  readonly id: number
  readonly bytes: number
  readonly objects: number
  readonly limits: QuotaLimits
  readonly ratio: number | null
  readonly quota_read: boolean
}

export interface PendingMail {
  readonly id: number
  readonly recipient: string
  readonly title: string
  readonly message: string
}

export type MailOutcome = "sent" | "refused" | "skipped"

export class QuotaStateRecords extends Context.Service<
  QuotaStateRecords,
  {
    /** Omits quotas read after `readSince`, by subject up to 12 hours later, and those changed here since. */
    readonly subjects: (endpointId: number, readSince: DateTime.Utc) => Effect.Effect<ReadonlyArray<MonitoredSubject>>
    /** Moves states and stores alerts, notifications and mails in one transaction. Deleted subjects are omitted. */
    readonly record: (
      readings: ReadonlyArray<QuotaReading>,
      decide: (previous: AlertState | null, ratio: number | null) => Crossing,
      at: DateTime.Utc
    ) => Effect.Effect<{ readonly checked: number; readonly crossings: number; readonly notified: number }>
    readonly pendingMails: Effect.Effect<ReadonlyArray<PendingMail>>
    readonly endMail: (id: number, outcome: MailOutcome, at: DateTime.Utc) => Effect.Effect<void>
    readonly tidy: (before: DateTime.Utc) => Effect.Effect<void>
    readonly page: (query: QuotaSubjectsQuery) => Effect.Effect<QuotaSubjectPage>
    readonly find: (key: SubjectKey) => Effect.Effect<QuotaSubjectDetail | null>
  }
>()("stowage/services/usage/QuotaStateRecords") {}

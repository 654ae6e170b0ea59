import type { AuditFilter, AuditTailEvent } from "#domain/platform/audit/AuditLog.ts"
import { Context } from "effect"

/** An event of a tail with its place: `Last-Event-ID` of whoever comes back. */
export type AuditTailMessage = AuditTailEvent & { readonly id: string }

/** What is handed over at once; the same value for all who are given the same. */
export type AuditNews = ReadonlyArray<AuditTailMessage>

/** The audit trail as it grows, for any number of readers. */
export class AuditTail extends Context.Service<AuditTail, {
  /** `after`: the last id that the reader has, null for none. Answers how to stop. */
  readonly follow: (filter: AuditFilter, after: string | null, deliver: (news: AuditNews) => void) => () => void
}>()("stowage/services/platform/audit/AuditTail") {}

import type { AuditFilter, AuditTailEvent } from "#domain/platform/audit/AuditLog.ts"
import { Context } from "effect"

/** Event with the position that a client sends back as `Last-Event-ID`. */
export type AuditTailMessage = AuditTailEvent & { readonly id: string }

/** Batch of events; all receivers of the same batch share one value. */
export type AuditNews = ReadonlyArray<AuditTailMessage>

/** Live feed of the audit trail, shared by all readers. */
export class AuditTail extends Context.Service<AuditTail, {
  /** `after`: the last id that the reader has, or null. Returns the function that stops it. */
  readonly follow: (filter: AuditFilter, after: string | null, deliver: (news: AuditNews) => void) => () => void
}>()("stowage/services/platform/audit/AuditTail") {}

import type { AuditFilter, AuditTailEvent } from "#domain/platform/audit/AuditLog.ts"
import { Context } from "effect"

export type AuditTailMessage = AuditTailEvent & { readonly id: string }

export type AuditUpdate = ReadonlyArray<AuditTailMessage>

export class AuditTail extends Context.Service<
  AuditTail,
  {
    readonly follow: (filter: AuditFilter, after: string | null, deliver: (news: AuditUpdate) => void) => () => void
  }
>()("stowage/services/platform/audit/AuditTail") {}

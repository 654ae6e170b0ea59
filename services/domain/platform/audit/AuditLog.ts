import { type DateTime, Schema } from "effect"
import { UiRole } from "../access/Caller.ts"
import { streamEvent } from "../streamEvent.ts"
import type { CursorQuery } from "../Cursor.ts"
import { AuditEntity, AuditEntry, type AuditScope } from "./AuditEntry.ts"

export const AuditSeal = Schema.Struct({
  seq: Schema.Int,
  hash: Schema.String,
  previous_hash: Schema.String,
  sealed_at: Schema.String
}).annotate({ identifier: "AuditSeal" })

export const AuditLogEntry = Schema.Struct({
  id: Schema.Int,
  created_at: Schema.String,
  actor: AuditEntry.fields.actor,
  scope: Schema.String,
  action: Schema.String,
  entity: AuditEntity,
  status: AuditEntry.fields.status,
  message: Schema.String,
  /** Above 16 KiB: `{truncated, original_length, preview}`. */
  metadata: Schema.Record(Schema.String, Schema.Json),
  request_id: Schema.NullOr(Schema.String),
  client_address: Schema.NullOr(Schema.String),
  seal: Schema.NullOr(AuditSeal)
}).annotate({ identifier: "AuditLogEntry" })
export type AuditLogEntry = typeof AuditLogEntry.Type

/** Role at the time of the entry; `none`: jobs, operators, failed sign-ins. */
export const auditRoles = [...UiRole.literals, "none"] as const
export type AuditRole = (typeof auditRoles)[number]

const PositiveInt = Schema.FiniteFromString.check(
  Schema.isInt(),
  Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
)

/** Microseconds since 1970 and id of the last entry. */
export const AuditPosition = Schema.Tuple([PositiveInt, PositiveInt])
export type AuditPosition = typeof AuditPosition.Type

export interface AuditFilter {
  readonly search?: string
  readonly role?: ReadonlyArray<AuditRole>
  readonly scope?: ReadonlyArray<AuditScope>
  readonly created_after?: DateTime.Utc
  readonly created_before?: DateTime.Utc
}

export interface AuditQuery extends AuditFilter, CursorQuery<AuditPosition> {}

const TailPosition = Schema.Struct({ seq: Schema.Int }).annotate({ identifier: "AuditTailPosition" })

/** `position` first, then each `entry` in chain order. `skipped`: too many entries arrived; read the listing again. */
export const AuditTailEvent = Schema.Union([
  streamEvent("position", TailPosition),
  streamEvent("entry", AuditLogEntry),
  streamEvent("skipped", TailPosition.annotate({ identifier: "AuditTailSkipped" }))
])
export type AuditTailEvent = typeof AuditTailEvent.Type

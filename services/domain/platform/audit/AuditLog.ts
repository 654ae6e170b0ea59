import { type DateTime, Schema } from "effect"
import { UiRole } from "../access/Caller.ts"
import { streamEvent } from "../streamEvent.ts"
import type { CursorQuery } from "../Cursor.ts"
import { AuditEntity, AuditEntry, type AuditScope } from "./AuditEntry.ts"

/** The link of the chain that seals an entry. */
export const AuditSeal = Schema.Struct({
  /** Its place in the chain, counted from 1 without gaps. */
  seq: Schema.Int,
  /** SHA-256 in hex, over the entry and `previous_hash`. */
  hash: Schema.String,
  previous_hash: Schema.String,
  sealed_at: Schema.String
}).annotate({ identifier: "AuditSeal" })

/** An entry as it is read. */
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
  /** Null for the moment between being written and being sealed. */
  seal: Schema.NullOr(AuditSeal)
}).annotate({ identifier: "AuditLogEntry" })
export type AuditLogEntry = typeof AuditLogEntry.Type

/** Whose entries: of a role that they had then, or of nobody who has one (jobs, operators, failed sign-ins). */
export const auditRoles = [...UiRole.literals, "none"] as const
export type AuditRole = typeof auditRoles[number]

const digits = Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))

/** Where a page ended: the moment of its last entry in microseconds since 1970, and its id. */
export const AuditPosition = Schema.Tuple([digits, digits])
export type AuditPosition = typeof AuditPosition.Type

/** Which entries are meant. What is left out excludes nothing. */
export interface AuditFilter {
  readonly search?: string
  readonly role?: ReadonlyArray<AuditRole>
  readonly scope?: ReadonlyArray<AuditScope>
  readonly created_after?: DateTime.Utc
  readonly created_before?: DateTime.Utc
}

export interface AuditQuery extends AuditFilter, CursorQuery<AuditPosition> {}

/** Where a live tail stands: everything until link `seq` was there before. */
const TailPosition = Schema.Struct({ seq: Schema.Int }).annotate({ identifier: "AuditTailPosition" })

/**
 * A live tail: `position` at the beginning, then `entry` after `entry` in the order of the chain. `skipped` where more came than is
 * handed over one by one: read the listing again.
 */
export const AuditTailEvent = Schema.Union([
  streamEvent("position", TailPosition),
  streamEvent("entry", AuditLogEntry),
  streamEvent("skipped", TailPosition.annotate({ identifier: "AuditTailSkipped" }))
])
export type AuditTailEvent = typeof AuditTailEvent.Type

import { Schema } from "effect"
import { AuditLogEntry, type AuditPosition } from "#domain/platform/audit/AuditLog.ts"
import { isoText } from "../../../postgres/moments.ts"

/** The expression of the search index (migration 0012); another spelling does not use the index. */
export const searched =
  `(l.action || ' ' || l.message || ' ' || l.entity_type || ' ' || coalesce(l.entity_id, '') || ' ' || ` +
  "coalesce(l.entity_label, '') || ' ' || coalesce(l.actor_email, '') || ' ' || coalesce(l.request_id, '') || " +
  "' ' || coalesce(l.client_address, ''))"

/** Microseconds since 1970: exact in a cursor. */
const micros = "(extract(epoch from l.created_at) * 1000000)::float8"

export const columns = `l.id::float8 as id, ${isoText("l.created_at")} as created_at, ${micros} as micros,
  l.actor_user_id, l.actor_email, l.actor_role,
  l.actor_via, l.scope, l.action, l.entity_type, l.entity_id, l.entity_label, l.status, l.message, l.metadata,
    l.request_id, l.client_address,
  c.seq::float8 as seq, c.hash, c.previous_hash, ${isoText("c.sealed_at")} as sealed_at`

const { actor, status } = AuditLogEntry.fields
const text = Schema.NullOr(Schema.String)

export const Row = Schema.Struct({
  id: Schema.Int,
  created_at: Schema.String,
  micros: Schema.Finite,
  actor_user_id: Schema.NullOr(Schema.Int),
  actor_email: text,
  actor_role: actor.fields.role,
  actor_via: actor.fields.via,
  scope: Schema.String,
  action: Schema.String,
  entity_type: Schema.String,
  entity_id: text,
  entity_label: text,
  status,
  message: Schema.String,
  metadata: Schema.Record(Schema.String, Schema.Json),
  request_id: text,
  client_address: text,
  seq: Schema.NullOr(Schema.Int),
  hash: text,
  previous_hash: text,
  sealed_at: text
})
type Row = typeof Row.Type

export const auditPosition = ({ id, micros }: Row): AuditPosition => [micros, id]

import { Schema, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { AuditLogEntry } from "#domain/platform/audit/AuditLog.ts"
import { attachment } from "#domain/objects/attachment.ts"
import { csv, type Plain } from "#domain/platform/csv.ts"

const head = [
  "id",
  "created_at",
  "actor_user_id",
  "actor_email",
  "actor_role",
  "actor_via",
  "scope",
  "action",
  "entity_type",
  "entity_id",
  "entity_label",
  "status",
  "message",
  "metadata",
  "request_id",
  "client_address",
  "chain_seq",
  "chain_hash"
] as const

const cellsOf = ({ actor, entity, metadata, seal, ...entry }: AuditLogEntry): ReadonlyArray<Plain> => [
  entry.id,
  entry.created_at,
  actor.user_id,
  actor.email,
  actor.role,
  actor.via,
  entry.scope,
  entry.action,
  entity.type,
  entity.id,
  entity.label,
  entry.status,
  entry.message,
  JSON.stringify(metadata),
  entry.request_id,
  entry.client_address,
  seal?.seq ?? null,
  seal?.hash ?? null
]

const line = Schema.encodeSync(Schema.fromJsonString(Schema.toCodecJson(AuditLogEntry)))

type Entries<E> = Stream.Stream<ReadonlyArray<AuditLogEntry>, E>

const forms = {
  csv: {
    type: "text/csv; charset=utf-8",
    texts: <E>(entries: Entries<E>) =>
      Stream.concat(
        Stream.succeed(csv([head])),
        Stream.map(entries, (some) => csv(some.map(cellsOf)))
      )
  },
  jsonl: {
    type: "application/x-ndjson; charset=utf-8",
    texts: <E>(entries: Entries<E>) => Stream.map(entries, (some) => some.map((entry) => `${line(entry)}\n`).join(""))
  }
}

export const respondAuditExport = <E>(
  entries: Entries<E>,
  format: keyof typeof forms,
  day: string
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.stream(Stream.encodeText(forms[format].texts(entries)), {
    contentType: forms[format].type,
    headers: { "content-disposition": attachment(`audit-trail-${day}.${format}`), "x-content-type-options": "nosniff" }
  })

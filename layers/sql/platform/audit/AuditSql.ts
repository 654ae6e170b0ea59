import type { AuditEntry } from "#domain/platform/audit/AuditEntry.ts"
import { wrapMetadata } from "#domain/platform/audit/metadataEnvelope.ts"
import { CurrentOrigin } from "#domain/platform/access/RequestOrigin.ts"
import { sanitizeJson, sanitizeText } from "#domain/platform/Text.ts"
import { Audit } from "#services/platform/audit/Audit.ts"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

const MAX_METADATA_BYTES = 16 * 1024
const MAX_PREVIEW_LENGTH = 2 * 1024

/** No text may keep an event out of the trail: shortens above 16 KiB, replaces characters that cannot be stored. */
export const boundedMetadata = (metadata: AuditEntry["metadata"]): string => {
  const text = JSON.stringify(wrapMetadata(sanitizeJson(metadata)))
  if (Buffer.byteLength(text) <= MAX_METADATA_BYTES) return text
  return JSON.stringify({
    truncated: true,
    original_length: text.length,
    preview: text.slice(0, MAX_PREVIEW_LENGTH).toWellFormed()
  })
}

const keptOrNull = (text: string | null) => (text === null ? null : sanitizeText(text))

export const layer = Layer.effect(
  Audit,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const record = Effect.fn("Audit.record")(function* (entry: AuditEntry) {
      const origin = yield* CurrentOrigin
      const now = yield* Clock.currentTimeMillis
      const { actor, entity } = entry
      yield* sql`
        insert into audit_logs (
          created_at, actor_user_id, actor_email, actor_role, actor_via, scope, action,
          entity_type, entity_id, entity_label, status, message, metadata, request_id, client_address
        ) values (
          ${new Date(now)}, ${actor.user_id}, ${keptOrNull(actor.email)}, ${actor.role}, ${actor.via}, ${entry.scope},
            ${entry.action},
          ${entity.type}, ${keptOrNull(entity.id)}, ${keptOrNull(entity.label)}, ${entry.status},
            ${sanitizeText(entry.message)},
          ${boundedMetadata(entry.metadata)}::text::jsonb, ${origin.requestId},
            ${origin.address === "" ? null : origin.address}
        )`
    }, Effect.orDie)

    const recordMany = Effect.fn("Audit.recordMany")(function* (entries: ReadonlyArray<AuditEntry>) {
      if (entries.length === 0) return
      const origin = yield* CurrentOrigin
      const now = yield* Clock.currentTimeMillis
      const rows = entries.map(({ action, actor, entity, message, metadata, scope, status }) => ({
        ...actor,
        email: keptOrNull(actor.email),
        scope,
        action,
        type: entity.type,
        id: keptOrNull(entity.id),
        label: keptOrNull(entity.label),
        status,
        message: sanitizeText(message),
        metadata: boundedMetadata(metadata)
      }))
      yield* sql`
        insert into audit_logs (
          created_at, actor_user_id, actor_email, actor_role, actor_via, scope, action,
          entity_type, entity_id, entity_label, status, message, metadata, request_id, client_address
        )
        select ${new Date(now)}::timestamptz, user_id, email, role, via, scope, action, type, id, label, status,
          message, metadata::jsonb, ${origin.requestId}::text,
          ${origin.address === "" ? null : origin.address}::text
        from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as d (user_id integer, email text, role text,
          via text, scope text, action text, type text, id text, label text, status text, message text, metadata text)`
    }, Effect.orDie)

    return Audit.of({ record, recordMany })
  })
)

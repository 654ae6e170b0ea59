import { Schema, Tuple } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AuditLogEntry, AuditPosition, auditRoles, AuditTailEvent } from "#domain/platform/audit/AuditLog.ts"
import { auditScopes } from "#domain/platform/audit/AuditEntry.ts"
import { InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { cursorPageOf, cursorQuery } from "#domain/platform/Cursor.ts"
import { periodQuery, commaSeparated } from "#domain/platform/Filters.ts"
import { SearchText } from "#domain/platform/Text.ts"
import { access, RequiredAccess } from "../Access.ts"
import { eventFrame } from "../eventFrame.ts"

const auditFilter = {
  search: Schema.optionalKey(SearchText),
  role: Schema.optionalKey(commaSeparated(auditRoles)),
  scope: Schema.optionalKey(commaSeparated(auditScopes))
}

const EntryId = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))

export const AuditFrame = AuditTailEvent.mapMembers(Tuple.map(eventFrame)).annotate({ identifier: "AuditFrame" })
export type AuditFrame = typeof AuditFrame.Type

export class AuditGroup extends HttpApiGroup.make("adminAudit")
  .add(
    HttpApiEndpoint.get("list", "/logs", {
      query: { ...cursorQuery(AuditPosition), ...auditFilter, ...periodQuery("created") },
      success: cursorPageOf(AuditLogEntry).annotate({ identifier: "AuditLogPage" }),
      error: InvalidInput
    }).annotate(RequiredAccess, access.admin("admin.read")),
    HttpApiEndpoint.get("get", "/logs/:entry_id", {
      params: { entry_id: EntryId },
      success: AuditLogEntry,
      error: NotFound
    }).annotate(RequiredAccess, access.admin("admin.read")),
    HttpApiEndpoint.get("export", "/export", {
      query: {
        ...auditFilter,
        ...periodQuery("created"),
        format: Schema.optionalKey(Schema.Literals(["csv", "jsonl"]))
      },
      success: HttpApiSchema.StreamUint8Array({ contentType: "text/csv" }),
      error: InvalidInput
    })
      .annotate(RequiredAccess, access.admin("admin.read"))
      .annotate(
        OpenApi.Description,
        "All entries that match the filters, newest first, as `text/csv`, or as JSON lines " +
          "(`application/x-ndjson`) with `format=jsonl`. The answer is streamed: if the connection ends early, " +
          "it is incomplete."
      ),
    HttpApiEndpoint.get("stream", "/stream", {
      query: auditFilter,
      success: HttpApiSchema.StreamSse({ events: AuditFrame }),
      error: InvalidInput
    })
      .annotate(RequiredAccess, access.admin("admin.read"))
      .annotate(
        OpenApi.Description,
        "The trail as it grows: `position` first, then one `entry` each in the order of the chain, with its " +
          "`seq` as the `id`. `skipped`: there were too many entries to send them one by one; read the list " +
          "again."
      )
  )
  .prefix("/api/admin/audit") {}

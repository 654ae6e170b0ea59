import { trimmedSearch } from "../Paging.ts"
import type { AuditFilter, AuditLogEntry } from "./AuditLog.ts"

/** Must match layers/sql/platform/audit/auditColumns.ts. */
const searchableText = ({ action, actor, client_address, entity, message, request_id }: AuditLogEntry): string =>
  [
    action,
    message,
    entity.type,
    entity.id ?? "",
    entity.label ?? "",
    actor.email ?? "",
    request_id ?? "",
    client_address ?? ""
  ].join(" ")

/** Ignores time bounds: live entries are new. */
export const matchesAuditFilter = (filter: AuditFilter) => {
  const text = trimmedSearch(filter)?.toLowerCase() ?? null
  const { role, scope } = filter
  return (entry: AuditLogEntry): boolean =>
    (role === undefined || role.includes(entry.actor.role ?? "none")) &&
    (scope === undefined || scope.some((one) => one === entry.scope)) &&
    (text === null || searchableText(entry).toLowerCase().includes(text))
}

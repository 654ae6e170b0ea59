import { searchOf } from "../Paging.ts"
import type { AuditFilter, AuditLogEntry } from "./AuditLog.ts"

/** Everything of an entry that a search looks at, as one text; layers/sql/platform/audit/auditColumns.ts says the same in SQL. */
const searched = ({ action, actor, client_address, entity, message, request_id }: AuditLogEntry): string =>
  [action, message, entity.type, entity.id ?? "", entity.label ?? "", actor.email ?? "", request_id ?? "", client_address ?? ""].join(" ")

/** Whether a filter lets an entry of a live tail through. Times are none of its: what is live is now. */
export const letsThrough = (filter: AuditFilter) => {
  const text = searchOf(filter)?.toLowerCase() ?? null
  const { role, scope } = filter
  return (entry: AuditLogEntry): boolean =>
    (role === undefined || role.includes(entry.actor.role ?? "none")) &&
    (scope === undefined || scope.some((one) => one === entry.scope)) &&
    (text === null || searched(entry).toLowerCase().includes(text))
}

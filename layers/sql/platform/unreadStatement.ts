import type { SqlClient, Statement } from "effect/sql"
import { MAX_COUNTED } from "#domain/platform/Notification.ts"
import { quotaAlertReader, quotaAlertWorkspace } from "./quotaAlertReader.ts"

const quotaSubject = ["(n.payload_json ->> 'subject_type')", "(n.payload_json ->> 'subject_id')::int"] as const

export const linkedWorkspace = `case when n.type = 'quota_alert' then ${quotaAlertWorkspace(...quotaSubject)} end`

/** Link requests are visible to those who may decide now, quota alerts to those who would receive them now. */
const visible = `(n.type <> 'quota_alert' or ${quotaAlertReader(...quotaSubject)})
  and (n.type <> 'identity_link_request' or exists (
  select from identity_link_requests q join ui_users t on t.id = q.target_user_id
  where q.id::text = n.payload_json ->> 'request_id'
    and (u.role = 'ui_superadmin' or u.role = 'ui_admin' and t.role not in ('ui_admin', 'ui_superadmin'))))`

export const ownNotifications = (sql: SqlClient.SqlClient, userId: number): Statement.Fragment =>
  sql`from notifications n join ui_users u on u.id = n.user_id where n.user_id = ${userId} and ${sql.literal(visible)}`

export const unreadStatement = (sql: SqlClient.SqlClient, userId: number): Statement.Fragment =>
  sql`select count(*)::int as count from (select 1 ${ownNotifications(sql, userId)} and n.read_at is null
    limit ${MAX_COUNTED}) found`

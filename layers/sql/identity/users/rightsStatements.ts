import { DisabledTools, type GrantedRights, managerToolsOf, privilegesOf } from "#domain/platform/access/UserRights.ts"
import { Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { portalEnabled } from "../../platform/portalEnabled.ts"

export const GrantedRightsRow = Schema.Struct({
  privileges: Schema.Array(Schema.String),
  manager_tools: Schema.Array(Schema.String),
  disabled_tools: DisabledTools,
  portal: Schema.Boolean
})

export const rightsOf = (given: ReadonlyArray<typeof GrantedRightsRow.Type>): GrantedRights => {
  const disabled_tools = given[0]?.disabled_tools ?? []
  const disabled = new Set<string>(disabled_tools)
  return {
    privileges: privilegesOf(given.flatMap((row) => row.privileges)),
    manager_tools: managerToolsOf(given.flatMap((row) => row.manager_tools).filter((tool) => !disabled.has(tool))),
    disabled_tools,
    portal: given.some(({ portal }) => portal)
  }
}

const hasPortal = (user: string) => `exists (select from effective_associations e
  where e.user_id = ${user} and e.portal_role is not null and ${portalEnabled("e.rgw_account_id")})`

const usageOff =
  "coalesce((select settings #>> '{general,bucket_usage_stats_enabled}' from application_settings) = 'false', false)"
const disabledTools = `case when ${usageOff} then array['usage_stats'] else array[]::text[] end as disabled_tools`

export const grantedRights = (sql: SqlClient.SqlClient, userId: number): Statement.Fragment => sql`
  select u.privileges, u.manager_tools, ${sql.literal(disabledTools)},
    ${sql.literal(hasPortal("u.id"))} as portal from ui_users u where u.id = ${userId}
  union all
  select g.privileges, g.manager_tools, ${sql.literal(disabledTools)},
    false from ui_group_members m join ui_groups g on g.id = m.group_id where m.user_id = ${userId}`

export const hasTool = (userId: string, tool: string) => `(not (${tool} = 'usage_stats' and ${usageOff}) and (
  exists (select from ui_users h where h.id = ${userId} and ${tool} = any(h.manager_tools))
  or exists (select from ui_group_members m join ui_groups g on g.id = m.group_id where m.user_id = ${userId}
    and ${tool} = any(g.manager_tools))))`

export const hasPrivilege = (userId: string, privilege: string) => `(
  exists (select from ui_users h where h.id = ${userId} and h.is_active and h.role <> 'ui_none' and (
    ${privilege} = any(h.privileges)
    or exists (select from ui_group_members m join ui_groups g on g.id = m.group_id
      where m.user_id = h.id and ${privilege} = any(g.privileges)))))`

export const accessMark = `md5(jsonb_build_array(u.role, u.is_active, ${usageOff}, ${hasPortal("u.id")},
  (select jsonb_agg(r.name order by r.name) from (
    select unnest(u.privileges || u.manager_tools) as name
    union select unnest(g.privileges || g.manager_tools) from ui_group_members m join ui_groups g on g.id = m.group_id
      where m.user_id = u.id
  ) r),
  (select jsonb_agg(l.role_text order by l.role_text) from (
    select distinct jsonb_build_array(e.rgw_account_id, e.rgw_user_id, e.s3_connection_id, e.manager_role,
      e.portal_role, e.allow_manager_browser_data_access) as role_text
    from effective_associations e where e.user_id = u.id
  ) l),
  (select jsonb_agg(jsonb_build_array(c.id, c.expires_at) order by c.id) from s3_connections c
    where c.owner_user_id = u.id)
)::text)`

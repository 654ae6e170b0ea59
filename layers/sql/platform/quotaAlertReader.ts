import { portalEnabled } from "./portalEnabled.ts"

export const quotaAlertReader = (type: string, id: string): string => `(
  u.is_active and u.role <> 'ui_none' and (
    u.quota_alerts_global_watch and u.role in ('ui_superadmin', 'ui_admin')
    or exists (
      select from effective_associations l where l.user_id = u.id and (
        ${type} = 'S3User' and l.rgw_user_id = ${id}
        or ${type} = 'S3Account' and l.rgw_account_id = ${id}
          and (l.manager_role = 'account_administrator'
            or l.portal_role = 'portal_manager' and ${portalEnabled("l.rgw_account_id")}))))
)`

export const quotaAlertWorkspace = (type: string, id: string): string => `case
  when u.role in ('ui_superadmin', 'ui_admin') then 'admin'
  when exists (
    select from effective_associations l where l.user_id = u.id and (
      ${type} = 'S3User' and l.rgw_user_id = ${id}
      or ${type} = 'S3Account' and l.rgw_account_id = ${id} and l.manager_role = 'account_administrator'))
    then 'manager'
  else 'portal' end`

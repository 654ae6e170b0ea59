export const portalEnabled = (account: string) => `coalesce(
  (select p.portal_settings -> 'enabled' from rgw_accounts p where p.id = ${account}),
  (select settings #> '{portal,enabled}' from application_settings)
) is not distinct from 'true'::jsonb`

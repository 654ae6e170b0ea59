/** True where the Portal is on for an account: its own setting, else the installation's. `account`: SQL of its id. */
export const portalEnabled = (account: string) => `coalesce(
  (select p.portal_settings -> 'enabled' from rgw_accounts p where p.id = ${account}),
  (select settings #> '{portal,enabled}' from application_settings)
) is not distinct from 'true'::jsonb`

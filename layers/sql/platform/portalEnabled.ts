/** Condition: the Portal is switched on. */
export const portalEnabled =
  "coalesce((select settings #>> '{portal,enabled}' from application_settings) = 'true', false)"

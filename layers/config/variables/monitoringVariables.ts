import { Config } from "effect"
import { ConfiguredStorageEndpoint, configuredEndpointsFault } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import { count, jobSchedule, jsonArray, retentionDays, variable } from "./variable.ts"

/** Usage history, quota alerts, checks of storage endpoints, and the sandbox. */
export const monitoringVariables = {
  "usage-history": jobSchedule("usage-history"),
  hourlyStorageDays: retentionDays(
    "QUOTA_HISTORY_HOURLY_RETENTION_DAYS",
    30,
    "Days that each measurement of accounts and RGW users, and the hours of usage logs, are stored; " +
      "0 keeps them for ever, and the last 3 days stay in any case."
  ),
  storageDays: retentionDays(
    "QUOTA_HISTORY_DAILY_RETENTION_DAYS",
    365,
    "Days that the daily storage of accounts and RGW users is kept; 0 keeps it for ever."
  ),
  trafficDays: retentionDays(
    "BILLING_DAILY_RETENTION_DAYS",
    365,
    "Days that the daily traffic and billed days are kept; 0 keeps them for ever."
  ),
  "quota-monitor": jobSchedule("quota-monitor"),
  quotaThreshold: variable(
    "QUOTA_ALERT_THRESHOLD_PERCENT",
    "integer 1–99",
    "`85`",
    "Usage of a quota, in percent of its bytes or objects, from which an alert is sent; a full quota sends another.",
    count(85, 1, 99)
  ),
  "drift-check": jobSchedule("drift-check"),
  "exposure-check": jobSchedule("exposure-check"),
  storageEndpoints: variable(
    "ENV_STORAGE_ENDPOINTS",
    "JSON array",
    "none",
    "Storage endpoints that the environment sets, as docs/storage-endpoints.md describes them; the console " +
      "shows and cannot change them.",
    jsonArray(ConfiguredStorageEndpoint, configuredEndpointsFault)
  ),
  endpointStatus: variable(
    "FEATURE_ENDPOINT_STATUS_ENABLED",
    "boolean",
    "`true`",
    "Whether storage endpoints are checked, and their health, history and incidents shown.",
    (name) => Config.Boolean(name).pipe(Config.withDefault(true))
  ),
  "endpoint-status": jobSchedule("endpoint-status"),
  "storage-probe": jobSchedule("storage-probe"),
  endpointCheckDays: variable(
    "ENDPOINT_CHECKS_RETENTION_DAYS",
    "integer 2–90",
    "`7`",
    "Days that each check of a storage endpoint is kept; its sums by hour are kept 32 days.",
    count(7, 2, 90)
  ),
  endpointHistoryDays: variable(
    "ENDPOINT_STATUS_RETENTION_DAYS",
    "integer 91–3650",
    "`365`",
    "Days that incidents and the sums of checks by day are kept.",
    count(365, 91, 3650)
  ),
  leaseSeconds: variable(
    "LEASE_SECONDS",
    "integer 2–300",
    "`15`",
    "How long a process may be silent before it counts as dead, and another one takes over its long work and " +
      "finds out the outcome of its gateway changes.",
    count(15, 2, 300)
  ),
  "gateway-reconciliation": jobSchedule("gateway-reconciliation"),
  sandbox: variable(
    "SANDBOX_GATEWAY",
    "boolean",
    "`true` in development",
    "Offer the built-in sandbox gateway while no storage endpoint is registered, and run it as long as its " +
      "endpoint is. `false` removes it at the start, with everything that is registered on it. Never in " +
      "production.",
    (name) => Config.Boolean(name).pipe(Config.withDefault(true))
  )
}

/** `setting`: variable of the schedule, null: fixed. `cron`: UTC. `skipIfOlderThan`: of the one missed run. */
export interface JobFacts {
  readonly name: string
  readonly title: string
  /** Text of its variable in docs/configuration.md. */
  readonly summary: string
  readonly setting: string | null
  readonly cron: string
  readonly skipIfOlderThan: `${number} ${"minute" | "minutes" | "hour" | "hours"}`
  readonly path: `/${string}`
}

export const jobs = [
  {
    name: "access-log-collection",
    title: "Access log collection",
    summary: "When access logs of storage spaces are collected from their log buckets.",
    setting: "ACCESS_LOG_COLLECTION_CRON_SCHEDULE",
    cron: "*/5 * * * *",
    skipIfOlderThan: "10 minutes",
    path: "/access-logs/collect"
  },
  {
    name: "access-log-retention",
    title: "Access log retention",
    summary: "When weeks of access logs past their retention are deleted.",
    setting: "ACCESS_LOG_RETENTION_CRON_SCHEDULE",
    cron: "15 4 * * *",
    skipIfOlderThan: "23 hours",
    path: "/access-logs/purge"
  },
  {
    name: "access-sweep",
    title: "Sign-in cleanup",
    summary: "When keys of ended S3 sessions and other expired rows of sign-in are deleted.",
    setting: null,
    cron: "*/5 * * * *",
    skipIfOlderThan: "10 minutes",
    path: "/access/sweep"
  },
  {
    name: "drift-check",
    title: "Drift check",
    summary: "When registered RGW accounts and RGW users are compared with their gateways.",
    setting: "DRIFT_CHECK_CRON_SCHEDULE",
    cron: "30 2 * * *",
    skipIfOlderThan: "23 hours",
    path: "/drift/check"
  },
  {
    name: "endpoint-status",
    title: "Endpoint check",
    summary: "When storage endpoints are checked.",
    setting: "ENDPOINT_STATUS_CRON_SCHEDULE",
    cron: "* * * * *",
    skipIfOlderThan: "1 minute",
    path: "/storage-endpoints/check"
  },
  {
    name: "exposure-check",
    title: "Exposure check",
    summary: "When the exposure of all buckets is compared with the night before.",
    setting: "EXPOSURE_CHECK_CRON_SCHEDULE",
    cron: "15 2 * * *",
    skipIfOlderThan: "23 hours",
    path: "/exposure/check"
  },
  {
    name: "gateway-reconciliation",
    title: "Gateway reconciliation",
    summary: "When gateway changes without an outcome are checked.",
    setting: "GATEWAY_RECONCILIATION_CRON_SCHEDULE",
    cron: "* * * * *",
    skipIfOlderThan: "2 minutes",
    path: "/gateway-changes/reconcile"
  },
  {
    name: "notification-retention",
    title: "Notification retention",
    summary: "When old notifications are purged.",
    setting: "NOTIFICATION_RETENTION_CRON_SCHEDULE",
    cron: "30 3 * * *",
    skipIfOlderThan: "23 hours",
    path: "/notifications/purge"
  },
  {
    name: "portal-expiry",
    title: "Portal expiry",
    summary: "When grants of the Portal that ended are taken back, and interrupted ones repeated.",
    setting: null,
    cron: "*/5 * * * *",
    skipIfOlderThan: "1 hour",
    path: "/portal/expire"
  },
  {
    name: "private-access",
    title: "Private access",
    summary: "When unconfirmed private accesses are retried and active ones are checked.",
    setting: "PRIVATE_ACCESS_CRON_SCHEDULE",
    cron: "* * * * *",
    skipIfOlderThan: "10 minutes",
    path: "/private-access/run"
  },
  {
    name: "quarantine-days",
    title: "Quarantine",
    summary: "When buckets whose quarantine has ended are emptied and deleted.",
    setting: "QUARANTINE_CRON_SCHEDULE",
    cron: "*/5 * * * *",
    skipIfOlderThan: "1 hour",
    path: "/quarantines/run"
  },
  {
    name: "quota-monitor",
    title: "Quota monitor",
    summary: "When usage of accounts and RGW users is compared with their quotas, and alerts are sent.",
    setting: "QUOTA_MONITOR_CRON_SCHEDULE",
    cron: "0 * * * *",
    skipIfOlderThan: "55 minutes",
    path: "/quota-monitor/run"
  },
  {
    name: "share-closure",
    title: "Link closure",
    summary: "When makers are notified of links that closed because they lost the right to the data.",
    setting: null,
    cron: "* * * * *",
    skipIfOlderThan: "10 minutes",
    path: "/shares/close"
  },
  {
    name: "share-retention",
    title: "Link retention",
    summary: "When ended links and old hits are purged.",
    setting: "SHARE_RETENTION_CRON_SCHEDULE",
    cron: "0 4 * * *",
    skipIfOlderThan: "23 hours",
    path: "/shares/purge"
  },
  {
    name: "storage-probe",
    title: "Storage probe",
    summary: "When the storage endpoints of the Portal are probed for its status page.",
    setting: "STORAGE_PROBE_CRON_SCHEDULE",
    cron: "*/5 * * * *",
    skipIfOlderThan: "5 minutes",
    path: "/storage-endpoints/probe"
  },
  {
    name: "upload-sweep",
    title: "Upload cleanup",
    summary: "When abandoned uploads are aborted.",
    setting: null,
    cron: "17 * * * *",
    skipIfOlderThan: "1 hour",
    path: "/uploads/sweep"
  },
  {
    name: "usage-history",
    title: "Usage history",
    summary: "When storage and traffic are stored for the day.",
    setting: "USAGE_HISTORY_CRON_SCHEDULE",
    cron: "0 3 * * *",
    skipIfOlderThan: "23 hours",
    path: "/usage-history/collect"
  },
  {
    name: "work-retention",
    title: "Work retention",
    summary: "When old runs of long work are purged.",
    setting: "WORK_RETENTION_CRON_SCHEDULE",
    cron: "45 3 * * *",
    skipIfOlderThan: "23 hours",
    path: "/work/purge"
  }
] as const satisfies ReadonlyArray<JobFacts>

type Facts = (typeof jobs)[number]
export type JobName = Facts["name"]
export type JobPath<Name extends JobName> = Extract<Facts, { readonly name: Name }>["path"]
export type ScheduledJobName = Exclude<Facts, { readonly setting: null }>["name"]

const byName = new Map(jobs.map((job) => [job.name, job]))

export const jobFacts = <Name extends JobName>(name: Name): Extract<Facts, { readonly name: Name }> =>
  byName.get(name) as Extract<Facts, { readonly name: Name }>

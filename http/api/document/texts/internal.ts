import type { JobName } from "#domain/platform/jobs.ts"
import type { GroupTexts, OperationText } from "./OperationText.ts"

const job = (summary: string, effect: string): OperationText => ({
  summary,
  description: `${effect} For external schedulers. A \`skipped\` job is running elsewhere, or it is off.`
})

const internalJobs: { readonly [Name in JobName]: OperationText } = {
  "access-log-collection": job(
    "Collect access logs",
    "Reads the log objects of storage spaces, stores their lines and deletes the objects."
  ),
  "access-log-retention": job(
    "Delete old access logs",
    "Deletes weeks of access logs that are older than `ACCESS_LOG_RETENTION_DAYS`."
  ),
  "access-sweep": job(
    "Clean up sign-ins",
    "Erases keys of ended S3 sessions and deletes expired sessions, proofs and requests."
  ),
  "drift-check": job(
    "Check for drift",
    "Compares registered RGW accounts and RGW users with their gateways. Nothing is repaired."
  ),
  "endpoint-status": job(
    "Check storage endpoints",
    "Measures the health of storage endpoints and opens or ends incidents."
  ),
  "exposure-check": job(
    "Check the exposure of buckets",
    "Compares the exposure of all buckets with the last check, and deletes differences older than 90 days."
  ),
  "gateway-reconciliation": job(
    "Reconcile gateway changes",
    "Finds out what became of gateway changes without an outcome, and completes or undoes them."
  ),
  "notification-retention": job(
    "Delete old notifications",
    "Deletes notifications that are older than `USER_NOTIFICATIONS_RETENTION_DAYS`."
  ),
  "portal-expiry": job(
    "End expired Portal grants",
    "Takes back grants of the Portal that have ended, and repeats those that were interrupted."
  ),
  "private-access": job(
    "Retry and check private access",
    "Retries private access that the gateway has not confirmed, and checks active ones."
  ),
  "quarantine-days": job(
    "Delete buckets after quarantine",
    "Empties and deletes buckets whose quarantine has ended, as long work."
  ),
  "quota-monitor": job(
    "Measure quotas and send alerts",
    "Compares the usage of accounts and RGW users with their quotas and alerts people when a limit is crossed."
  ),
  "share-closure": job(
    "Notify makers of closed links",
    "Notifies makers of share and upload links that closed because they lost the right to the data."
  ),
  "share-retention": job(
    "Delete ended links",
    "Deletes links that have ended, and hits of links, after `SHARE_RETENTION_DAYS`."
  ),
  "storage-probe": job(
    "Probe storage for the status page",
    "Stores, reads, lists and deletes a small object at each endpoint that the Portal uses."
  ),
  "upload-sweep": job(
    "Abort abandoned uploads",
    "Aborts uploads that nobody continued for 24 hours, at the gateway too."
  ),
  "usage-history": job(
    "Collect usage history",
    "Stores storage and traffic of the day for each account and RGW user, and computes billed days."
  ),
  "work-retention": job(
    "Delete old runs",
    "Deletes ended runs of long work and reports of jobs after `WORK_RETENTION_DAYS`."
  )
}

export const internalTexts: Readonly<Record<string, GroupTexts>> = { internalJobs }

const run = {
  id: 4711,
  started_at: "2026-11-20T03:30:00.000Z",
  ended_at: "2026-11-20T03:30:01.250Z",
  duration_ms: 1250,
  outcome: "completed",
  trigger: "schedule",
  replica: "stowage-1/42",
  report: { status: "completed", reason: null, purged_count: 12, retention_days: 90 }
}
const job = {
  name: "notification-retention",
  title: "Notification retention",
  summary: "When old notifications are purged.",
  schedule: "30 3 * * *",
  setting: "NOTIFICATION_RETENTION_CRON_SCHEDULE",
  next_run_at: "2026-11-21T03:30:00.000Z",
  running_since: null,
  last_run: run,
  last_completed_at: "2026-11-20T03:30:01.250Z"
}

export const jobs = {
  ShareClosureReport: { status: "completed", reason: null, closed_count: 2, reopened_count: 0 },
  UploadSweepReport: { status: "completed", aborted_count: 3, failed_count: 0 },
  Job: job,
  JobList: { items: [job] },
  JobRun: run,
  JobRunPage: { items: [run], next_cursor: null },
  JobStart: { job: { ...job, last_run: { ...run, trigger: "administrator" } }, report: run.report }
}

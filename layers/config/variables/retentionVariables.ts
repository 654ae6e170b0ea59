import { count, jobSchedule, variable } from "./variable.ts"

/** How long rows are stored, and the jobs that delete them. */
export const retentionVariables = {
  retentionDays: variable(
    "USER_NOTIFICATIONS_RETENTION_DAYS",
    "integer 0–3650",
    "`90`",
    "Days that notifications are kept; 0 keeps them for ever.",
    count(90, 0, 3650)
  ),
  "notification-retention": jobSchedule("notification-retention"),
  workDays: variable(
    "WORK_RETENTION_DAYS",
    "integer 0–3650",
    "`365`",
    "Days that ended runs of long work (key rotations) and reports of scheduled jobs are kept; 0 keeps them " +
      "for ever. What is gone can be undone no more.",
    count(365, 0, 3650)
  ),
  "work-retention": jobSchedule("work-retention"),
  shareDays: variable(
    "SHARE_RETENTION_DAYS",
    "integer 0–3650",
    "`30`",
    "Days that links of our own are kept after they ended, and what was done with links; 0 keeps them for ever.",
    count(30, 0, 3650)
  ),
  "share-retention": jobSchedule("share-retention"),
  accessLogDays: variable(
    "ACCESS_LOG_RETENTION_DAYS",
    "integer 0–3650",
    "`90`",
    "Days that lines of access logs are stored; whole weeks are deleted. 0 keeps them.",
    count(90, 0, 3650)
  ),
  "access-log-collection": jobSchedule("access-log-collection"),
  "access-log-retention": jobSchedule("access-log-retention"),
  "quarantine-days": jobSchedule("quarantine-days"),
  "private-access": jobSchedule("private-access"),
  listingTtlMinutes: variable(
    "LISTING_TTL_MINUTES",
    "integer 1–1440",
    "`30`",
    "Age at which a bucket listing is refreshed when somebody looks.",
    count(30, 1, 1440)
  )
}

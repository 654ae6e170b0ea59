import { billing } from "./billing.ts"

const moment = "2026-05-04T09:30:00.000Z"

const total = { used_bytes: 73_400_320, object_count: 1204, bucket_count: 12, counted: 3, unknown: 1, as_of: moment }
const traffic = { operations: 5120, successful_operations: 5101, bytes_sent: 73_400_320, bytes_received: 1_048_576 }

const measured = { min: 73_000_000, max: 73_400_320, avg: 73_200_160, last: 73_400_320 }
const grown = { low: 300_000, likely: 400_320, high: 512_000 }

export const statistics = {
  ...billing,
  QuotaHistory: {
    subject: { type: "S3Account", id: 12, name: "Research", storage_endpoint_id: 1, storage_endpoint_name: "Paris" },
    resolution: "daily",
    from: "2026-04-04T09:30:00.000Z",
    to: moment,
    points: [
      {
        at: "2026-05-03T00:00:00.000Z",
        sample_count: 2,
        bytes: measured,
        objects: { min: 1200, max: 1204, avg: 1202, last: 1204 },
        quota_known: true,
        quota_max_bytes: 107_374_182_400,
        quota_max_objects: null
      }
    ],
    forecast: {
      bytes_per_day: grown,
      objects_per_day: { low: 3, likely: 4, high: 6 },
      time_until_full: { limit: "bytes", earliest_days: 209_572, likely_days: 268_037, latest_days: 357_670 },
      unknown_reason: null
    },
    retention_days: 365
  },
  StatsSummary: {
    endpoints: { total: 3, up: 2, degraded: 0, down: 1, unchecked: 0 },
    troubled_endpoints: [{ id: 2, name: "Lyon", state: "down", error: "no_answer", since: moment }],
    open_incidents: [
      { storage_endpoint_id: 2, name: "Lyon", started_at: moment, summary: "Nothing answered within 5 seconds" }
    ],
    accounts: 3,
    s3_users: 1,
    connections: 2,
    users: { total: 12, active: 11 },
    storage: total,
    attention: {
      stale_listings: 1,
      failed_jobs: 0,
      unknown_changes: 0,
      expiring_tokens: 1,
      expiring_connections: 0,
      pending_link_requests: 2,
      differing_accounts: 0,
      differing_s3_users: 0,
      failed_sign_ins: 4
    },
    generated_at: moment
  },
  StatsStorage: {
    total,
    endpoints: [{ storage_endpoint_id: 1, name: "Paris", ...total }],
    largest: [
      {
        kind: "account",
        id: 12,
        name: "Research",
        storage_endpoint_name: "Paris",
        used_bytes: 73_400_320,
        object_count: 1204,
        bucket_count: 12,
        as_of: moment
      }
    ],
    history: [{ day: "2026-05-03", storage_endpoint_id: 1, used_bytes: 73_000_000, object_count: 1200 }]
  },
  StatsTraffic: {
    sources: [{ storage_endpoint_id: 1, name: "Paris", state: "collected", collected_at: moment, error: null }],
    days: [{ day: "2026-05-03", storage_endpoint_id: 1, ...traffic }],
    busiest: [{ owner: "RGW11111111111111111", storage_endpoint_id: 1, name: "Research", ...traffic }]
  },
  UsageHistoryReport: {
    status: "completed",
    reason: null,
    stored_count: 3,
    unknown_count: 1,
    sampled_count: 3,
    traffic_endpoint_count: 1,
    failed_endpoint_count: 0,
    purged_count: 0
  }
}

const values = {
  general: { quota_alerts_enabled: true, usage_history_enabled: true, bucket_usage_stats_enabled: true },
  require_passkey_for_admins: true,
  require_passkey_for_users: false,
  branding: { name: "Depot", color: "#0f7a3d", logo: null, login_note: "Ask storage@example.org for access." },
  portal: {
    enabled: true,
    allow_private_storage_space_create: true,
    access_logs_enabled: false,
    requests_enabled: true
  }
}
const smtp = {
  smtp_host: "smtp.example.org",
  smtp_port: 587,
  smtp_security: "starttls",
  smtp_username: "depot",
  sender_address: "depot@example.org",
  sender_name: "Depot"
}

export const settings = {
  ApplicationSettings: {
    version: 4,
    ...values,
    quota_notifications: { ...smtp, has_password: true },
    locked: [{ path: "quota_notifications.smtp_host", variable: "SMTP_HOST" }],
    quota_alert_threshold_percent: 85,
    updated_at: moment
  },
  UpdateApplicationSettings: { version: 4, branding: values.branding, quota_notifications: smtp },
  TestEmailReport: {
    delivered: false,
    recipient: "ada@example.org",
    summary: "smtp.example.org refused the user name or the password (535)",
    next: "Check the user name here and SMTP_PASSWORD in the environment of the service."
  },
  SettingsFrame: { id: "1", event: "version", data: '{"version":4}' },
  SettingsVersionFrame: { id: "1", event: "version", data: '{"version":4}' },
  Branding: {
    name: "Depot",
    color: "#0f7a3d",
    logo_url: "/api/branding/logo/4",
    login_note: "Ask storage@example.org for access."
  }
}

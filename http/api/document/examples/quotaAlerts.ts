const subject = {
  type: "S3Account",
  id: 12,
  name: "analytics",
  storage_endpoint_id: 1,
  storage_endpoint_name: "North",
  state: "threshold",
  usage_ratio: 0.9,
  used_bytes: 966367641600,
  object_count: 120000,
  quota_max_bytes: 1073741824000,
  quota_max_objects: null,
  measured_at: "2026-11-20T10:00:00.000Z",
  forecast: {
    bytes_per_day: { low: 3_000_000_000, likely: 4_000_000_000, high: 6_000_000_000 },
    objects_per_day: { low: 300, likely: 410, high: 520 },
    time_until_full: { limit: "bytes", earliest_days: 17.9, likely_days: 26.8, latest_days: 35.8 },
    unknown_reason: null
  }
}

export const quotaAlerts = {
  QuotaMonitorReport: {
    status: "completed",
    checked_count: 42,
    crossing_count: 1,
    mailed_count: 2,
    notified_count: 3,
    failed_endpoint_count: 0
  },
  QuotaSubjectState: subject,
  QuotaSubjectDetail: {
    ...subject,
    last_alert: {
      state: "threshold",
      title: "Quota of analytics is almost full",
      message: "RGW account analytics uses 900.0 GiB of 1000.0 GiB (90 %).",
      created_at: "2026-11-20T10:00:00.000Z"
    }
  },
  QuotaSubjectPage: { items: [subject], total: 1, total_all: 42, page: 1, page_size: 25, has_next: false }
}

const moment = "2026-05-04T09:30:00.000Z"

const access = { state: "active", problem: null, drift_count: 0, context_id: "conn-8" }

const member = {
  user_id: 3,
  email: "ada@example.org",
  full_name: "Ada Lovelace",
  right: "write",
  added_at: moment,
  access: { ...access, context_id: null }
}

const formerMember = {
  email: "alan@example.org",
  access: {
    state: "failed",
    problem: "The gateway did not answer in time",
    drift_count: 1,
    context_id: null
  }
}

const space = {
  id: 7,
  name: "Measurements",
  bucket_name: "measurements",
  prefix: "2026/",
  private: false,
  right: "write",
  member_count: 2,
  access,
  bucket_state: "present",
  used_bytes: null,
  object_count: null,
  created_at: moment
}

const key = {
  id: 4,
  label: "Laptop",
  access_key: "CUUTIET7IGMNN1I08S79",
  active: true,
  bucket_name: "measurements",
  created_at: moment,
  confirmed: true,
  last_request_at: moment,
  logged_since: "2026-04-01T08:00:00.000Z",
  hints: []
}

const request = {
  id: 9,
  type: "access",
  user_id: 3,
  email: "ada@example.org",
  payload: { space_name: "Measurements", right: "read" },
  state: "approved",
  result: { storage_space_id: 7, right: "read" },
  reason: null,
  created_at: moment,
  decided_at: moment,
  expires_at: "2026-06-04T09:30:00.000Z"
}

const entry = {
  id: 184_467,
  at: "2026-05-04T09:30:00.000Z",
  action: "read",
  operation: "REST.GET.OBJECT",
  bucket_name: "measurements",
  path: "2026/05/04.csv",
  path_checked: true,
  space: { id: 7, name: "Measurements" },
  result: "denied",
  status: 403,
  error_code: "AccessDenied",
  identity: { id: "8d1f3f0e-5a4e-4b52-9a43-0f4a4f7c1d11", name: "ada-7f3k", email: "ada@example.org" },
  client_address: "192.0.2.7",
  user_agent: "aws-cli/2.31",
  auth: "header",
  request_id: "aabe6323-fcae-45ca-8774-1357e841f73d.4109.13204833882609939542",
  version_id: null,
  size_bytes: 73_400,
  duration_ms: 4
}

const accessLogs = {
  enabled: true,
  state: "on",
  log_bucket: "stowage-logs-rgw11111111111111111",
  collected_at: moment,
  refused_count: 0,
  retention_days: 90
}
const accessLogSpace = { id: 7, name: "Measurements", bucket_name: "measurements", ...accessLogs }

const incident = {
  started_at: "2026-06-01T08:10:00.000Z",
  ended_at: "2026-06-01T08:35:00.000Z",
  operation: "put",
  cause: "timeout"
}
const probeDay = { day: "2026-06-01", probe_count: 288, failed_count: 5, median_ms: 34 }
const statusNote = { text: "Maintenance on Sunday, 08:00 to 10:00 UTC.", written_at: moment }

export const portal = {
  AccessLogSpace: accessLogSpace,
  AccessLogSpaces: { items: [accessLogSpace] },
  AccessLogEntry: entry,
  AccessLogPage: { items: [entry], next_cursor: null },
  SpaceAccessLogs: accessLogs,
  UpdateSpaceAccessLogs: { enabled: true },
  AccessLogReport: {
    status: "completed",
    reason: null,
    source_count: 3,
    failed_source_count: 0,
    object_count: 12,
    line_count: 4_180,
    refused_count: 0
  },
  PortalRequest: request,
  PortalRequests: { items: [request] },
  CreatePortalRequest: { type: "access", payload: { space_name: "Measurements", right: "read" } },
  ApprovePortalRequest: { result: { storage_space_id: 7, right: "read" }, expires_at: "2026-06-04T09:30:00.000Z" },
  RejectPortalRequest: { reason: "The data is confidential." },
  PortalExpiryReport: { status: "completed", reason: null, expired_count: 1, resumed_count: 0, failed_count: 0 },
  AccountQuotaState: "limited",
  PortalUsage: {
    spaces: [
      {
        id: 7,
        name: "Measurements",
        bucket_name: "measurements",
        prefix: "",
        used_bytes: 73_400_320,
        object_count: 1204
      }
    ],
    used_bytes: 73_400_320,
    unmeasured_count: 0,
    account_quota_state: "limited",
    account_quota_bytes: 1_099_511_627_776,
    quota_share_percent: 0.01
  },
  ProbeOperation: "put",
  ProbeIncident: incident,
  ProbeDay: probeDay,
  StatusNote: statusNote,
  SetStatusNote: { text: "Maintenance on Sunday, 08:00 to 10:00 UTC." },
  StorageStatus: {
    name: "Main",
    state: "available",
    unknown_reason: null,
    probed_at: moment,
    operations: [{ operation: "put", result: "succeeded", latency_ms: 12, median_ms: 10 }],
    days: [probeDay],
    incidents: [incident],
    note: statusNote
  },
  StorageProbeReport: {
    status: "completed",
    reason: null,
    probed_count: 3,
    failed_count: 0,
    not_possible_count: 1,
    purged_count: 3
  },
  SpaceGrowth: {
    space: null,
    account: {
      bytes_per_day: { low: 3_000_000, likely: 4_000_000, high: 6_000_000 },
      objects_per_day: { low: 3, likely: 4, high: 6 },
      time_until_full: { limit: "bytes", earliest_days: 17.9, likely_days: 26.8, latest_days: 35.8 },
      unknown_reason: null
    }
  },
  StorageSpace: space,
  StorageSpaces: { items: [space] },
  CreateStorageSpace: { name: "Measurements", bucket_name: "measurements", prefix: "2026/", existing_bucket: true },
  UpdateStorageSpace: { name: "Measurements of 2026" },
  SpaceMember: member,
  SpaceMembers: { items: [member], former: [formerMember] },
  FormerMember: formerMember,
  SpacePeople: { items: [{ user_id: 5, email: "grace@example.org", full_name: "Grace Hopper" }] },
  SetSpaceMember: { right: "write" },
  KeyHint: "never_used",
  PortalAccessKey: key,
  PortalAccessKeys: { items: [key] },
  NewPortalAccessKey: {
    ...key,
    prefix: "2026/",
    endpoint_url: "https://s3.example.org",
    region: "default",
    secret_key: "wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY"
  },
  CreatePortalAccessKey: { storage_space_id: 7, label: "Laptop" },
  UpdatePortalAccessKey: { active: false },
  PortalState: {
    role: "portal_user",
    permissions: ["spaces.use", "access_keys.manage", "requests.create"],
    features: {
      access_keys: true,
      storage_spaces: true,
      usage: true,
      access_logs: false,
      requests: true,
      private_spaces: false
    }
  },
  PortalAccounts: { items: [{ id: 12, name: "Research", role: "portal_user" }] },
  PortalSettings: {
    version: 4,
    override: { requests_enabled: false },
    effective: {
      enabled: { value: true, source: "installation" },
      allow_private_storage_space_create: { value: false, source: "default" },
      access_logs_enabled: { value: false, source: "default" },
      requests_enabled: { value: false, source: "account" }
    }
  },
  UpdatePortalSettings: { version: 4, override: { requests_enabled: false } }
}

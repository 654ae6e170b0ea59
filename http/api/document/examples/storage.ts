const moment = "2026-05-04T09:30:00.000Z"
const features_config = { features: { admin: { enabled: true }, account: { enabled: true }, usage: { enabled: true } } }
const capabilities = {
  admin: true,
  account: true,
  iam: false,
  sts: false,
  sns: false,
  usage: true,
  metrics: false,
  static_website: false
}
const health = { state: "up", latency_ms: 12, error: null, checked_at: moment, since: moment }
const detected = {
  cluster_id: "4a2b1c3d-5e6f-4789-8abc-def012345678",
  evidence: [
    { feature: "admin", available: true, evidence: "GET /admin/info answered the cluster id", checked_at: moment }
  ],
  diagnosis: {
    finding: "ready",
    summary: "The gateway answers, and the key may administer it",
    next: null,
    missing_capabilities: []
  },
  suggested: features_config,
  checked_at: moment
}
const endpoint = {
  id: 1,
  name: "North",
  provider: "cluster",
  url: "https://s3.north.example.org",
  region: "default",
  verify_tls: true,
  is_default: true,
  is_sandbox: false,
  source: "database",
  features_config,
  capabilities,
  tags: ["production"],
  latitude: 46.2,
  longitude: 6.15,
  admin_access_key: "AKIAEXAMPLE0000000",
  detected,
  health,
  account_count: 1,
  s3_user_count: 1,
  version: 2,
  created_at: moment,
  updated_at: moment
}
const finding = {
  kind: "key_missing",
  here: "key AKIAEXAMPLE0000001 of backup",
  there: "not on the gateway",
  found_at: moment
}
const endpointDrift = {
  storage_endpoint_id: 1,
  name: "North",
  status: "completed",
  compared_count: 240,
  differing_count: 1,
  unread_count: 0,
  problem: null,
  checked_at: moment
}
const driftFrame = {
  id: "1",
  event: "drift",
  data: JSON.stringify({ account_count: 0, s3_user_count: 1, endpoints: [endpointDrift] })
}
const link = {
  user_id: 7,
  email: "ada@example.org",
  full_name: "Ada Lovelace",
  manager_role: "account_administrator",
  portal_role: null,
  allow_manager_browser_data_access: true
}
const linked = { user_links: [link], group_links: [] }
const place = {
  storage_endpoint_id: 1,
  storage_endpoint_name: endpoint.name,
  storage_endpoint_url: endpoint.url,
  storage_endpoint_is_default: true,
  storage_endpoint_capabilities: capabilities
}
const account = {
  id: 12,
  name: "Analytics",
  rgw_account_id: "RGW00000000000000012",
  rgw_user_uid: "analytics-root",
  ...place,
  ...linked,
  drift: [],
  version: 3,
  created_at: moment
}
const s3User = {
  id: 3,
  name: "Backup",
  rgw_user_uid: "backup",
  ...place,
  ...linked,
  drift: [finding],
  version: 1,
  created_at: moment
}
const short = { storage_endpoint_id: 1, storage_endpoint_name: endpoint.name, ...linked }
const user_links = [{ user_id: 7, manager_role: "account_administrator", allow_manager_browser_data_access: true }]
const quota = { enabled: true, max_size_bytes: 107374182400, max_objects: null }
const usage = {
  state: "known",
  used_bytes: 53687091200,
  counted_bytes: 53689188352,
  object_count: 5120,
  read_at: moment
}
const noQuota = { enabled: false, max_size_bytes: null, max_objects: null }
const rateLimit = { enabled: true, max_read_ops: 6000, max_write_ops: 600, max_read_bytes: null, max_write_bytes: null }
const limits = { max_users: 1000, max_groups: 1000, max_roles: 1000, max_buckets: null, max_access_keys: 4 }

const capability = {
  name: "topics",
  available: false,
  reason: "SNS is switched off for Lab: an administrator can switch it on",
  evidence: "ListTopics answered 405: not supported",
  checked_at: "2026-11-20T10:00:00.000Z"
}

const clusterS3Key = {
  access_key: "AKIAEXAMPLE0000001",
  uid: "stowage-s3",
  abilities: [
    { ability: "signs", available: true, evidence: "GET / with the key answered 200" },
    {
      ability: "writes_any_owner",
      available: true,
      evidence: "User stowage-s3 has the admin flag, and its op-mask is read, write, delete"
    }
  ],
  checked_at: moment
}

export const storage = {
  SetClusterS3Key: { access_key: clusterS3Key.access_key, secret_key: "example-secret-key-of-nobody" },
  ClusterS3KeyState: { key: clusterS3Key },
  StorageEndpoint: endpoint,
  CreateStorageEndpoint: {
    name: endpoint.name,
    url: endpoint.url,
    region: "default",
    features_config,
    admin_access_key: "AKIAEXAMPLE0000000",
    admin_secret_key: "example-secret-key-of-nobody"
  },
  UpdateStorageEndpoint: { tags: ["production", "north"], latitude: 46.2, longitude: 6.15, version: 2 },
  DetectFeatures: { endpoint_id: 1 },
  DetectedFeatures: detected,
  EndpointHealth: health,
  EndpointHistory: {
    range: "24h",
    from: "2026-05-03T09:30:00.000Z",
    to: moment,
    step_seconds: 900,
    points: [{ at: "2026-05-04T09:15:00.000Z", checks: 15, failures: 0, p50_ms: 11, p95_ms: 19, p99_ms: 24 }],
    total: { checks: 1440, failures: 3, p50_ms: 12, p95_ms: 21, p99_ms: 40 },
    days: [{ day: "2026-05-04", checks: 570, failures: 3, incidents: 1 }]
  },
  EndpointIncidentPage: {
    items: [
      {
        id: 4,
        storage_endpoint_id: 1,
        started_at: moment,
        ended_at: null,
        cause: "no_answer",
        summary: "Nothing answered within 5 seconds"
      }
    ],
    next_cursor: null
  },
  EndpointHealthFrame: {
    id: "1",
    event: "health",
    data: JSON.stringify({ endpoints: [{ id: 1, health, open_incident: null }] })
  },
  EndpointCheckReport: {
    status: "completed",
    reason: null,
    checked_count: 2,
    down_count: 0,
    opened_count: 0,
    closed_count: 1,
    purged_count: 2
  },
  SandboxAccess: {
    url: "http://127.0.0.1:40123",
    region: "default",
    keys: [
      {
        account_name: "sample",
        rgw_account_id: "RGW00000000000000001",
        access_key: "SANDBOXEXAMPLE000000",
        secret_key: "example-secret-key-of-nobody"
      }
    ]
  },
  Onboarding: {
    endpoint_configured: true,
    storage_access_configured: false,
    complete: false,
    own_endpoint_configured: true,
    own_storage_access_configured: false
  },
  RgwAccount: account,
  RgwAccountPage: { items: [account], total: 1, total_all: 1, page: 1, page_size: 25, has_next: false },
  ImportablePage: {
    items: [{ id: "RGW00000000000000013", name: "Reports", suspended: false }],
    next_after: null,
    looked_at: 1,
    candidates: 1,
    searched: "id_and_name",
    incomplete: false
  },
  RgwAccountSummary: { id: 12, name: account.name, rgw_account_id: account.rgw_account_id, ...short },
  CreateAccount: {
    name: account.name,
    storage_endpoint_id: 1,
    email: "analytics@example.org",
    limits: { max_buckets: 1000, max_users: null },
    user_links
  },
  ImportAccount: { storage_endpoint_id: 1, rgw_account_id: account.rgw_account_id },
  UpdateAccount: { name: "Analytics and reports", user_links, version: 3 },
  AccountLinkBatch: { accounts: [{ id: 12, user_links, version: 3 }] },
  S3UserLinkBatch: { s3_users: [{ id: 3, user_links: [] }] },
  SavedAccountLinks: { accounts: [account] },
  SavedS3UserLinks: { s3_users: [s3User] },
  CheckDrift: { storage_endpoint_id: 1 },
  RepairDrift: { repair: "new_key" },
  DriftReport: {
    status: "completed",
    compared_count: 240,
    differing_count: 1,
    failed_endpoint_count: 0,
    endpoints: [endpointDrift]
  },
  DriftFrame: driftFrame,
  DriftSummaryFrame: driftFrame,
  DriftSummary: { account_count: 0, s3_user_count: 1, endpoints: [endpointDrift] },
  S3User: s3User,
  S3UserPage: { items: [s3User], total: 1, total_all: 1, page: 1, page_size: 25, has_next: false },
  S3UserSummary: { id: 3, name: s3User.name, rgw_user_uid: s3User.rgw_user_uid, ...short },
  CreateS3User: { rgw_user_uid: "backup", name: "Backup", storage_endpoint_id: 1 },
  ImportS3User: { storage_endpoint_id: 1, rgw_user_uid: "backup" },
  UpdateS3User: { name: "Nightly backup" },
  UserKey: {
    access_key: "AKIAEXAMPLE0000000",
    active: true,
    console_key: false,
    endpoint_key: false,
    connection_key: false,
    created_at: moment,
    last_used_at: moment
  },
  OwnerActivity: {
    state: "known",
    last_active_hour: "2026-05-04T09:00:00.000Z",
    granularity_seconds: 3600,
    read_at: moment
  },
  ClusterKeyList: {
    principal: "stowage-team-climate",
    items: [
      {
        access_key: "AKIAEXAMPLE0000000",
        active: true,
        console_key: true,
        endpoint_key: false,
        connection_key: false,
        created_at: moment,
        last_used_at: moment
      }
    ]
  },
  RotateClusterKey: { deactivate_only: true },
  NewUserKey: { access_key: "AKIAEXAMPLE0000000", secret_key: "example-secret-key-of-nobody" },
  UpdateUserKey: { active: false },
  RemovedUserKey: { id: 3, name: "AKIAEXAMPLE0000000", access_key: "AKIAEXAMPLE0000000" },
  Quota: quota,
  QuotaUsage: usage,
  RateLimit: rateLimit,
  RateLimitState: { state: "known", limit: rateLimit },
  CapPermission: "read",
  Cap: { type: "usage", perm: "read" },
  S3UserOnGateway: {
    rgw_user_uid: "backup",
    display_name: "Backup",
    email: null,
    suspended: false,
    max_buckets: 1000,
    op_mask: ["read", "write", "delete"],
    default_placement: null,
    default_storage_class: null,
    user_quota: quota,
    bucket_quota: noQuota,
    usage,
    caps: [{ type: "usage", perm: "read" }],
    rate_limit: { state: "known", limit: rateLimit },
    administers: false
  },
  AccountLimits: limits,
  SomeAccountLimits: { max_buckets: 100, max_users: null },
  AccountOnGateway: {
    rgw_account_id: account.rgw_account_id,
    name: account.name,
    email: "analytics@example.org",
    limits,
    account_quota: quota,
    bucket_quota: noQuota,
    usage
  },
  EndpointUserCreated: {
    user: {
      rgw_user_uid: "backup",
      display_name: "Backup",
      email: null,
      suspended: false,
      max_buckets: 1000,
      op_mask: ["read", "write", "delete"],
      default_placement: null,
      default_storage_class: null,
      user_quota: noQuota,
      bucket_quota: noQuota,
      usage,
      caps: [],
      rate_limit: { state: "known", limit: rateLimit },
      administers: false
    },
    key: { access_key: "AKIAEXAMPLE0000000", secret_key: "example-secret-key-of-nobody" }
  },
  UpdateS3UserOnGateway: {
    email: "backup@example.org",
    max_buckets: 20,
    op_mask: ["read"],
    default_placement: "default-placement",
    was: { email: null, max_buckets: 1000 }
  },
  UpdateAccountOnGateway: { name: "Analytics and reports", was: { name: account.name } },
  UpdateAccountLimits: { max_buckets: null, max_users: 20 },
  UpdateQuota: { ...quota, was: noQuota },
  UpdateRateLimit: rateLimit,
  UpdateCaps: {
    caps: [
      { type: "usage", perm: "read" },
      { type: "buckets", perm: "*" }
    ]
  },
  CapsAnswer: {
    caps: [
      { type: "buckets", perm: "*" },
      { type: "usage", perm: "read" }
    ]
  },
  Suspension: { suspended: true },
  DeletedOnGateway: { id: 3, name: "Backup", external_id: "backup" },
  Unregistered: { id: account.id, name: account.name, remains: [] },
  ExecutionContext: {
    kind: "account",
    id: "12",
    name: account.name,
    endpoint_id: 1,
    endpoint_name: endpoint.name,
    endpoint_url: endpoint.url,
    endpoint_is_default: true,
    endpoint_is_sandbox: false,
    capabilities: { can_manage_buckets: true, can_manage_iam: false, can_browse_objects: true, has_admin_ops: true },
    tags: [],
    expires_at: null,
    unusable_reason: null
  },
  ContextCapability: capability,
  ContextCapabilityList: { items: [capability] }
}

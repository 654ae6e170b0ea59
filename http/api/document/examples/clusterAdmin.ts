const accountId = "RGW00000000000000012"
const quota = { enabled: true, max_size_bytes: 1_073_741_824, max_objects: null }
const noQuota = { enabled: false, max_size_bytes: null, max_objects: null }
const stats = {
  state: "known",
  used_bytes: 734_003_200,
  counted_bytes: 734_191_616,
  object_count: 1_204,
  read_at: "2026-11-20T10:00:00.000Z"
}
const freeze = {
  frozen_at: "2026-11-20T10:00:00.000Z",
  frozen_by: "ada@example.org",
  suspended_users: [],
  denied_roles: []
}
const details = { registered_id: 12, details_read_at: "2026-11-20T10:00:00.000Z", problem: null }
const account = {
  account_id: accountId,
  ...details,
  profile: { name: "Analytics", email: "analytics@example.org" },
  quota: { account_quota: quota, bucket_quota: noQuota },
  stats,
  freeze: null
}
const user = {
  user_id: "research$backup",
  tenant: "research",
  ...details,
  registered_id: null,
  profile: { display_name: "Backup", email: null, suspended: false, caps: [], account_id: null, key_count: 1 },
  limits: { max_buckets: 1000 }
}
const state = { read_at: "2026-11-20T10:00:00.000Z", detailed: 1, details_read_at: "2026-11-20T10:00:00.000Z" }
const page = { total: 1, total_all: 1, page: 1, page_size: 25, has_next: false, listing: state, warnings: [] }
const endpoint = {
  id: 3,
  name: "North",
  url: "https://s3.north.example.org",
  provider: "cluster",
  is_default: true,
  is_sandbox: false,
  has_admin_ops: true
}

const copyStep = {
  step: "foreign_copy",
  outcome: "allowed",
  detail: "CopyObject of it into an own bucket"
}
const copyCheck = {
  state: "open",
  guard: "works",
  detail: "An account root that may not read an object can copy it into its own bucket and read it there.",
  steps: [copyStep],
  checked_at: "2026-11-20T10:00:00.000Z",
  checked_by: "ada@example.org"
}

export const clusterAdmin: Readonly<Record<string, unknown>> = {
  ClusterEndpoint: endpoint,
  ClusterEndpointList: { items: [endpoint] },
  AccountFreeze: freeze,
  DirectoryAccount: account,
  DirectoryUser: user,
  DirectoryState: state,
  DirectoryAccountPage: { items: [account], ...page },
  DirectoryUserPage: { items: [user], ...page },
  CreateEndpointAccount: { name: "Analytics", email: "analytics@example.org", limits: { max_buckets: 100 } },
  CreateEndpointUser: { user_id: "research$backup", display_name: "Backup" },
  FreezeAccount: { suspend_users: false, deny_roles: false },
  CopyCheckStep: copyStep,
  CopyCheck: copyCheck,
  LatestCopyCheck: { check: copyCheck }
}

const moment = "2026-05-04T09:30:00.000Z"
const url = "https://s3.eu-central-1.wasabisys.com"
const custom_endpoint = { provider: "cloud", url, region: "eu-central-1", verify_tls: true, force_path_style: true }
const tag = { label: "backup", color: "blue", scope: "standard" }
const keys = { access_key: "EXAMPLEKEY0000000000", secret_key: "example-secret-key-of-nobody" }
const evidence = {
  finding: "ready",
  summary: "The keys are right: their buckets could be listed",
  next: null,
  bucket_count: 4,
  identity: { arn: "arn:aws:iam::RGW00000000000000012:user/backup", user_name: "backup", told_by: "iam:GetUser" },
  can_manage_iam: false,
  suggested_owner_type: "iam_user",
  calls: [
    {
      call: "ListBuckets",
      http_status: 200,
      code: null,
      took_ms: 41,
      worked: true,
      evidence: "ListBuckets answered: 4 buckets"
    }
  ],
  took_ms: 90,
  checked_at: moment
}
const summary = {
  id: 8,
  name: "Off-site backup",
  storage_endpoint_id: null,
  storage_endpoint_name: null,
  endpoint_url: url,
  tags: [tag],
  unusable_reason: null,
  unusable_detail: null
}
const connection = {
  ...summary,
  ownership: "shared",
  custom_endpoint,
  region: "eu-central-1",
  verify_tls: true,
  access_key: keys.access_key,
  has_session_token: false,
  expires_at: null,
  capabilities: { can_manage_iam: false },
  server_managed: false,
  owner_type: "iam_user",
  owner_identifier: evidence.identity.arn,
  workspaces: ["manager"],
  remediation_reason: null,
  user_count: 2,
  probe: evidence,
  version: 3,
  created_at: moment,
  updated_at: moment
}

export const connections = {
  Connection: connection,
  ConnectionSummary: summary,
  ConnectionPage: { items: [connection], total: 1, total_all: 1, page: 1, page_size: 25, has_next: false },
  ConnectionEvidence: evidence,
  ConnectionCall: evidence.calls[0],
  ConnectionIdentity: evidence.identity,
  ConnectionTag: tag,
  ConnectionPreset: {
    id: 1,
    name: "North",
    provider: "cluster",
    url: "https://s3.north.example.org",
    region: "default",
    is_default: true,
    is_sandbox: false
  },
  ConnectionUser: {
    user_id: 7,
    email: "ada@example.org",
    full_name: "Ada Lovelace",
    is_active: true,
    manager_role: "account_administrator"
  },
  CreateConnection: {
    name: summary.name,
    custom_endpoint: { url, region: "eu-central-1" },
    ...keys,
    tags: [{ label: "backup", color: "blue" }]
  },
  UpdateConnection: { name: "Off-site copies", capabilities: { can_manage_iam: true }, version: 3 },
  SetConnectionTags: {
    tags: [
      { label: "backup", color: "blue" },
      { label: "cost centre 12", scope: "administrative" }
    ],
    version: 3
  },
  RenewConnectionKeys: {
    ...keys,
    session_token: "example-session-token",
    expires_at: "2026-05-04T21:30:00Z",
    version: 3
  },
  TryConnection: { custom_endpoint: { url, region: "eu-central-1" }, ...keys },
  LinkConnectionUser: { user_id: 7 }
}

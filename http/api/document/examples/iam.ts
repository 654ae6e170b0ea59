const user = {
  name: "ada",
  id: "737c06db-5ea7-4258-b20a-929555e13eab",
  path: "/staff/",
  arn: "arn:aws:iam::RGW00000000000000012:user/staff/ada",
  created_at: "2026-05-04T09:30:00.595873Z"
}
const group = {
  name: "analysts",
  id: "cefc7c66-9948-469d-994f-2a7044e3e8a0",
  path: "/",
  arn: "arn:aws:iam::RGW00000000000000012:group/analysts",
  created_at: null
}
const role = {
  name: "reader",
  id: "70e3077e-3201-4a9f-be81-0d07c7ebbda5",
  path: "/",
  arn: "arn:aws:iam::RGW00000000000000012:role/reader",
  created_at: "2026-05-04T09:30:00.960Z",
  description: "Reads measurements",
  max_session_seconds: 3600,
  trust_policy: `{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"AWS":"arn:aws:iam::RGW00000000000000012:root"},"Action":"sts:AssumeRole"}]}`
}
const managed = { name: "AmazonS3ReadOnlyAccess", arn: "arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess" }
const inline = {
  name: "measurements",
  document: `{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"s3:GetObject","Resource":"arn:aws:s3:::measurements/*"}]}`
}
const key = { access_key: "CUUTIET7IGMNN1I08S79", active: true, created_at: "2026-05-04T09:30:00.631625Z" }

const details = {
  name: "ada",
  keys: [key],
  groups: ["analysts"],
  members: [],
  attached: [managed],
  inline: ["measurements"],
  fault: null
}
const source = {
  kind: "inline",
  name: inline.name,
  arn: null,
  holder: { entity: "users", name: "ada" },
  document: inline.document,
  faults: [],
  words: ["May read objects in measurements."]
}
const sources = { sources: [source], notes: [] }
const statement = { index: 0, sid: null, effect: "Allow", policy: 0 }
const decision = {
  outcome: "allowed",
  decided_by: "identity_policy",
  why: "statement 1 of the caller's own policy allows it",
  layers: [
    {
      layer: "identity_policy",
      verdict: "allow",
      statements: [statement],
      why: "statement 1 of the caller's own policy allows it"
    }
  ]
}
const trusting = { document: role.trust_policy }

export const iam = {
  IamUser: user,
  IamUserList: { items: [user] },
  IamGroup: group,
  IamGroupList: { items: [group] },
  IamRole: role,
  IamRoleList: { items: [role] },
  ManagedPolicy: managed,
  ManagedPolicyList: { items: [managed] },
  InlinePolicy: inline,
  InlinePolicyList: { items: [inline] },
  IamKey: key,
  IamKeyList: { items: [key] },
  IamListFrame: { id: "2", event: "progress", data: JSON.stringify({ listed: 100, detailed: 0, complete: false }) },
  IamDetailsList: { items: [details] },
  DescribeIam: { names: ["ada"] },
  IamUnusedFrame: { id: "2", event: "progress", data: JSON.stringify({ listed: 100, detailed: 25, complete: false }) },
  IamUnused: {
    last_used_known: false,
    note: "Ceph RGW does not tell when a key was used last.",
    keys: [],
    policies: [managed],
    users: [{ name: "ada", why: "Has no access key: nobody can sign as it" }],
    groups: [],
    roles: [],
    unread: []
  },
  IamAccess: sources,
  AskIamAccess: { bucket: "measurements", action: "s3:GetObject", key: "2026/may.csv" },
  IamAccessAnswer: { ...sources, decision, deciding: [{ source: 0, statement: 0, sid: null, effect: "Allow" }] },
  CheckIamDocument: { text: role.trust_policy, kind: "trust", role_name: "reader" },
  IamDocumentCheck: {
    dialect: "rgw",
    length: 152,
    limit: 6144,
    faults: [],
    warnings: [],
    words: ["everybody of RGW00000000000000012 may assume the role."],
    locks_out: false,
    who: ["everybody of RGW00000000000000012"],
    notes: [],
    missing: []
  },
  TestRole: { duration_seconds: 900 },
  RoleTest: {
    assumed: true,
    code: null,
    detail: "The key of this context could assume the role",
    assumed_arn: "arn:aws:sts::RGW00000000000000012:assumed-role/reader/stowage-1",
    expires_at: "2026-05-04T10:30:00Z",
    credentials: null
  },
  NewIamKey: { ...key, secret_key: "AvwssgSPozmqJTfa3ARK8lJnBERmnGqGMkKEm58Y" },
  SetIamKey: { active: false },
  CreateIamUser: { name: "ada", path: "/staff/" },
  UpdateIamUser: { path: "/guests/" },
  CreateIamGroup: { name: "analysts" },
  UpdateIamGroup: { name: "researchers" },
  CreateIamRole: {
    name: "reader",
    description: role.description,
    max_session_seconds: 3600,
    trust_policy: role.trust_policy
  },
  UpdateIamRole: { max_session_seconds: 7200 },
  PutTrustPolicy: trusting,
  PutInlinePolicy: { document: inline.document, before: null },
  AttachPolicy: { arn: managed.arn }
}

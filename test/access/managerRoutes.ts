export interface Given {
  readonly bucket: string
  readonly quarantined: string
  readonly changeId: number
  readonly runId: number
}

export interface ManagerRoute {
  readonly scope: "read" | "write"
  /** True for a tool that can be switched off for a person. */
  readonly tool?: true
  readonly path?: (given: Given) => Readonly<Record<string, string | number>>
  readonly query?: (given: Given) => string
  readonly body?: (given: Given) => unknown
  readonly answer: string
  readonly connection?: string
}

const bucket = ({ bucket }: Given) => ({ bucket_name: bucket })
const tags = ({ bucket }: Given) => ({ bucket_name: bucket, feature: "tags" })
const run = ({ runId }: Given) => ({ run_id: runId })
const change = ({ bucket, changeId }: Given) => ({ bucket_name: bucket, change_id: changeId })
const copy = ({ bucket, quarantined }: Given) => ({ feature: "tags", source: quarantined, buckets: [bucket] })
const value = { tags: [{ key: "team", value: "climate" }] }
const giveAccess = {
  action: "give",
  recipient: { kind: "account", name: "RGW00000000000000099" },
  prefix: "team/",
  level: "read",
  until: null
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const lifecycle = {
  id: "r",
  enabled: true,
  filter: { prefix: "", tags: [], size_greater_than: null, size_less_than: null },
  expiration: { days: 1 },
  noncurrent_expiration: null,
  transitions: [],
  noncurrent_transitions: [],
  abort_multipart: null
}
const read = { scope: "read", answer: "200" } as const
const noKeys = "403 workspace_unavailable"
const iam = (path: Readonly<Record<string, string>> = {}): ManagerRoute => ({
  scope: "read",
  path: () => path,
  answer: "403 workspace_unavailable"
})
const topic = iam
const topic_arn = "arn:aws:sns:default:x:uploads"
const iamWrite = (path: Readonly<Record<string, string>> = {}, body?: unknown): ManagerRoute => ({
  ...iam(path),
  scope: "write",
  ...(body === undefined ? {} : { body: () => body })
})
const holder = { entity: "users", name: "ada" }
const iamKey = { user_name: "ada", access_key: "CUUTIET7IGMNN1I08S79" }
const trust = JSON.stringify({
  Version: "2012-10-17",
  Statement: [
    { Effect: "Allow", Principal: { AWS: "arn:aws:iam::RGW00000000000000012:root" }, Action: "sts:AssumeRole" }
  ]
})

/** A tool, and IAM is switched off in the scene. */
const access = (): ManagerRoute => ({
  scope: "read",
  tool: true,
  path: () => ({ access_id: 1 }),
  answer: "403 workspace_unavailable"
})
const comparison = (scope: "read" | "write", body?: unknown): ManagerRoute => ({
  scope,
  tool: true,
  path: ({ runId }) => ({ comparison_id: runId }),
  answer: "404 not_found",
  ...(body === undefined ? {} : { body: () => body })
})
const migration = (scope: "read" | "write", body?: unknown): ManagerRoute => ({
  scope,
  tool: true,
  path: () => ({ migration_id: 1 }),
  answer: "404 not_found",
  ...(body === undefined ? {} : { body: () => body })
})
const migrationItem: ManagerRoute = { ...migration("write"), path: () => ({ migration_id: 1, item_id: 1 }) }
const noRights = { groups: [], managed_policies: [], inline_policies: [] }

/** Every route of the Manager with its requirement and its answer. A missing route fails the test. */
export const managerRoutes: Readonly<Record<string, ManagerRoute>> = {
  "GET /api/manager/bucket-comparisons": { ...read, tool: true },
  "GET /api/manager/bucket-comparisons/:comparison_id": comparison("read"),
  "GET /api/manager/bucket-comparisons/:comparison_id/differences": comparison("read"),
  "POST /api/manager/bucket-comparisons": {
    scope: "write",
    tool: true,
    body: ({ bucket, quarantined }) => ({
      source: { context_id: "0", bucket },
      target: { context_id: "0", bucket: quarantined },
      content: true,
      settings: true,
      versions: false
    }),
    answer: "422 validation_failed"
  },
  "POST /api/manager/bucket-comparisons/:comparison_id/remediation/plan": comparison("write", {
    actions: ["copy_missing"]
  }),
  "POST /api/manager/bucket-comparisons/:comparison_id/remediation": comparison("write", {
    actions: ["copy_missing"],
    plan_hash: "another"
  }),
  "GET /api/manager/migrations": { ...read, tool: true },
  "GET /api/manager/migrations/:migration_id": migration("read"),
  "GET /api/manager/migrations/:migration_id/certificate": migration("read"),
  "GET /api/manager/migrations/:migration_id/items": migration("read"),
  "GET /api/manager/migrations/:migration_id/stream": migration("read"),
  "PATCH /api/manager/migrations/:migration_id": migration("write", { strategy: "skip_existing" }),
  "DELETE /api/manager/migrations/:migration_id": migration("write"),
  "POST /api/manager/migrations": {
    scope: "write",
    tool: true,
    body: ({ bucket }) => ({
      source_context_id: "0",
      target_context_id: "0",
      buckets: [{ source: bucket, target: "moved" }],
      mode: "one_shot",
      strategy: "current_only",
      copy_bucket_settings: false,
      strong_integrity_check: false
    }),
    answer: "422 validation_failed"
  },
  "POST /api/manager/migrations/webhook-test": {
    scope: "write",
    tool: true,
    body: () => ({ webhook_url: "https://hooks.example.org/" }),
    answer: "422 validation_failed"
  },
  "POST /api/manager/migrations/:migration_id/continue": migration("write"),
  "POST /api/manager/migrations/:migration_id/pause": migration("write"),
  "POST /api/manager/migrations/:migration_id/precheck": migration("write"),
  "POST /api/manager/migrations/:migration_id/resume": migration("write"),
  "POST /api/manager/migrations/:migration_id/retry": migration("write", { subset: "failed" }),
  "POST /api/manager/migrations/:migration_id/rollback": migration("write", { subset: "failed" }),
  "POST /api/manager/migrations/:migration_id/items/:item_id/retry": migrationItem,
  "POST /api/manager/migrations/:migration_id/items/:item_id/rollback": migrationItem,
  "POST /api/manager/migrations/:migration_id/start": migration("write"),
  "POST /api/manager/migrations/:migration_id/stop": migration("write"),
  "GET /api/manager/bucket-templates": read,
  "GET /api/manager/buckets": { ...read, query: () => "page=1" },
  "GET /api/manager/buckets/:bucket_name": { ...read, path: bucket },
  "GET /api/manager/buckets/:bucket_name/access": { ...read, path: bucket },
  "GET /api/manager/buckets/:bucket_name/access/stream": { ...read, path: bucket },
  "GET /api/manager/buckets/:bucket_name/exposure": { ...read, path: bucket },
  "GET /api/manager/buckets/:bucket_name/features": { ...read, path: bucket },
  "GET /api/manager/buckets/:bucket_name/features/:feature": { ...read, path: tags },
  "GET /api/manager/buckets/:bucket_name/history": { ...read, path: bucket },
  "GET /api/manager/buckets/:bucket_name/objects": { ...read, path: bucket },
  "GET /api/manager/buckets/:bucket_name/objects/facts": { ...read, path: bucket, query: () => "key=k" },
  "GET /api/manager/buckets/:bucket_name/policy-tests": { ...read, path: bucket },
  "GET /api/manager/buckets/features/stream": { ...read, query: () => "include=tags" },
  "GET /api/manager/buckets/stream": { ...read, query: () => "page=1" },
  "GET /api/manager/cluster/keys": { ...read, connection: noKeys },
  "GET /api/manager/context-capabilities": read,
  "GET /api/manager/iam/users/:user_name": iam({ user_name: "ada" }),
  "GET /api/manager/iam/groups/:group_name": iam({ group_name: "devs" }),
  "GET /api/manager/iam/roles/:role_name": iam({ role_name: "reader" }),
  "GET /api/manager/iam/users/:user_name/groups": iam({ user_name: "ada" }),
  "GET /api/manager/iam/unused": iam(),
  "GET /api/manager/iam/unused/stream": iam(),
  "GET /api/manager/iam/:entity/:name/access": iam({ entity: "users", name: "ada" }),
  "POST /api/manager/iam/:entity/:name/access": {
    ...iam(),
    path: () => holder,
    body: () => ({ bucket: "logs", action: "s3:GetObject", key: "k" })
  },
  "POST /api/manager/iam/check": { ...iam(), body: () => ({ text: trust, kind: "trust" }) },
  "POST /api/manager/iam/details/:entity": { ...iam({ entity: "users" }), body: () => ({ names: ["ada"] }) },
  "GET /api/manager/iam/stream/:entity": iam({ entity: "users" }),
  "POST /api/manager/iam/roles/:role_name/test": iamWrite({ role_name: "reader" }, {}),
  "POST /api/manager/iam/users": iamWrite({}, { name: "ada" }),
  "PATCH /api/manager/iam/users/:user_name": iamWrite({ user_name: "ada" }, { path: "/staff/" }),
  "DELETE /api/manager/iam/users/:user_name": iamWrite({ user_name: "ada" }),
  "POST /api/manager/iam/users/:user_name/keys": iamWrite({ user_name: "ada" }),
  "PATCH /api/manager/iam/users/:user_name/keys/:access_key": iamWrite(iamKey, { active: false }),
  "DELETE /api/manager/iam/users/:user_name/keys/:access_key": iamWrite(iamKey),
  "POST /api/manager/iam/groups": iamWrite({}, { name: "devs" }),
  "PATCH /api/manager/iam/groups/:group_name": iamWrite({ group_name: "devs" }, { path: "/staff/" }),
  "DELETE /api/manager/iam/groups/:group_name": iamWrite({ group_name: "devs" }),
  "PUT /api/manager/iam/groups/:group_name/users/:user_name": iamWrite({ group_name: "devs", user_name: "ada" }),
  "DELETE /api/manager/iam/groups/:group_name/users/:user_name": iamWrite({ group_name: "devs", user_name: "ada" }),
  "POST /api/manager/iam/roles": iamWrite({}, { name: "reader", trust_policy: trust }),
  "PATCH /api/manager/iam/roles/:role_name": iamWrite({ role_name: "reader" }, { description: "reads" }),
  "PUT /api/manager/iam/roles/:role_name/trust-policy": iamWrite({ role_name: "reader" }, { document: trust }),
  "DELETE /api/manager/iam/roles/:role_name": iamWrite({ role_name: "reader" }),
  "PUT /api/manager/iam/:entity/:name/policies": iamWrite(holder, { arn: "arn:aws:iam::aws:policy/IAMReadOnlyAccess" }),
  "DELETE /api/manager/iam/:entity/:name/policies": {
    ...iamWrite(holder),
    query: () => "policy_arn=arn%3Aaws%3Aiam%3A%3Aaws%3Apolicy%2FIAMReadOnlyAccess"
  },
  "PUT /api/manager/iam/:entity/:name/inline-policies/:policy_name": iamWrite(
    { ...holder, policy_name: "own" },
    { document: `{"Version":"2012-10-17","Statement":[]}` }
  ),
  "DELETE /api/manager/iam/:entity/:name/inline-policies/:policy_name": iamWrite({ ...holder, policy_name: "own" }),
  "GET /api/manager/iam/users": iam(),
  "GET /api/manager/iam/groups": iam(),
  "GET /api/manager/iam/roles": iam(),
  "GET /api/manager/iam/policies": iam(),
  "GET /api/manager/iam/users/:user_name/keys": iam({ user_name: "ada" }),
  "GET /api/manager/iam/groups/:group_name/users": iam({ group_name: "devs" }),
  "GET /api/manager/iam/:entity/:name/policies": iam({ entity: "users", name: "ada" }),
  "GET /api/manager/iam/:entity/:name/inline-policies": iam({ entity: "users", name: "ada" }),
  "GET /api/manager/exposure": { ...read, query: () => "page=1&page_size=1" },
  "GET /api/manager/exposure/stream": read,
  "GET /api/manager/feature-rules": { ...read, tool: true, query: () => "feature=tags&page=1" },
  "GET /api/manager/feature-rules/stream": { ...read, tool: true, query: () => "feature=tags" },
  "GET /api/manager/private-access": access(),
  "GET /api/manager/private-access/people": access(),
  "GET /api/manager/private-access/:access_id": access(),
  "GET /api/manager/quarantines": read,
  "GET /api/manager/topics": topic(),
  "GET /api/manager/topics/uses": topic(),
  "GET /api/manager/topics/:topic_arn": topic({ topic_arn }),
  "POST /api/manager/topics/check": { ...topic(), body: () => ({ attributes: {} }) },
  "POST /api/manager/topics/test": { ...topic(), scope: "write", body: ({ bucket }) => ({ bucket }) },
  "POST /api/manager/topics/:topic_arn/endpoint-check": { ...topic({ topic_arn }), scope: "write" },
  "POST /api/manager/topics": { ...topic(), scope: "write", body: () => ({ name: "uploads", attributes: {} }) },
  "PUT /api/manager/topics/:topic_arn/attributes": {
    ...topic({ topic_arn }),
    scope: "write",
    body: () => ({ attributes: {} })
  },
  "DELETE /api/manager/topics/:topic_arn": { ...topic({ topic_arn }), scope: "write" },
  "GET /api/manager/usage-stats/buckets": { ...read, tool: true, query: () => "page=1&page_size=1" },
  "GET /api/manager/usage-stats/buckets/:bucket_name": {
    ...read,
    tool: true,
    path: () => ({ bucket_name: "no-such-bucket" }),
    answer: "404 not_found"
  },
  "GET /api/manager/usage-stats/growth": { ...read, tool: true },
  "GET /api/manager/usage-stats/history": { ...read, tool: true },
  "GET /api/manager/usage-stats/latest": { ...read, tool: true },
  "GET /api/manager/usage-stats/traffic": { ...read, tool: true, query: () => "period=hour" },
  "GET /api/manager/work": read,
  "GET /api/manager/work/:run_id": { ...read, path: run },
  "GET /api/manager/work/:run_id/items": { ...read, path: run },
  "GET /api/manager/work/:run_id/report": { ...read, path: run },
  "GET /api/manager/work/:run_id/stream": { ...read, path: run },
  "POST /api/manager/buckets/:bucket_name/features/:feature/check": { ...read, path: tags, body: () => ({ value }) },
  "POST /api/manager/buckets/:bucket_name/lifecycle/simulation": {
    ...read,
    path: bucket,
    body: () => ({ rules: [lifecycle], horizons: [7] })
  },
  "POST /api/manager/buckets/:bucket_name/access": {
    scope: "write",
    path: bucket,
    body: () => ({ change: giveAccess, plan_hash: "another" }),
    answer: "409 stale_plan"
  },
  "POST /api/manager/buckets/:bucket_name/access/plan": { ...read, path: bucket, body: () => giveAccess },
  "POST /api/manager/buckets/:bucket_name/policy/check": {
    ...read,
    path: bucket,
    body: () => ({ text: `{"Version":"2012-10-17","Statement":[]}` })
  },

  "GET /api/manager/buckets/:bucket_name/shares": { ...read, path: bucket },
  "DELETE /api/manager/buckets/:bucket_name/shares/:share_id": {
    scope: "write",
    path: ({ bucket }) => ({ bucket_name: bucket, share_id: "8a1f0c5e-3f0a-4a53-9c1e-1f6f2d9f7b10" }),
    answer: "404 not_found"
  },
  "DELETE /api/manager/buckets/:bucket_name": { scope: "write", path: bucket, answer: "409 bucket_not_empty" },
  "DELETE /api/manager/buckets/:bucket_name/quarantine": {
    scope: "write",
    path: ({ quarantined }) => ({ bucket_name: quarantined }),
    answer: "200"
  },
  "POST /api/manager/bucket-creations": {
    scope: "write",
    body: () => ({ name: `made-${crypto.randomUUID()}`, features: {} }),
    answer: "201"
  },
  "POST /api/manager/buckets": { scope: "write", body: () => ({ name: `made-${crypto.randomUUID()}` }), answer: "201" },
  "POST /api/manager/buckets/:bucket_name/emptying": { scope: "write", path: bucket, body: () => ({}), answer: "201" },
  "POST /api/manager/buckets/:bucket_name/emptying/plan": {
    scope: "write",
    path: bucket,
    body: () => ({}),
    answer: "200"
  },
  "POST /api/manager/buckets/:bucket_name/history/:change_id/undo": { scope: "write", path: change, answer: "200" },
  "POST /api/manager/buckets/cache/refresh": { scope: "write", answer: "204" },
  "DELETE /api/manager/cluster/keys/:access_key": {
    scope: "write",
    path: () => ({ access_key: "NOSUCHKEY" }),
    answer: "404 not_found",
    connection: noKeys
  },
  "POST /api/manager/cluster/keys": { scope: "write", answer: "201", connection: noKeys },
  // a permitted call would rotate the key of the others
  "POST /api/manager/cluster/keys/rotation": {
    scope: "write",
    body: () => ({ deactivate_only: "perhaps" }),
    answer: "422 validation_failed"
  },
  "PUT /api/manager/cluster/keys/:access_key": {
    scope: "write",
    path: () => ({ access_key: "NOSUCHKEY" }),
    body: () => ({ active: false }),
    answer: "404 not_found",
    connection: noKeys
  },
  "POST /api/manager/feature-copies": {
    scope: "write",
    body: (given) => ({ ...copy(given), plan_hash: "another" }),
    answer: "409 stale_plan"
  },
  "POST /api/manager/feature-copies/diffs": { scope: "write", body: copy, answer: "200" },
  "POST /api/manager/feature-copies/plan": { scope: "write", body: copy, answer: "200" },
  "DELETE /api/manager/private-access/:access_id": { ...access(), scope: "write" },
  "POST /api/manager/private-access": { ...access(), scope: "write", body: () => ({ user_id: 1, ...noRights }) },
  "POST /api/manager/private-access/:access_id/check": access(),
  "POST /api/manager/private-access/:access_id/retry": { ...access(), scope: "write" },
  "PUT /api/manager/private-access/:access_id": {
    ...access(),
    scope: "write",
    body: () => ({ version: 1, ...noRights })
  },
  "POST /api/manager/usage-stats/stream": { scope: "write", tool: true, answer: "200" },
  "POST /api/manager/work/:run_id/pause": { scope: "write", path: run, answer: "409 state_conflict" },
  "POST /api/manager/work/:run_id/resume": { scope: "write", path: run, answer: "409 state_conflict" },
  "POST /api/manager/work/:run_id/stop": { scope: "write", path: run, answer: "409 state_conflict" },
  "POST /api/manager/work/:run_id/undo": { scope: "write", path: run, answer: "409 state_conflict" },
  "PUT /api/manager/buckets/:bucket_name/features/:feature": {
    scope: "write",
    path: tags,
    body: () => ({ value, version: "another" }),
    answer: "409 stale_plan"
  },
  "PUT /api/manager/buckets/:bucket_name/policy-tests": {
    scope: "write",
    path: bucket,
    body: () => ({ tests: [], version: 0 }),
    answer: "200"
  },
  "PUT /api/manager/buckets/:bucket_name/quarantine": {
    scope: "write",
    path: bucket,
    body: () => ({ day: inDays(3) }),
    answer: "200"
  }
}

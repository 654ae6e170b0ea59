import { apply } from "./apply.ts"
import { audit } from "./audit.ts"
import { bucketAccess } from "./bucketAccess.ts"
import { buckets } from "./buckets.ts"
import { migrations } from "./migrations.ts"
import { comparisons } from "./comparisons.ts"
import { clusterAdmin } from "./clusterAdmin.ts"
import { connections } from "./connections.ts"
import { iam } from "./iam.ts"
import { topics } from "./topics.ts"
import { jobs } from "./jobs.ts"
import { lifecycle } from "./lifecycle.ts"
import { objects } from "./objects.ts"
import { people } from "./people.ts"
import { policies } from "./policies.ts"
import { portal } from "./portal.ts"
import { privateAccess } from "./privateAccess.ts"
import { quotaAlerts } from "./quotaAlerts.ts"
import { providers } from "./providers.ts"
import { settings, statistics } from "./settings.ts"
import { shares } from "./shares.ts"
import { storage } from "./storage.ts"
import { work } from "./work.ts"
import { workbench } from "./workbench.ts"

export const examples: Readonly<Record<string, unknown>> = {
  ...people,
  ...providers,
  ...settings,
  ...statistics,
  ...storage,
  ...clusterAdmin,
  ...connections,
  ...buckets,
  ...bucketAccess,
  ...policies,
  ...audit,
  ...work,
  ...jobs,
  ...comparisons,
  ...quotaAlerts,
  ...migrations,
  ...apply,
  ...lifecycle,
  ...objects,
  ...iam,
  ...portal,
  ...privateAccess,
  ...shares,
  ...topics,
  ...workbench
}

export const parameterExamples: Readonly<Record<string, unknown>> = {
  access_id: 3,
  access_key: "AKIAEXAMPLE0000000",
  account_id: 12,
  at: "2026-05-04T09:30:00.000Z",
  change_id: 41,
  comparison_id: 6,
  endpoint_id: 1,
  entry_id: 1024,
  id: 12,
  identity_id: 2,
  item_id: 9,
  key_id: 4,
  migration_id: 5,
  month: "2026-05",
  name: "ada",
  notification_id: 17,
  part_number: 1,
  passkey_id: 2,
  policy_arn: "arn:aws:iam::aws:policy/AmazonS3ReadOnlyAccess",
  policy_name: "read-reports",
  request_id: 8,
  role_name: "backup",
  run_id: 31,
  space_id: 5,
  storage_endpoint_id: 1,
  tag_id: 3,
  view_id: 3,
  template_id: 4,
  bucket_id: "1f2e3d4c-5b6a-4978-8a69-7b8c9d0e1f2a.4109.7",
  topic_arn: "arn:aws:sns:default:RGW00000000000000012:uploads",
  user_id: 7,
  context_id: "12",
  bucket_name: "measurements",
  provider_id: "keycloak",
  job_name: "notification-retention",
  user_name: "ada",
  group_name: "analysts",
  entity: "users",
  search: "meas",
  confirm_name: "measurements",
  page: 1,
  page_size: 50,
  limit: 100,
  sort_dir: "desc",
  workspace: "manager",
  s3_workspace: "manager-browser",
  status: "pending",
  version: 4,
  key: "2026/readme.txt",
  prefix: "2026/",
  delimiter: "/",
  max_keys: 500,
  upload_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
  version_id: "jBdW5nVqvXzqFp2pZt3m1nQ3i0TxQm1",
  expires_seconds: 3600,
  checksum: "fDe0XQ==",
  archive_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
  session_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
  share_id: "8a1f0c5e-3f0a-4a53-9c1e-1f6f2d9f7b10",
  token: "3q2-7wOkN1m9yXb0Q4dR5sT6uV7wX8yZ9aB0cD1eF2g",
  token_id: "1b4e28ba-2fa1-41d2-883f-0016d3cca427"
}

export const groupParameterExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  clusterAccounts: { account_id: "RGW00000000000000012" },
  clusterUsers: { user_id: "climate$ada" },
  managerBuckets: { include: "versioning,tags" }
}

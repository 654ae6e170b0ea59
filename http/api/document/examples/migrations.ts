const pair = { source: "measurements", target: "measurements" }
const draft = {
  source_context_id: "12",
  target_context_id: "conn-8",
  buckets: [pair],
  mode: "one_shot",
  strategy: "current_only",
  copy_bucket_settings: true,
  strong_integrity_check: false,
  webhook_url: "https://hooks.example.org/stowage"
}
const finding = {
  code: "target_not_empty",
  severity: "warning",
  scope: "measurements → measurements",
  message: "The target holds objects already",
  evidence: { first_key: "2026/readme.txt" }
}
const precheck = {
  checked_at: "2026-11-20T10:00:00.000Z",
  findings: [finding],
  objects: 1200,
  bytes: 73_400_320
}
const migration = {
  id: 4,
  state: "draft",
  draft,
  precheck,
  actions: ["edit", "precheck", "start", "delete"],
  webhook: { pending: 1, delivered: 12, failed: 0, problem: "The receiver answered 503" },
  run: null,
  created_by: { user_id: 7, email: "ada@example.org" },
  created_at: "2026-11-20T10:00:00.000Z"
}
const item = {
  id: 1,
  ...pair,
  state: "completed",
  progress: { done: 1200, total: 1200, unit: "objects", note: "Comparing" },
  copied: 1200,
  copied_bytes: 73_400_320,
  verified: {
    source_objects: 1200,
    source_bytes: 73_400_320,
    target_objects: 1200,
    target_bytes: 73_400_320,
    same: 1200,
    missing: 0,
    extra: 0,
    different: 0,
    unknown: 0
  },
  removed: null,
  unfinished_uploads: null,
  source_deleted: null,
  problem: null,
  lock: null,
  target_lock: null,
  actions: ["rollback"]
}

const event = {
  id: 17,
  type: "item.completed",
  occurred_at: "2026-11-20T10:05:00.000Z",
  migration_state: "running",
  item: 1,
  item_state: "completed",
  metadata: { source: "measurements", target: "measurements", problem: null }
}

const frame = (event: string, data: unknown) => ({ id: "4", event, data: JSON.stringify(data) })

export const migrations = {
  MigrationFrame: frame("event", event),
  MigrationEventFrame: frame("event", event),
  MigrationSnapshotFrame: frame("snapshot", { migration, items: [item] }),
  MigrationItemFrame: frame("item", item),
  MigrationDoneFrame: frame("done", {}),
  MigrationBuckets: pair,
  MigrationDraft: draft,
  RequestedMigrationBuckets: { source: "measurements" },
  NewMigrationDraft: { ...draft, buckets: [{ source: "measurements" }], mapping_prefix: "eu-" },
  EditMigrationDraft: { strategy: "skip_existing" },
  MigrationFinding: finding,
  MigrationPrecheck: precheck,
  BucketMigration: migration,
  MigrationDeliveries: migration.webhook,
  SavedMigration: { ...migration, webhook_secret: "whsec_example-secret-of-nobody" },
  WebhookTestRequest: { webhook_url: draft.webhook_url, migration_id: 4 },
  WebhookTest: { delivered: true, status: 204, summary: "The receiver answered 204", signed_with: "webhook" },
  BucketMigrations: { items: [migration] },
  MigrationSubset: { subset: "failed" },
  MigrationLock: {
    bucket: "measurements",
    state: "locked",
    lifecycle_parked: true,
    since: "2026-11-20T10:04:00.000Z",
    problem: null
  },
  MigrationItem: item,
  MigrationItems: { items: [item] }
}

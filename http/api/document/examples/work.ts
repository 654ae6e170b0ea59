const run = {
  id: 12,
  kind: "key_rotation",
  title: "Rotate 42 keys",
  state: "running",
  direction: "forward",
  totals: {
    total: 42,
    pending: 30,
    running: 4,
    awaiting_cutover: 0,
    completed: 7,
    failed: 1,
    skipped: 0,
    canceled: 0,
    rolled_back: 0
  },
  undoable: 7,
  progress: null,
  wishes: ["pause", "stop"],
  params: { endpoint_ids: [1], key_types: ["account", "s3_user"], deactivate_only: true },
  plan_hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  started_by: { user_id: 7, email: "ada@example.org" },
  orphaned: false,
  created_at: "2026-11-20T10:00:00.000Z",
  started_at: "2026-11-20T10:00:01.000Z",
  ended_at: null
}

const change = {
  label: "analytics",
  detail: "North",
  before: "AKIAEXAMPLE0000000",
  after: "a new key; AKIAEXAMPLE0000000 is switched off"
}

const item = {
  ordinal: 1,
  ...change,
  state: "completed",
  attempts: 1,
  progress: null,
  result: {
    key_type: "account",
    holder_id: 12,
    old_key: "AKIAEXAMPLE0000000",
    new_key: "AKIAEXAMPLE0000001",
    old_key_is: "switched_off"
  },
  problem: null,
  can_undo: true,
  started_at: "2026-11-20T10:00:01.000Z",
  ended_at: "2026-11-20T10:00:02.000Z"
}

const rotation = { endpoint_ids: [1], key_types: ["account", "s3_user"], deactivate_only: true }

const imported = { kind: "account", storage_endpoint_id: 1, ids: ["RGW00000000000000013", "RGW00000000000000014"] }

const quarantine = {
  bucket: "old-logs",
  state: "quarantined",
  until: "2026-12-24T00:00:00.000Z",
  asked_at: "2026-11-20T10:00:00.000Z",
  asked_by: "ada@example.org",
  problem: null,
  run_id: null,
  ended_at: null
}

const frame = (event: string, data: unknown) => ({ id: "31", event, data: JSON.stringify(data) })
const progress = { run, items: [item], items_changed: false }

const copied = { feature: "cors", source: "measurements", buckets: ["archive", "photos"] }

const [before, moment] = ["2026-11-19T10:00:00Z", "2026-11-20T10:00:00.000Z"]
const old = "ll3RuM1j6zogpq785tSVwnPk8q4r9fJ"
const restoring = {
  prefix: "2026/",
  at: before,
  planned_at: moment,
  keys: 120,
  restore: 4,
  bytes: 73_400_320,
  undelete: 1,
  hide: 2,
  keep: 113,
  sample: [{ key: "2026/readme.txt", act: "restore", from: old, written_at: before, size_bytes: 120 }],
  plan_hash: null
}
const cleaning = {
  prefix: "2026/",
  planned_at: moment,
  keys: 120,
  versions: 12,
  bytes: 73_400_320,
  markers: 1,
  touched: 9,
  sample: [
    {
      key: "2026/readme.txt",
      version_id: old,
      is_delete_marker: false,
      size_bytes: 120,
      written_at: before,
      locked: null
    }
  ],
  object_lock: false
}

const copying = {
  planned_at: moment,
  objects: 120,
  bytes: 73_400_320,
  writes: 118,
  write_bytes: 73_400_200,
  existing: 3,
  same: 2,
  replace: 0,
  beside: 1,
  skip: 2,
  missing: 0,
  impossible: 0,
  losses: [{ property: "object_lock", objects: 4 }],
  customer_keys: 0,
  properties_checked: 118,
  sample: [
    { key: "2026/readme.txt", version_id: null, act: "beside", to: "measurements/readme (2).txt", size_bytes: 120 }
  ],
  same_gateway: true,
  versioning: "enabled"
}
const deleting = {
  planned_at: moment,
  objects: 120,
  versions: 12,
  markers: 1,
  bytes: 73_400_320,
  locked: 1,
  locks_looked_at: 132,
  missing: 0,
  sample: [
    {
      key: "2026/readme.txt",
      version_id: old,
      act: "locked",
      is_delete_marker: false,
      size_bytes: 120,
      reason: "A legal hold keeps this version"
    }
  ],
  versioning: "enabled",
  object_lock: true
}

export const work = {
  EditAttributes: {
    prefixes: ["2025/"],
    change: {
      headers: { cache_control: "max-age=3600" },
      metadata: [{ name: "draft", value: null }],
      tags: { set: [{ key: "team", value: "analytics" }], remove: [], replace: false }
    }
  },
  RestoreFolder: {
    prefix: "2026/",
    at: before,
    planned_at: moment,
    plan_hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
  },
  RestoreFrame: frame("progress", restoring),
  RestoreProgressFrame: frame("progress", restoring),
  RestoreResultFrame: frame("result", restoring),
  PreviewDoneFrame: frame("done", {}),
  CleanFolder: { prefix: "2026/", keep_newest: 3, older_than_days: 30, orphan_markers: true, planned_at: moment },
  CleaningFrame: frame("progress", cleaning),
  CleaningProgressFrame: frame("progress", cleaning),
  CleaningResultFrame: frame("result", cleaning),
  CopyObjects: {
    keys: ["2026/readme.txt"],
    prefixes: ["2026/raw/"],
    base: "2026/",
    target: { context_id: "12", bucket_name: "archive", prefix: "measurements/" },
    move: true,
    on_conflict: "keep_both",
    accept_losses: ["object_lock"],
    planned_at: moment
  },
  CopyPlanFrame: frame("progress", copying),
  CopyPlanProgressFrame: frame("progress", copying),
  CopyPlanResultFrame: frame("result", copying),
  DeletionPlanFrame: frame("progress", deleting),
  DeletionPlanProgressFrame: frame("progress", deleting),
  DeletionPlanResultFrame: frame("result", deleting),
  RenameObject: { from: "2026/readme.txt", to: "2026/read me first.txt" },
  DeleteObjects: { keys: ["2026/readme.txt"], prefixes: ["2025/"], all_versions: false, planned_at: moment },
  WorkFrame: frame("snapshot", progress),
  WorkProgressFrame: frame("snapshot", progress),
  WorkDoneFrame: frame("done", {}),
  WorkRun: run,
  WorkRunPage: { items: [run], next_cursor: null },
  WorkItem: item,
  WorkItemProgress: { done: 41000, total: 100000, unit: "objects and versions", note: "" },
  WorkItemPage: { items: [item], next_cursor: null },
  WorkPlan: {
    kind: "key_rotation",
    title: run.title,
    total: 42,
    sample: [change],
    counts: [
      { name: "account", count: 40 },
      { name: "s3_user", count: 2 }
    ],
    warnings: ["Links and uploads that were signed with the old keys end with them."],
    left_out: [{ label: "archive", reason: "South has no Admin Ops key, or Admin Ops is switched off there" }],
    plan_hash: run.plan_hash
  },
  PlanImport: imported,
  StartImport: {
    ...imported,
    user_links: [{ user_id: 7, manager_role: "account_administrator", allow_manager_browser_data_access: true }]
  },
  FeatureValues: { versioning: { status: "enabled" }, tags: { tags: [{ key: "team", value: "storage" }] } },
  BucketCreation: {
    name: "new-logs",
    template: "versioned",
    features: { tags: { tags: [{ key: "team", value: "storage" }] } }
  },
  CreatedBucket: {
    name: "new-logs",
    state: "created_in_part",
    run_id: 13,
    steps: [
      { label: "The bucket", state: "completed", detail: null },
      { label: "Tags", state: "failed", detail: "The gateway does not support this" }
    ]
  },
  BucketTemplates: {
    items: [
      {
        name: "versioned",
        label: "Versioned",
        text: "What is overwritten or deleted can be brought back.",
        object_lock: false,
        features: { versioning: { status: "enabled" } }
      }
    ]
  },
  QuarantineBucket: { day: "2026-12-24" },
  Quarantine: quarantine,
  Quarantines: { items: [quarantine] },
  QuarantineReport: {
    status: "completed",
    reason: null,
    begun_count: 1,
    deleted_count: 2,
    failed_count: 0,
    waiting_count: 1
  },
  PlanFeatureCopy: copied,
  StartFeatureCopy: { ...copied, plan_hash: run.plan_hash },
  FeatureCopyDiffs: {
    items: [
      {
        bucket: "archive",
        before_summary: "not set",
        after_summary: "1 rule",
        before: null,
        after: "<CORSConfiguration/>",
        rewritten: [],
        warnings: [],
        losses: [],
        left_out: null
      }
    ]
  },
  PlanEmptying: { delete_bucket: true },
  StartEmptying: { delete_bucket: true, plan_hash: run.plan_hash },
  PlanKeyRotation: rotation,
  StartKeyRotation: { ...rotation, plan_hash: run.plan_hash }
}

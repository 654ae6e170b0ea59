const tag = { id: 7, label: "Production", color: "#2f6fed", visibility: "private" }

const bucket = {
  name: "measurements",
  tenant: "",
  owner: "RGW12345678901234567",
  owner_kind: "account",
  created_at: "2026-05-01T09:00:00.000Z",
  used_bytes: 73_400_320,
  object_count: 120,
  index_shards: 11,
  objects_per_shard: 11,
  unfinished_uploads: 0,
  quota_max_size_bytes: 1_073_741_824,
  quota_max_objects: null,
  quota_usage_size_percent: 6.8,
  quota_usage_object_percent: null,
  stats_available: true,
  tags: [tag],
  features: { versioning: { state: "enabled", summary: "", problem: null } }
}
const clusterBucket = { id: "1f2e3d4c-5b6a-4978-8a69-7b8c9d0e1f2a.4109.7", ...bucket }
const opsBucket = {
  id: "12::measurements",
  ...bucket,
  context_id: "12",
  context_name: "North",
  context_kind: "account",
  endpoint_id: 2,
  endpoint_name: "Ceph north"
}

const page = (row: object) => ({
  items: [row],
  total: 1,
  total_all: 240,
  page: 1,
  page_size: 25,
  has_next: false,
  listing: {
    state: "complete",
    refreshing: false,
    read_at: "2026-05-02T09:00:00.000Z",
    stale: false,
    last_error: null,
    stats_available: true
  },
  warnings: []
})

const query = {
  search: "meas",
  sort_by: "used_bytes",
  sort_dir: "desc",
  include: ["versioning", "owner_name"],
  advanced_filter: {
    match: "all",
    rules: [
      { field: "used_bytes", op: "gte", value: 1_048_576 },
      { feature: "versioning", state: "enabled" },
      { feature: "lifecycle", param: "expiration_days", op: "lt", value: 90, quantifier: "none" }
    ]
  },
  private_tag_ids: [tag.id]
}

const frame = (event: string, data: unknown) => ({ id: "3", event, data: JSON.stringify(data) })
const progress = frame("progress", { stage: "features", processed: 12, total: 25, percent: 48 })

const bucketChange = {
  selection: { ids: [clusterBucket.id] },
  change: { kind: "tags", set: [{ key: "team", value: "climate" }], remove: ["draft"] }
}

const advice = {
  code: "unfinished_uploads",
  title: "Unfinished uploads",
  reason: "Parts of uploads that nobody completed count against the quota, and no listing of objects shows them.",
  remedy: "a lifecycle rule that removes unfinished uploads after some days, for example 7.",
  filter: { match: "all", rules: [{ field: "unfinished_uploads", op: "gt", value: 0 }] },
  bucket_count: 4,
  unknown_count: 0,
  problem: null
}

const view = {
  id: 3,
  name: "Old and large",
  visibility: "shared",
  query: { sort: "-used_bytes", columns: "features.lifecycle", lifecycle: "not_set", size: "1048576.." },
  left_out: [{ part: "column", name: "features.inventory" }],
  made_by: "Ada Lovelace",
  mine: true,
  may_change: true,
  version: 1,
  created_at: "2026-03-02T09:00:00.000Z",
  updated_at: "2026-03-02T09:00:00.000Z"
}
const { name: viewName, query: viewQuery } = view

const exposure = {
  id: 4,
  name: "weather",
  tenant: "",
  owner: "RGW33567154695143645",
  verdict: "public",
  words: "Public: Anybody may read objects through statement 1 of the policy.",
  since: "2026-03-02T02:15:00.000Z"
}
const exposureChange = {
  id: 9,
  name: exposure.name,
  tenant: "",
  owner: exposure.owner,
  kind: "opened",
  before: "private",
  after: "public",
  before_since: "2026-02-01T02:15:00.000Z",
  words: exposure.words,
  noted_at: exposure.since
}
const exposureCheck = { attempted_at: exposure.since, compared_at: exposure.since, problem: null }
const exposureCounts = { public: 1, conditional: 0, unavailable: 2, linked: 1, shielded: 0, private: 21 }

const template = {
  name: "Production",
  filter: { match: "all", rules: [{ field: "shared_tag", op: "eq", value: "Production" }] },
  settings: [
    { kind: "versioning", value: { status: "enabled" } },
    { kind: "tags", set: [{ key: "team", value: "climate" }], remove: [] }
  ]
}
const storedTemplate = {
  id: 4,
  ...template,
  created_at: "2026-05-01T09:00:00.000Z",
  updated_at: "2026-05-02T09:00:00.000Z",
  version: 2
}
const driftCounts = {
  total: 12,
  agrees: 9,
  differs: 2,
  unknown: 1,
  settings: [
    { kind: "versioning", differs: 1 },
    { kind: "tags", differs: 2 }
  ]
}
const templateWithDrift = { ...storedTemplate, drift: driftCounts, problem: null }
const agreement = {
  kind: "versioning",
  state: "agrees",
  found: "On",
  wanted: "On",
  detail: "",
  reason: null,
  problem: null
}
const difference = {
  kind: "tags",
  state: "differs",
  found: "not set",
  wanted: "team=climate",
  detail: "adds team",
  reason: null,
  problem: null
}
const bucketDrift = {
  id: clusterBucket.id,
  name: bucket.name,
  tenant: "",
  owner: bucket.owner,
  state: "differs",
  settings: [agreement, difference],
  read_at: "2026-05-02T09:00:00.000Z"
}

export const workbench = {
  ClusterBucketExposure: exposure,
  ClusterBucketExposureChange: exposureChange,
  ClusterBucketExposureChangePage: { items: [exposureChange], next_cursor: null },
  ExposureCheck: exposureCheck,
  ExposureCounts: exposureCounts,
  ClusterBucketExposurePage: {
    items: [exposure],
    total: 1,
    total_all: 25,
    page: 1,
    page_size: 25,
    has_next: false,
    check: exposureCheck,
    counts: exposureCounts
  },
  ExposureReport: {
    status: "completed",
    endpoint_count: 1,
    failed_endpoint_count: 0,
    bucket_count: 25,
    unavailable_count: 2,
    changed_count: 1,
    purged_count: 0
  },
  BucketView: view,
  BucketViewList: { items: [view] },
  BucketViewLeftOutPart: view.left_out[0],
  NewClusterBucketView: { name: viewName, query: viewQuery, visibility: "shared" },
  NewOpsBucketView: { name: viewName, query: { ...viewQuery, context: "climate" } },
  EditClusterBucketView: { name: "Large without lifecycle rules", version: 1 },
  EditOpsBucketView: { visibility: "shared" },
  CreateGoldenTemplate: template,
  UpdateGoldenTemplate: { ...template, version: 2 },
  GoldenTemplate: storedTemplate,
  GoldenTemplateWithDrift: templateWithDrift,
  GoldenTemplateList: { items: [templateWithDrift], max_templates: 50 },
  DriftCounts: driftCounts,
  SettingDrift: difference,
  BucketDrift: bucketDrift,
  BucketDriftPage: { ...page(bucketDrift), total: 2, total_all: 12, counts: driftCounts },
  DifferingBuckets: { ids: [clusterBucket.id], total: 2 },
  GoldenTemplateDraft: {
    settings: template.settings,
    left_out: [{ kind: "quota", reason: "Not set" }]
  },
  BucketAdvice: advice,
  BucketAdviceList: { items: [advice] },
  BucketSelection: bucketChange.selection,
  BucketChange: bucketChange.change,
  PlanBucketChange: bucketChange,
  StartBucketChange: {
    ...bucketChange,
    plan_hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
  },
  BucketUiTag: tag,
  BucketUiTagList: { items: [tag] },
  AssignBucketUiTags: {
    buckets: [clusterBucket.id],
    add: [{ label: tag.label, color: tag.color, visibility: "private" }],
    remove: [9]
  },
  EditBucketUiTag: { color: "#c2410c", visibility: "shared" },
  EditBucketUiTagColor: { color: "#c2410c" },
  ClusterBucketRow: clusterBucket,
  OpsBucketRow: opsBucket,
  ClusterBucketPage: page(clusterBucket),
  OpsBucketPage: page(opsBucket),
  ClusterBucketQuery: query,
  OpsBucketQuery: query,
  ClusterBucketFrame: frame("rows", { rows: [clusterBucket] }),
  OpsBucketFrame: frame("rows", { rows: [opsBucket] }),
  ClusterBucketPageFrame: frame("result", page(clusterBucket)),
  OpsBucketPageFrame: frame("result", page(opsBucket)),
  ClusterBucketRowsFrame: frame("rows", { rows: [clusterBucket] }),
  OpsBucketRowsFrame: frame("rows", { rows: [opsBucket] }),
  WorkbenchProgressFrame: progress,
  WorkbenchDoneFrame: frame("done", { total: 1 })
}

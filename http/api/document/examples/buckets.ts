const moment = "2026-05-04T09:30:00.000Z"
const etag = "9e107d9d372bb6826bd81d3542a419d6"
const id = "7c9e6679-7425-40de-944b-e07fc1f90ae7"
const bucket = {
  name: "measurements",
  tenant: "",
  owner: "RGW00000000000000012",
  created_at: moment,
  used_bytes: 73_400_320,
  object_count: 1204,
  quota_max_size_bytes: 1_073_741_824,
  quota_max_objects: null,
  versioning: "enabled",
  object_lock: false,
  quarantine: null,
  quarantine_until: null,
  has_statistics: true
}
const listing = {
  state: "complete",
  refreshing: false,
  stale: false,
  refreshed_at: moment,
  last_error: null,
  failed_at: null,
  version: 42
}
const page = { items: [bucket], total: 1, total_all: 1, page: 1, page_size: 25, has_next: false, listing }
const frame = (event: string, data: unknown) => ({ id: "1", event, data: JSON.stringify(data) })
const cells = {
  versioning: { state: "enabled", summary: "On", problem: null },
  cors: {
    state: "unavailable",
    summary: "",
    problem: {
      code: "storage_error",
      detail: "The gateway does not let these credentials do this: they lack the right, or a policy denies it",
      storage_code: "AccessDenied",
      storage_status: 403,
      at: moment
    }
  }
}
const rule = {
  id: "measurements/1",
  bucket: bucket.name,
  feature: "tags",
  rule: 1,
  state: "configured",
  summary: "key: team · value: climate",
  params: { key: "team", value: "climate" },
  problem: null
}
const exposure = {
  bucket: bucket.name,
  verdict: "public",
  words: "Public: Anybody may read objects through “site” of the policy.",
  ways: [
    {
      via: "policy",
      to: "anybody",
      may: "read",
      standing: "open",
      words: "Anybody may read objects through “site” of the policy."
    }
  ],
  policy_is_public: true,
  website: false,
  problem: null
}
const listed = { ...page, items: [{ ...bucket, features: cells }] }
const progress = { stage: "statistics", processed: 500, total: 2000, percent: 25 }
const counted = { ...progress, stage: "counting" }
const sums = { count: 1200, bytes: 73_000_000 }
const usagePart = { count: 4, bytes: 400_320 }
const usageUploads = { count: 1, old_count: 1, bytes: 0, bytes_complete: true, oldest_at: "2026-04-01T00:00:00.000Z" }
const sizeClass = { from_bytes: 4096, below_bytes: 1_048_576, ...sums }
const ageClass = { from_days: 0, below_days: 1, ...sums }
const storageClass = { storage_class: "STANDARD", ...sums }
const usagePrefix = {
  bucket: bucket.name,
  prefix: "2026/",
  ...sums,
  written_7_days_bytes: 4096,
  written_30_days_bytes: 8192
}
const contents = {
  looked_at: moment,
  complete: true,
  listed_count: 1204,
  current: sums,
  noncurrent: usagePart,
  delete_marker_count: 0,
  uploads: usageUploads,
  hidden_bytes: 400_320,
  size_classes: [sizeClass],
  ages: [ageClass],
  storage_classes: [storageClass],
  prefixes: [usagePrefix]
}
const looked = { whole: 1, partial: 0, failed: 0, never: 0 }
const finding = {
  code: "old_uploads",
  severity: "warning",
  text: "1 bucket has unfinished uploads older than 7 days",
  bucket_count: 1,
  buckets: [bucket.name]
}
const bucketUsage = {
  name: bucket.name,
  tenant: "",
  used_bytes: 73_400_320,
  object_count: 1204,
  quota_usage: 0.068,
  looked: "whole",
  problem: null,
  hidden_bytes: 400_320,
  noncurrent_count: 4,
  noncurrent_bytes: 400_320,
  delete_marker_count: 0,
  upload_count: 1,
  old_upload_count: 1,
  upload_bytes: 0,
  grown_bytes: 81_920,
  has_lifecycle: true,
  findings: ["old_uploads"],
  statistics: { used_bytes: 73_400_320, object_count: 1204 },
  distribution: [storageClass],
  warnings: ["The bucket has unfinished uploads older than 7 days"],
  calculated_at: moment,
  updated_at: moment,
  looked_at: moment
}
const grown = {
  name: bucket.name,
  from_day: "2026-04-04",
  to_day: "2026-05-04",
  used_bytes: 73_400_320,
  object_count: 1204,
  grown_bytes: 1_048_576,
  grown_objects: 12,
  is_new: false
}
const trafficSums = { operations: 120, successful_operations: 118, bytes_sent: 1_048_576, bytes_received: 4096 }
const trafficBucket = { bucket: bucket.name, owner: bucket.owner, ...trafficSums }
const trafficOwner = { owner: bucket.owner, ...trafficSums }
const trafficStep = { at: "2026-05-04T09:00:00.000Z", ...trafficSums }
const evidence = {
  state: "known",
  text: "From the gateway's usage log",
  request: "GET /admin/usage?uid=RGW00000000000000012",
  code: null,
  status: null
}
const snapshot = {
  statistics: { bucket_count: 1, object_count: 1204, used_bytes: 73_400_320, unavailable_count: 0 },
  distribution: [{ name: bucket.name, used_bytes: 73_400_320, object_count: 1204 }],
  warnings: [finding.text],
  findings: [finding],
  contents: { ...contents, buckets: looked },
  calculated_at: moment,
  updated_at: moment
}
const plan = {
  id,
  key: "2026/05/readings.parquet",
  strategy: "multipart",
  transport: "direct",
  content_type: "application/octet-stream",
  part_size_bytes: 16_777_216,
  part_count: 5,
  checksum: "CRC32"
}
const part = { part_number: 1, etag, size_bytes: 16_777_216, checksum: "fDe0XQ==" }

const tagged = { tags: [{ key: "team", value: "climate" }] }
const reading = {
  feature: "tags",
  state: "configured",
  summary: "team=climate",
  value: tagged,
  version: "1f0c9d2b7a6e4c3d8b5a9e7f6c5d4b3a",
  params: [{ key: "team", value: "climate" }],
  warnings: [],
  unknown_parts: [],
  read_only: null,
  problem: null
}

const foundEntry = {
  key: "2026/readme.txt",
  kind: "object",
  size_bytes: 120,
  storage_class: "STANDARD",
  modified_at: moment
}
const version = {
  key: "2026/readme.txt",
  version_id: "3HL4kqtJlcpXroDTDmJrmSpXd3dIbrHY",
  is_latest: true,
  is_delete_marker: false,
  size_bytes: 120,
  etag,
  storage_class: "STANDARD",
  modified_at: moment
}

const completeness = { state: "complete", stale: false, refreshed_at: "2026-05-04T09:30:00.000Z", last_error: null }

export const buckets = {
  FeatureReading: reading,
  FeatureReadings: { items: [reading] },
  FeatureSaved: { reading, change_id: 7 },
  CheckFeature: { value: tagged },
  ChangeFeature: { value: tagged, version: reading.version },
  FeatureCheck: {
    faults: [],
    warnings: [],
    summary: "team=climate",
    before: null,
    after: "<Tagging><TagSet><Tag><Key>team</Key><Value>climate</Value></Tag></TagSet></Tagging>"
  },
  FeatureChangePage: {
    items: [
      {
        id: 7,
        feature: "tags",
        origin: "edit",
        changed_at: moment,
        changed_by: "ada@example.org",
        before_summary: "",
        after_summary: "team=climate",
        before: null,
        after: tagged,
        former: false,
        undoes: null,
        undone_by: null
      }
    ],
    next_cursor: null
  },
  FeatureRule: rule,
  FeatureRulePage: {
    listing: completeness,
    items: [rule],
    total: 1,
    total_all: 1,
    page: 1,
    page_size: 25,
    has_next: false
  },
  FeatureRuleFrame: frame("rows", { rows: [{ bucket: bucket.name, rules: [rule] }] }),
  FeatureRuleRowsFrame: frame("rows", { rows: [{ bucket: bucket.name, rules: [rule] }] }),
  ExposureRow: exposure,
  ExposurePage: {
    listing: completeness,
    items: [exposure],
    total: 1,
    total_all: 1,
    page: 1,
    page_size: 25,
    has_next: false
  },
  ExposureFrame: frame("rows", { rows: [exposure] }),
  ExposureRowsFrame: frame("rows", { rows: [exposure] }),
  BucketRow: bucket,
  BucketPage: listed,
  FeatureColumnFrame: frame("rows", { rows: [{ name: bucket.name, features: cells }] }),
  FeatureProgressFrame: frame("progress", { stage: "features", processed: 1, total: 1, percent: 100 }),
  FeatureRowsFrame: frame("rows", { rows: [{ name: bucket.name, features: cells }] }),
  FeaturesDoneFrame: frame("done", { buckets: 1, unavailable: 1, listing: completeness }),
  CreateBucket: { name: bucket.name, object_lock: false },
  BucketFrame: frame("result", page),
  BucketPageFrame: frame("result", page),
  ListingProgressFrame: frame("progress", progress),
  ListingRowsFrame: frame("rows", { rows: [bucket], listing }),
  ListingRemovedFrame: frame("removed", { names: ["old-measurements"], listing }),
  ListingChangeFrame: frame("state", { listing, total: 1 }),
  ListingDoneFrame: frame("done", { listing }),
  UsageFrame: frame("progress", counted),
  UsageProgressFrame: frame("progress", counted),
  UsageSnapshotFrame: frame("result", snapshot),
  UsageDoneFrame: frame("done", {}),
  LatestUsage: { snapshot },
  UsageRowsFrame: frame("rows", { buckets: [bucketUsage] }),
  UsageSizeClass: sizeClass,
  UsageAgeClass: ageClass,
  UsageStorageClass: storageClass,
  UsagePrefix: usagePrefix,
  UsageUploads: usageUploads,
  UsagePart: usagePart,
  UsageContents: contents,
  UsageLookedBuckets: looked,
  UsageContextContents: { ...contents, buckets: looked },
  UsageFinding: finding,
  BucketUsage: bucketUsage,
  BucketUsagePage: { items: [bucketUsage], total: 1, total_all: 1, page: 1, page_size: 25, has_next: false },
  BucketUsageDetail: { bucket: bucketUsage, contents },
  UsageDay: { day: "2026-05-04", bucket_count: 1, object_count: 1204, used_bytes: 73_400_320 },
  UsageSeries: {
    days: [{ day: "2026-05-04", bucket_count: 1, object_count: 1204, used_bytes: 73_400_320 }],
    kept_days: 365,
    collected: true
  },
  GrownBucket: grown,
  UsageGrowth: {
    from_day: "2026-04-04",
    to_day: "2026-05-04",
    buckets: [grown],
    prefixes: [usagePrefix],
    prefixes_looked_at: moment
  },
  TrafficSums: trafficSums,
  TrafficStep: trafficStep,
  TrafficOperation: { operation: "get_obj", ...trafficSums },
  TrafficBucket: trafficBucket,
  TrafficOfOwner: trafficOwner,
  TrafficEvidence: evidence,
  UsageTraffic: {
    evidence,
    from: "2026-05-03T09:00:00.000Z",
    to: moment,
    step_seconds: 3600,
    total: trafficSums,
    series: [trafficStep],
    by_operation: [{ operation: "get_obj", ...trafficSums }],
    by_bucket: [trafficBucket],
    bucket_count: 1,
    by_owner: [trafficOwner],
    owner_count: 1,
    read_at: moment
  },
  ObjectPage: {
    prefix: "2026/",
    delimiter: "/",
    prefixes: ["2026/05/"],
    objects: [{ key: "2026/readme.txt", size_bytes: 120, etag, storage_class: "STANDARD", modified_at: moment }],
    next_continuation_token: null
  },
  VersionPage: {
    prefix: "2026/",
    delimiter: "",
    prefixes: [],
    versions: [version],
    next_key_marker: null,
    next_version_id_marker: null
  },
  SearchFrame: frame("found", { items: [foundEntry] }),
  FoundEntriesFrame: frame("found", { items: [foundEntry] }),
  SearchProgressFrame: frame("progress", { looked: 20_000, found: 1, last_key: foundEntry.key }),
  SearchResultFrame: frame("result", { looked: 20_120, found: 1, last_key: "2026/zones.csv", complete: true }),
  SearchDoneFrame: frame("done", {}),
  CorsAdvice: {
    state: "no_rule",
    origin: "https://stowage.example.org",
    gateway_url: "https://s3.north.example.org",
    rule: {
      id: "stowage-browser",
      allowed_origins: ["https://stowage.example.org"],
      allowed_methods: ["GET", "HEAD", "PUT"],
      allowed_headers: ["*"],
      expose_headers: ["ETag"],
      max_age_seconds: 3_600
    }
  },
  PendingUploadPage: {
    prefix: "",
    uploads: [
      { key: plan.key, upload_id: "2~example-upload-of-nobody", initiated_at: moment, storage_class: "STANDARD" }
    ],
    next_key_marker: null,
    next_upload_id_marker: null
  },
  ObjectFacts: {
    key: "2026/readme.txt",
    size_bytes: 120,
    etag,
    content_type: "text/plain",
    storage_class: "STANDARD",
    modified_at: moment,
    metadata: { author: "ada" }
  },
  DownloadLink: {
    url: "https://s3.north.example.org/measurements/2026/readme.txt?X-Amz-Signature=made-up",
    transport: "direct"
  },
  OrderArchive: { prefix: "2026/", keys: ["2026/05/", "2026/readme.txt"], objects: ["2026/"] },
  ArchiveOrder: {
    id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
    url: "/api/browser/archives/7c9e6679-7425-40de-944b-e07fc1f90ae7?context_id=12",
    file_name: "2026.zip"
  },
  SharedLink: {
    url: "https://s3.north.example.org/measurements/2026/readme.txt?X-Amz-Signature=made-up",
    expires_at: moment,
    credentials_end_at: null,
    cut_short: false,
    temporary_credentials: false
  },
  CreateFolder: { prefix: "2026/06/" },
  StoredKey: { key: "2026/06/" },
  DeleteKeys: { keys: ["2026/readme.txt"] },
  KeyOutcomes: { results: [{ key: "2026/readme.txt", deleted: true, code: null, detail: null }] },
  StartUpload: {
    key: plan.key,
    size_bytes: 73_400_320,
    content_type: "application/octet-stream",
    file_modified_ms: 1_778_000_000_000
  },
  StartedUpload: { ...plan, resumed: false },
  CompletedUpload: { key: plan.key, checksum: "fDe0XQ==", verified: true },
  OpenUploads: {
    uploads: [
      {
        id,
        bucket: "measurements",
        key: plan.key,
        size_bytes: 73_400_320,
        file_modified_ms: 1_778_000_000_000,
        active_at: moment
      }
    ]
  },
  OpenUpload: {
    id,
    bucket: "measurements",
    key: plan.key,
    size_bytes: 73_400_320,
    file_modified_ms: 1_778_000_000_000,
    active_at: moment
  },
  UploadTag: { key: "team", value: "climate" },
  UploadState: { ...plan, size_bytes: 73_400_320, parts: [part] },
  UploadedPart: part,
  PartNumbers: { part_numbers: [1, 2] },
  PartLinks: {
    links: [
      {
        part_number: 1,
        url: "https://s3.north.example.org/measurements/2026/05/readings.parquet?partNumber=1&X-Amz-Signature=made-up",
        headers: {}
      }
    ]
  },
  ReconciliationReport: {
    status: "completed",
    success_count: 2,
    failure_count: 0,
    unknown_count: 0,
    open_count: 1,
    purged_count: 40
  },
  PurgeReport: { status: "completed", reason: null, purged_count: 18, retention_days: 90 }
}

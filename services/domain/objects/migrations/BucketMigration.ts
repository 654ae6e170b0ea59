import { Schema } from "effect"
import { BucketName, ExistingBucketName } from "../../buckets/BucketName.ts"
import { RowId } from "../../platform/RowId.ts"
import { streamEvent } from "../../platform/streamEvent.ts"
import { Text } from "../../platform/Text.ts"
import { itemStates } from "../../platform/work/runState.ts"
import { WorkItemProgress, WorkRun } from "../../platform/work/WorkRun.ts"
import { CopyLoss, copyLosses } from "../CopyProperties.ts"
import { ComparisonCounts } from "../comparison/BucketComparison.ts"
import { itemActions, migrationActions, migrationStates } from "./migrationState.ts"

export const MAX_MIGRATION_BUCKETS = 100

export const migrationModes = ["one_shot", "pre_sync"] as const

/** `current_only` replaces existing keys of the target; `skip_existing` leaves them. */
export const migrationStrategies = ["current_only", "version_aware", "skip_existing"] as const

const BucketPair = Schema.Struct({ source: ExistingBucketName, target: BucketName }).annotate({
  identifier: "MigrationBuckets"
})

const RequestedPair = Schema.Struct({ source: ExistingBucketName, target: Schema.optionalKey(BucketName) }).annotate({
  identifier: "RequestedMigrationBuckets"
})

/** A run never exceeds it by more than one second's worth. */
const Limit = Schema.optionalKey(
  Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })))
)

const draft = {
  source_context_id: Text(64),
  target_context_id: Text(64),
  buckets: Schema.Array(BucketPair).check(Schema.isMinLength(1), Schema.isMaxLength(MAX_MIGRATION_BUCKETS)),
  /** `pre_sync`: copies, awaits the cutover, locks the source, copies the changes, and compares. */
  mode: Schema.Literals(migrationModes),
  strategy: Schema.Literals(migrationStrategies),
  copy_bucket_settings: Schema.Boolean,
  strong_integrity_check: Schema.Boolean,
  webhook_url: Schema.optionalKey(Schema.NullOr(Text(2_000))),
  accept_losses: Schema.optionalKey(
    Schema.Array(CopyLoss).check(Schema.isMaxLength(copyLosses.length), Schema.isUnique())
  ),
  /** Needs `pre_sync`, `current_only`, `strong_integrity_check` and no accepted losses. Empty buckets stay. */
  delete_source: Schema.optionalKey(Schema.Boolean),
  /** Denies changes to everybody but the owner until the bucket ends; restores the policy byte for byte. */
  lock_target_writes: Schema.optionalKey(Schema.Boolean),
  /** False copies through this service, also between buckets of one gateway. Default true. */
  use_same_endpoint_copy: Schema.optionalKey(Schema.Boolean),
  /** False gives copied versions new ids, also where the cluster S3 key of the target could keep them. Default true. */
  keep_version_ids: Schema.optionalKey(Schema.Boolean),
  max_bytes_per_second: Limit,
  max_requests_per_second: Limit
}
export const MigrationDraft = Schema.Struct(draft).annotate({ identifier: "MigrationDraft" })
export type MigrationDraft = typeof MigrationDraft.Type

const requested = {
  mapping_prefix: Schema.optionalKey(Text(60)),
  buckets: Schema.optionalKey(Schema.Array(RequestedPair).check(Schema.isMaxLength(MAX_MIGRATION_BUCKETS)))
}

export const NewMigrationDraft = Schema.Struct({ ...draft, ...requested }).annotate({
  identifier: "NewMigrationDraft"
})
export type NewMigrationDraft = typeof NewMigrationDraft.Type

/** Absent fields keep their value. Any change resets the precheck. */
export const EditMigrationDraft = Schema.Struct({
  ...requested,
  mode: Schema.optionalKey(draft.mode),
  strategy: Schema.optionalKey(draft.strategy),
  copy_bucket_settings: Schema.optionalKey(draft.copy_bucket_settings),
  strong_integrity_check: Schema.optionalKey(draft.strong_integrity_check),
  webhook_url: draft.webhook_url,
  accept_losses: draft.accept_losses,
  delete_source: draft.delete_source,
  lock_target_writes: draft.lock_target_writes,
  use_same_endpoint_copy: draft.use_same_endpoint_copy,
  keep_version_ids: draft.keep_version_ids,
  max_bytes_per_second: draft.max_bytes_per_second,
  max_requests_per_second: draft.max_requests_per_second
}).annotate({ identifier: "EditMigrationDraft" })
export type EditMigrationDraft = typeof EditMigrationDraft.Type

export const MigrationFinding = Schema.Struct({
  code: Schema.String,
  severity: Schema.Literals(["blocking", "warning", "info"]),
  scope: Schema.String,
  message: Schema.String,
  evidence: Schema.Record(Schema.String, Schema.Json)
}).annotate({ identifier: "MigrationFinding" })
export type MigrationFinding = typeof MigrationFinding.Type

/** `objects`, `bytes`: sums of the source's statistics; null when a bucket has none. */
export const MigrationPrecheck = Schema.Struct({
  checked_at: Schema.String,
  findings: Schema.Array(MigrationFinding),
  objects: Schema.NullOr(Schema.Int),
  bytes: Schema.NullOr(Schema.Int)
}).annotate({ identifier: "MigrationPrecheck" })
export type MigrationPrecheck = typeof MigrationPrecheck.Type

/** `problem`: of the last failed delivery; null without one. */
export const MigrationDeliveries = Schema.Struct({
  pending: Schema.Int,
  delivered: Schema.Int,
  failed: Schema.Int,
  problem: Schema.NullOr(Schema.String)
}).annotate({ identifier: "MigrationDeliveries" })

export const BucketMigration = Schema.Struct({
  id: Schema.Int,
  state: Schema.Literals(migrationStates),
  draft: MigrationDraft,
  /** Null until the first precheck, and after a change of the draft. */
  precheck: Schema.NullOr(MigrationPrecheck),
  actions: Schema.Array(Schema.Literals(migrationActions)),
  /** Null without a webhook. */
  webhook: Schema.NullOr(MigrationDeliveries),
  /** Null until the migration is started. */
  run: Schema.NullOr(WorkRun),
  created_by: WorkRun.fields.started_by,
  created_at: Schema.String
}).annotate({ identifier: "BucketMigration" })
export type BucketMigration = typeof BucketMigration.Type

/** `webhook_secret`: sent once, when the webhook's address is set; null otherwise. */
export const SavedMigration = Schema.Struct({
  ...BucketMigration.fields,
  webhook_secret: Schema.NullOr(Schema.RedactedFromValue(Schema.String))
}).annotate({ identifier: "SavedMigration" })
export type SavedMigration = typeof SavedMigration.Type

export const WebhookTestRequest = Schema.Struct({
  webhook_url: Text(2_000),
  migration_id: Schema.optionalKey(Schema.NullOr(RowId))
}).annotate({ identifier: "WebhookTestRequest" })
export type WebhookTestRequest = typeof WebhookTestRequest.Type

export const WebhookTest = Schema.Struct({
  delivered: Schema.Boolean,
  /** HTTP status; null without an answer. */
  status: Schema.NullOr(Schema.Int),
  summary: Schema.String,
  signed_with: Schema.Literals(["webhook", "test"])
}).annotate({ identifier: "WebhookTest" })
export type WebhookTest = typeof WebhookTest.Type

export const BucketMigrations = Schema.Struct({ items: Schema.Array(BucketMigration) }).annotate({
  identifier: "BucketMigrations"
})

export const MigrationLock = Schema.Struct({
  bucket: Schema.String,
  state: Schema.Literals(["locking", "locked", "releasing"]),
  lifecycle_parked: Schema.Boolean,
  since: Schema.String,
  problem: Schema.NullOr(Schema.String)
}).annotate({ identifier: "MigrationLock" })
export type MigrationLock = typeof MigrationLock.Type

export const migrationItemStates = [...itemStates, "paused"] as const

/** Null: that step of the bucket has not ended. `progress`: null unless running. Locks: null when not locked. */
export const MigrationItem = Schema.Struct({
  id: Schema.Int,
  source: Schema.String,
  target: Schema.String,
  state: Schema.Literals(migrationItemStates),
  progress: Schema.NullOr(WorkItemProgress),
  copied: Schema.NullOr(Schema.Int),
  copied_bytes: Schema.NullOr(Schema.Int),
  verified: Schema.NullOr(ComparisonCounts),
  /** Copies whose source was deleted before the cutover. */
  removed: Schema.NullOr(Schema.Int),
  /** Open at the source when it was locked; they are not copied. */
  unfinished_uploads: Schema.NullOr(Schema.Int),
  source_deleted: Schema.NullOr(Schema.Int),
  problem: Schema.NullOr(Schema.String),
  lock: Schema.NullOr(MigrationLock),
  target_lock: Schema.NullOr(MigrationLock),
  actions: Schema.Array(Schema.Literals(itemActions))
}).annotate({ identifier: "MigrationItem" })
export type MigrationItem = typeof MigrationItem.Type
export const MigrationItems = Schema.Struct({ items: Schema.Array(MigrationItem) }).annotate({
  identifier: "MigrationItems"
})

export const MigrationSubset = Schema.Struct({ subset: Schema.Literals(["failed"]) }).annotate({
  identifier: "MigrationSubset"
})

/** `type`: e.g. `migration.completed`. `item`, `item_state`: null for events of the whole migration. */
export const MigrationEvent = Schema.Struct({
  id: Schema.Int,
  type: Schema.String,
  occurred_at: Schema.String,
  migration_state: Schema.String,
  item: Schema.NullOr(Schema.Int),
  item_state: Schema.NullOr(Schema.String),
  metadata: Schema.NullOr(Schema.Record(Schema.String, Schema.Json))
}).annotate({ identifier: "MigrationEvent" })
export type MigrationEvent = typeof MigrationEvent.Type

export const MigrationSnapshot = Schema.Struct({
  migration: BucketMigration,
  items: Schema.Array(MigrationItem)
}).annotate({ identifier: "MigrationSnapshot" })

export const MigrationStreamEvent = Schema.Union([
  streamEvent("snapshot", MigrationSnapshot),
  streamEvent("item", MigrationItem),
  streamEvent("event", MigrationEvent),
  streamEvent("done", Schema.Struct({}).annotate({ identifier: "MigrationDone" }))
])
export type MigrationStreamEvent = typeof MigrationStreamEvent.Type

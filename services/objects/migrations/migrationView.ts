import { Option, Schema } from "effect"
import { ComparisonCounts } from "#domain/objects/comparison/BucketComparison.ts"
import type {
  BucketMigration,
  MigrationDraft,
  MigrationItem,
  MigrationLock,
  MigrationPrecheck
} from "#domain/objects/migrations/BucketMigration.ts"
import {
  type MigrationState,
  migrationState,
  possibleActions,
  possibleItemActions
} from "#domain/objects/migrations/migrationState.ts"
import type { WorkItem, WorkRun } from "#domain/platform/work/WorkRun.ts"
import type { StoredMigration } from "./MigrationRecords.ts"
import type { StoredSourceLock } from "./SourceLockRecords.ts"

const ItemResult = Schema.Struct({
  copied: Schema.Int,
  copied_bytes: Schema.Int,
  verified: Schema.optionalKey(ComparisonCounts),
  removed: Schema.optionalKey(Schema.Int),
  unfinished_uploads: Schema.optionalKey(Schema.Int),
  source_deleted: Schema.optionalKey(Schema.Int)
})
const readResult = Schema.decodeUnknownOption(ItemResult)

const lockOf = ({ bucket, lifecycle_before, problem, since, state }: StoredSourceLock): MigrationLock => ({
  bucket,
  state,
  lifecycle_parked: lifecycle_before !== null,
  since,
  problem
})

export const migrationItemOf = (
  migration: MigrationState,
  item: WorkItem,
  locks: ReadonlyArray<StoredSourceLock>
): MigrationItem => {
  const lockAt = (side: StoredSourceLock["side"]) => {
    const lock = locks.find((one) => one.item === item.label && one.side === side)
    return lock === undefined ? null : lockOf(lock)
  }
  const result = Option.getOrNull(readResult(item.result))
  return {
    id: item.ordinal,
    source: item.label,
    target: item.detail,
    state: migration === "paused" && item.state === "pending" && item.started_at !== null ? "paused" : item.state,
    progress: item.progress,
    copied: result?.copied ?? null,
    copied_bytes: result?.copied_bytes ?? null,
    verified: result?.verified ?? null,
    removed: result?.removed ?? null,
    unfinished_uploads: result?.unfinished_uploads ?? null,
    source_deleted: result?.source_deleted ?? null,
    problem: item.problem?.detail ?? null,
    lock: lockAt("source"),
    target_lock: lockAt("target"),
    actions: possibleItemActions(migration, item)
  }
}

const blockingOf = (precheck: MigrationPrecheck | null) =>
  precheck === null ? null : precheck.findings.filter(({ severity }) => severity === "blocking").length

const stateOf = (run: WorkRun | null) =>
  migrationState(run === null ? null : { state: run.state, completed: run.totals.completed })

export const migrationView = (stored: StoredMigration, run: WorkRun | null): BucketMigration => ({
  id: stored.id,
  state: stateOf(run),
  draft: stored.draft,
  precheck: stored.precheck,
  actions: possibleActions(stateOf(run), {
    blocking: blockingOf(stored.precheck),
    failed: run?.totals.failed ?? 0
  }),
  webhook: stored.webhook,
  run,
  created_by: { user_id: stored.user_id, email: stored.email },
  created_at: stored.created_at
})

/** Items of a migration that was never started. */
export const pendingItems = ({ buckets }: MigrationDraft): ReadonlyArray<MigrationItem> =>
  buckets.map((pair, index) => ({
    id: index + 1,
    ...pair,
    state: "pending",
    progress: null,
    copied: null,
    copied_bytes: null,
    verified: null,
    removed: null,
    unfinished_uploads: null,
    source_deleted: null,
    problem: null,
    lock: null,
    target_lock: null,
    actions: []
  }))

import { Effect } from "effect"
import {
  afterCutoverEvent,
  type CutoverEvent,
  type CutoverStage,
  type CutoverState,
  deletingCutover,
  initialCutover
} from "#domain/objects/migrations/cutover.ts"
import { verificationProblem } from "#domain/objects/migrations/verifyMigration.ts"
import type { SweepState } from "#domain/objects/objectwork/Sweep.ts"
import type { DomainError } from "#domain/platform/errors/Errors.ts"
import { BucketContents } from "#services/buckets/emptying/BucketContents.ts"
import type { Performed } from "#services/platform/work/WorkKind.ts"
import type { ResolvedSides } from "../comparison/comparisonSides.ts"
import { CutoverPauses } from "./CutoverPauses.ts"
import { deleteSource } from "./deleteSource.ts"
import { afterDelta, deltaPass, noDelta } from "./deltaPass.ts"
import { interruptedCopy } from "./interruptedCopy.ts"
import { migrationSteps, noSettings, earliestWriteTime } from "./migrationSteps.ts"
import {
  copiedCheckpoint,
  finalCheckpoint,
  type MigrationCheckpoint,
  type MigrationWork,
  restedMigration,
  type RollbackInverse
} from "./migrationWork.ts"
import { SourceLocks } from "./SourceLocks.ts"
import type { StoredSourceLock } from "./SourceLockRecords.ts"

const MAX_UPLOADS_IN_REPORT = 100

const afterEvent = (state: CutoverState, event: CutoverEvent): CutoverState => {
  const next = afterCutoverEvent(state, event)
  if (next === null) throw new Error(`a cutover knows no ${event} in ${state.stage}`)
  return next
}

/** A pause in the cutover releases the lock and starts over. */
export const cutoverBucket = Effect.gen(function* () {
  const { copyObjects, copySettings, createMissing, keepVersions, lockTarget, outcomeOf, unlockTarget } =
    yield* migrationSteps
  const { lockSettling } = yield* CutoverPauses
  const finishInterrupted = yield* interruptedCopy
  const [locks, contents] = yield* Effect.all([SourceLocks, BucketContents])
  const passOver = yield* deltaPass
  const deleteVerified = yield* deleteSource

  const unfinishedUploads = ({ source: { bucket, context } }: ResolvedSides) =>
    Effect.map(contents.uploads(context.s3, bucket), (uploads) => ({
      count: uploads.length,
      keys: uploads.slice(0, MAX_UPLOADS_IN_REPORT).map(({ key }) => key)
    }))

  return Effect.fnUntraced(function* (work: MigrationWork, resolved: ResolvedSides) {
    const { caller, isRepeated: continued, params, runId } = work
    const { draft } = params
    const { source } = resolved
    const isDeleting = work.notes?.deletion_begun === true
    const noted = isDeleting
      ? { created: work.notes?.created ?? false, changes: work.notes?.changes ?? [] }
      : yield* createMissing(work, resolved)
    if (!isDeleting) {
      yield* keepVersions(work, resolved.target, noted)
      yield* lockTarget(work, resolved)
    }
    const synced = copiedCheckpoint(work, noted) ?? (yield* copyObjects(work, resolved, noted))
    if (synced === null) return restedMigration
    const { copied } = synced
    const waiting: Performed<RollbackInverse> = {
      outcome: "awaiting",
      result: { copied: copied.done, copied_bytes: copied.bytes },
      inverse: {}
    }
    let state = isDeleting
      ? deletingCutover
      : afterEvent({ ...initialCutover, deletion: draft.delete_source === true ? "wanted" : "none" }, "done")
    if (!continued && !isDeleting) return waiting

    if (!isDeleting) yield* finishInterrupted(runId, resolved, work.notes?.copy ?? null)
    let since: Date | null = synced.synced_since === undefined ? null : new Date(synced.synced_since)
    let lock: StoredSourceLock | null = null
    let report = noDelta
    let total: SweepState = { ...copied, failed: 0, named: [] }
    let removed = 0
    let deletion: MigrationCheckpoint = synced
    let uploads = { count: 0, keys: [] as ReadonlyArray<string> }
    let settings: Effect.Success<ReturnType<typeof copySettings>> = noSettings
    const problems: Array<string> = []

    const pass = Effect.fnUntraced(function* (label: string, apply: boolean) {
      const startedAt = yield* earliestWriteTime
      const passReport = yield* passOver(work, resolved, {
        since: apply ? since : null,
        apply,
        removes: true,
        label,
        note: (copy, progress) => work.note({ ...synced, copy }, progress)
      })
      if (passReport === null) return null
      report = passReport
      removed += passReport.removed
      if (apply) total = afterDelta(total, passReport)
      return startedAt
    })

    const stages: Record<
      Exclude<CutoverStage, "pre_sync" | "awaiting_cutover" | "ended">,
      Effect.Effect<CutoverEvent | "rested", DomainError>
    > = {
      catch_up: Effect.gen(function* () {
        const startedAt = yield* pass("Copying changes", true)
        if (startedAt === null) return "rested"
        since = startedAt
        return "done"
      }),
      lock: Effect.gen(function* () {
        if (yield* work.isPauseRequested) return "rested"
        lock = yield* locks.lock(caller, runId, { ...source, side: "source", item: source.bucket, owner: null })
        uploads = yield* unfinishedUploads(resolved)
        yield* work.note(synced, { done: 0, total: null, unit: "objects", note: "Source locked" })
        yield* Effect.sleep(lockSettling)
        return "done"
      }),
      final_sync: Effect.gen(function* () {
        if ((yield* pass("Source locked: copying the last changes", true)) === null) return "rested"
        since = null
        return "done"
      }),
      verify: Effect.gen(function* (): Effect.fn.Return<CutoverEvent | "rested", DomainError> {
        if ((yield* pass("Source locked: comparing", false)) === null) return "rested"
        if (lock === null || !(yield* locks.isLocked(source.context, lock))) {
          problems.push("the lock of the source was removed during the cutover")
          return "failed"
        }
        const isEqual = report.changes === 0 && verificationProblem(report.counts, draft) === null
        return isEqual ? "done" : "differs"
      }),
      delete_source: Effect.gen(function* (): Effect.fn.Return<CutoverEvent | "rested", DomainError> {
        if (lock === null) return "failed"
        const started = { ...deletion, copy: null, deletion_begun: true }
        const deletionResult = yield* deleteVerified(work, resolved, lock, {
          isBegun: deletion.deletion_begun === true,
          note: (count, progress) => {
            deletion = { ...started, source_deleted: (synced.source_deleted ?? 0) + count }
            return work.note(deletion, progress)
          }
        })
        if (deletionResult === "rested") return "rested"
        report = { ...report, counts: deletionResult.counts ?? report.counts }
        if (deletionResult.problem === null) return "done"
        problems.push(deletionResult.problem)
        return "failed"
      }),
      unlock: Effect.gen(function* () {
        const problem = yield* locks.release(caller, runId, source.bucket, "source")
        if (problem === null) return "done"
        problems.push(`the source could not be unlocked yet, which is retried: ${problem}`)
        return "failed"
      }),
      settings: Effect.gen(function* () {
        problems.push(...(yield* unlockTarget(work, resolved)))
        if (draft.copy_bucket_settings) settings = yield* copySettings(work, resolved)
        return "done" as const
      })
    }

    if (!isDeleting) state = afterEvent(state, "continued")
    while (state.stage !== "ended" && state.stage !== "pre_sync" && state.stage !== "awaiting_cutover") {
      const event = yield* stages[state.stage]
      if (event === "rested") return restedMigration
      state = afterEvent(state, event)
    }
    // a retry continues a deletion that began
    const changes = [...noted.changes, ...settings.changes]
    const isDeleted = deletion.deletion_begun === true
    yield* work.note(
      isDeleted
        ? { ...deletion, ...noted, changes }
        : finalCheckpoint({ ...synced, copied: total }, { ...noted, changes })
    )
    if (report.skippedVersionIds.length > 0)
      problems.push(
        `deleted at the source, but written at the target since: ${report.skippedVersionIds.slice(0, 5).join(", ")}`
      )
    if (draft.copy_bucket_settings && problems.length > 0 && settings === noSettings)
      problems.push("settings were not copied")
    return outcomeOf(
      draft,
      total,
      report.counts,
      settings,
      {
        removed,
        unfinished_uploads: uploads.count,
        unfinished_upload_keys: uploads.keys,
        ...(isDeleted ? { source_deleted: deletion.source_deleted ?? 0 } : {})
      },
      problems
    )
  })
})

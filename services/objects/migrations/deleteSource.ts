import { Effect, Option, Schema } from "effect"
import type { ComparisonCounts } from "#domain/objects/comparison/BucketComparison.ts"
import { keyOrder } from "#domain/objects/keyOrder.ts"
import { CertifiedObject } from "#domain/objects/migrations/certificate.ts"
import { decideSourceDeletion } from "#domain/objects/migrations/sourceDeletion.ts"
import { hasLockStatement } from "#domain/objects/migrations/sourceLock.ts"
import type { WorkItemProgress } from "#domain/platform/work/WorkRun.ts"
import { BucketContents } from "#services/buckets/emptying/BucketContents.ts"
import { FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import { deleteKeys } from "#services/objects/deleteKeys.ts"
import { ObjectDetailStore } from "#services/objects/ObjectDetailStore.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { compareContent } from "../comparison/compareContent.ts"
import type { ResolvedSides } from "../comparison/comparisonSides.ts"
import { mergedListings } from "../comparison/listedEntries.ts"
import { MigrationManifests, type StoredManifest } from "./MigrationManifests.ts"
import type { MigrationWork } from "./migrationWork.ts"
import type { StoredSourceLock } from "./SourceLockRecords.ts"
import { SourceLocks } from "./SourceLocks.ts"

interface DeletionOrder {
  readonly isBegun: boolean
  readonly note: (deleted: number, progress: WorkItemProgress) => Effect.Effect<void>
}

interface DeletionReport {
  readonly counts: ComparisonCounts | null
  readonly problem: string | null
}

const readObject = Schema.decodeUnknownOption(Schema.fromJsonString(CertifiedObject))

/** Finds keys, requested in order, in the pages of a manifest. */
const certifiedKeys = (manifests: MigrationManifests["Service"], { id, pages }: StoredManifest) => {
  let page = 0
  let pageObjects: ReadonlyArray<CertifiedObject> = []
  return Effect.fnUntraced(function* (key: string) {
    while (page < pages && (pageObjects.length === 0 || keyOrder(pageObjects.at(-1)?.key ?? "", key) < 0)) {
      const lines = (yield* manifests.page(id, page)).split("\n")
      pageObjects = lines.flatMap((line) => Option.toArray(readObject(line)))
      page += 1
    }
    return pageObjects.find((one) => one.key === key) ?? null
  })
}

/** Deletes objects that the last comparison proved equal. The first one written past the lock ends the deletion. */
export const deleteSource = Effect.gen(function* () {
  const [details, pages, store] = yield* Effect.all([ObjectDetailStore, BucketPages, ObjectStore])
  const [manifests, locks, contents] = yield* Effect.all([MigrationManifests, SourceLocks, BucketContents])
  const [features, audited] = yield* Effect.all([FeatureStore, Audited])
  const remove = yield* deleteKeys

  const refusal = Effect.fnUntraced(function* (
    { source, target }: ResolvedSides,
    lock: StoredSourceLock,
    manifest: StoredManifest | null
  ) {
    if (manifest === null) return "the source was not deleted: its comparison is not stored"
    const { different, missing, unknown } = manifest.counts
    if (different + missing + unknown > 0) return "the source was not deleted: not every object was proved equal"
    const { versioning } = yield* contents.settings(source.context.s3, source.bucket)
    if (versioning === "enabled" || versioning === "suspended")
      return "the source was not deleted: it keeps versions, which are not copied"
    // two contexts may reach one bucket by different names
    if (hasLockStatement(yield* features.read(target.context, target.bucket, "policy"), lock.statement))
      return "the source was not deleted: source and target are the same bucket"
    return null
  })

  return Effect.fnUntraced(function* (
    { caller, isPauseRequested, runId }: MigrationWork,
    resolved: ResolvedSides,
    lock: StoredSourceLock,
    { isBegun, note }: DeletionOrder
  ) {
    const { source } = resolved
    const manifest = (yield* manifests.ofRun(runId)).find(({ portion }) => portion === source.bucket) ?? null
    const reportOf = (problem: string | null): DeletionReport => ({ counts: manifest?.counts ?? null, problem })
    const refused = yield* refusal(resolved, lock, manifest)
    if (refused !== null || manifest === null) return reportOf(refused)
    if (yield* isPauseRequested) return "rested" as const

    let deleted = 0
    const noteDeleted = Effect.suspend(() =>
      note(deleted, {
        done: deleted,
        total: manifest.counts.source_objects,
        unit: "objects",
        note: "Source locked: deleting its objects"
      })
    )
    const entity = { type: "bucket", id: source.bucket, label: source.bucket }
    const by = byCaller(caller, "manager")
    // before the first delete: no delta pass may run from here on
    yield* isBegun
      ? noteDeleted
      : noteDeleted.pipe(
          audited.rows("bucket.source_deletion.begin", entity, {
            by,
            message: `The objects of bucket ${source.bucket} are deleted after its migration`,
            metadata: { run_id: runId, objects: manifest.counts.source_objects }
          })
        )
    yield* locks.allowDeletes(caller, source.context, lock)

    const compare = compareContent({ details, store }, resolved)
    const next = mergedListings({ store, pages }, resolved, false, null)
    const certified = certifiedKeys(manifests, manifest)
    const deleteBatch = Effect.fnUntraced(function* (keys: ReadonlyArray<string>) {
      if (keys.length === 0) return null
      const entries = keys.map((key) => ({ key, versionId: null }))
      const outcomes = yield* remove(source.context.s3, source.bucket, entries, { background: true })
      const failed = outcomes.filter(({ code }) => code !== null)
      deleted += keys.length - failed.length
      const [first] = failed
      return first === undefined ? null : `${failed.length} could not be deleted at the source, e.g. ${first.key}`
    })
    const pass = Effect.gen(function* () {
      for (;;) {
        if (yield* isPauseRequested) return "rested" as const
        const batch = yield* next
        if (batch === null) return null
        if (!(yield* locks.isLocked(source.context, lock))) return "the lock of the source was removed"
        const keys: Array<string> = []
        let stop: string | null = null
        for (const pair of (yield* compare(batch)).pairs) {
          const decision = decideSourceDeletion(pair, yield* certified(pair.key))
          if (decision === "delete") keys.push(pair.key)
          if (decision === "stop") {
            stop = `${pair.key} was written past the lock, and is not at the target as it is at the source`
            break
          }
        }
        const problem = stop ?? (yield* deleteBatch(keys))
        yield* noteDeleted
        if (problem !== null) return problem
      }
    })
    const end = yield* pass
    if (end === "rested") return end
    const problem = end === null ? null : `the source was not deleted to its end: ${end}`
    yield* noteDeleted.pipe(
      audited.rows("bucket.source_deletion.end", entity, {
        by,
        status: problem === null ? "success" : "failure",
        message: `${deleted} objects of bucket ${source.bucket} were deleted after its migration`,
        metadata: { run_id: runId, objects: deleted, problem }
      })
    )
    return reportOf(problem)
  })
})

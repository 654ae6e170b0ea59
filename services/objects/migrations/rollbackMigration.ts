import { Effect } from "effect"
import { compareWithCopy } from "#domain/objects/objectwork/ObjectCopy.ts"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { Buckets } from "#services/buckets/Buckets.ts"
import { FeatureChanges } from "#services/buckets/features/FeatureChanges.ts"
import { FeatureEdits } from "#services/buckets/features/FeatureEdits.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import type { ResolvedSides } from "../comparison/comparisonSides.ts"
import type { CopyResult } from "../objectwork/copyBatch.ts"
import type { CopyCheckpoint } from "../objectwork/copyPortion.ts"
import { factsAt } from "../objectwork/factsAt.ts"
import { removeCopies } from "../objectwork/removeCopies.ts"
import { interruptedCopy } from "./interruptedCopy.ts"
import { MigrationManifests } from "./MigrationManifests.ts"

interface Rollback {
  readonly caller: Caller
  readonly runId: number
  readonly notes: {
    readonly copy: CopyCheckpoint | null
    readonly created?: boolean
    readonly changes?: ReadonlyArray<number>
    readonly deletion_begun?: boolean
  } | null
  readonly resolved: ResolvedSides
}

const SOURCE_LOST = "its source is gone or was changed: this may be the only copy"

/** Deletes only unchanged copies whose source still has them. Conflict `stale_plan` names what stays. */
export const rollbackMigration = Effect.gen(function* () {
  const [buckets, changes, edits] = yield* Effect.all([Buckets, FeatureChanges, FeatureEdits])
  const [store, manifests] = yield* Effect.all([ObjectStore, MigrationManifests])
  const finishInterrupted = yield* interruptedCopy
  const remove = yield* removeCopies

  return Effect.fnUntraced(function* ({ caller, notes, resolved: { source, target }, runId }: Rollback) {
    const portion = source.bucket
    if (notes?.deletion_begun === true)
      return yield* new Conflict({
        code: "stale_plan",
        detail: "Objects of the source were deleted: the target may hold the only copies"
      })
    yield* manifests.clear(runId, portion)
    yield* finishInterrupted(runId, { source, target }, notes?.copy ?? null)
    const mustStay = (copies: ReadonlyArray<CopyResult>) =>
      Effect.map(
        factsAt(store, source.context.s3, source.bucket)(copies.map(({ key }) => key)),
        (sources) =>
          new Map(
            copies.flatMap(({ facts, key }) => {
              const now = sources.get(key)
              return now !== undefined && compareWithCopy(now, facts) !== "different"
                ? []
                : [[key, SOURCE_LOST] as const]
            })
          )
      )
    yield* remove(target.context.s3, target.bucket, {
      runId,
      portion,
      goneBack: () => Effect.succeed(new Map()),
      mustStay
    })
    if (notes?.created === true) {
      yield* buckets.remove(caller, target.context, target.bucket).pipe(
        Effect.catchTag("NotFound", () => Effect.void),
        // objects of others, or versions, stay with their bucket
        Effect.catchIf(
          (error) => error._tag === "StorageError" && error.storage_status === 409,
          () => Effect.void
        )
      )
      return
    }
    for (const id of (notes?.changes ?? []).toReversed()) {
      const change = yield* changes.find(target.context.listingKey, target.bucket, id)
      if (change.undone_by === null) yield* edits.putBack(caller, target.context, target.bucket, change, id)
    }
  })
})

import { Effect } from "effect"
import { type ComparisonCounts, noCounts, sumCounts } from "#domain/objects/comparison/BucketComparison.ts"
import type { ComparedPair } from "#domain/objects/comparison/compareEntries.ts"
import { certifiedObjects } from "#domain/objects/migrations/certificate.ts"
import type { MigrationManifests } from "./MigrationManifests.ts"

/** Without `complete`, the manifest is part of no certificate. */
export const migrationManifest = Effect.fnUntraced(function* (
  manifests: MigrationManifests["Service"],
  runId: number,
  portion: string
) {
  const id = yield* manifests.begin(runId, portion)
  let pages = 0
  let counts: ComparisonCounts = noCounts
  return {
    add: Effect.fnUntraced(function* (batch: {
      readonly counts: ComparisonCounts
      readonly pairs: ReadonlyArray<ComparedPair>
    }) {
      yield* manifests.add(id, pages, certifiedObjects(batch.pairs))
      pages += 1
      counts = sumCounts(counts, batch.counts)
    }),
    complete: Effect.suspend(() => manifests.complete(id, pages, counts))
  }
})

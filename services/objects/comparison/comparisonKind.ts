import { Effect, Schema, Stream } from "effect"
import {
  ComparisonCounts,
  countDifferent,
  MAX_STORED_DIFFERENCES,
  noCounts,
  sumCounts
} from "#domain/objects/comparison/BucketComparison.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import { ObjectDetailStore } from "#services/objects/ObjectDetailStore.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import type { Performed, WorkKind } from "#services/platform/work/WorkKind.ts"
import { compareContent } from "./compareContent.ts"
import { compareSettings } from "./compareSettings.ts"
import { ComparisonDifferences } from "./ComparisonDifferences.ts"
import { comparisonSides, ComparisonSide } from "./comparisonSides.ts"
import { mergedListings } from "./listedEntries.ts"

export const bucketComparison = "bucket_comparison"

export const ComparisonParams = Schema.Struct({
  source: ComparisonSide,
  target: ComparisonSide,
  content: Schema.Boolean,
  settings: Schema.Boolean,
  versions: Schema.Boolean
})
export type ComparisonParams = typeof ComparisonParams.Type

const Target = Schema.Struct({ part: Schema.Literals(["content", "settings"]) })
type Target = typeof Target.Type

const Notes = Schema.Struct({ after: Schema.String, counts: ComparisonCounts })
type Notes = typeof Notes.Type

export const comparisonKind = Effect.gen(function* () {
  const [details, pages, store] = yield* Effect.all([ObjectDetailStore, BucketPages, ObjectStore])
  const differences = yield* ComparisonDifferences
  const settingsOf = yield* compareSettings
  const sides = yield* comparisonSides

  const kind: WorkKind<ComparisonParams, Target, Notes, null> = {
    name: bucketComparison,
    scope: "manager",
    listing: ({ source }) => source.listing_key,
    params: ComparisonParams,
    target: Target,
    notes: Notes,
    inverse: Schema.Null,
    exclusionKey: () => null,
    maxConcurrency: 2,
    plan: ({ content, settings, source, target }) =>
      Effect.succeed({
        title: `Compare ${source.bucket} with ${target.bucket}`,
        warnings: [],
        excluded: [],
        items: Stream.fromIterable(
          (["content", "settings"] as const)
            .filter((part) => (part === "content" ? content : settings))
            .map((part) => ({
              key: part,
              label: part === "content" ? "Objects" : "Settings",
              detail: source.bucket,
              before: "",
              after: `compared with ${target.bucket}`,
              sort: part,
              phase: 1,
              target: { part }
            }))
        )
      }),

    perform: Effect.fn("Comparison.perform")(function* ({
      caller,
      note,
      notes,
      params,
      isPauseRequested,
      runId,
      target: { part }
    }) {
      const resolved = yield* sides.ofStarter(caller, params)
      const done = (result: Performed<null>["result"]): Performed<null> => ({
        outcome: "completed",
        result,
        inverse: null
      })
      if (part === "settings") {
        const compared = yield* settingsOf(resolved)
        return done({ settings: compared.map(({ comparison }) => ({ ...comparison })) })
      }
      const checkRights = yield* sides.rightsCheck(caller, params)
      const compare = compareContent({ details, store }, resolved)
      const next = mergedListings({ store, pages }, resolved, params.versions, notes?.after ?? null)
      let counts = notes?.counts ?? noCounts
      for (;;) {
        const pairs = yield* next
        if (pairs === null) return done({ objects: counts })
        yield* checkRights
        const batch = yield* compare(pairs)
        yield* differences.add(
          runId,
          batch.differences.slice(0, Math.max(0, MAX_STORED_DIFFERENCES - countDifferent(counts)))
        )
        counts = sumCounts(counts, batch.counts)
        yield* note(
          { after: batch.end, counts },
          { done: Math.max(counts.source_objects, counts.target_objects), total: null, unit: "objects", note: "" }
        )
        if (yield* isPauseRequested) return { outcome: "rested", result: {}, inverse: null }
      }
    }),

    undo: () => Effect.void
  }
  return kind
})

import { Context, type Effect } from "effect"
import type { DifferenceKind, ObjectDifference } from "#domain/objects/comparison/BucketComparison.ts"

export class ComparisonDifferences extends Context.Service<
  ComparisonDifferences,
  {
    /** Stores up to `MAX_STORED_DIFFERENCES` per run. Idempotent per key. */
    readonly add: (runId: number, differences: ReadonlyArray<ObjectDifference>) => Effect.Effect<void>
    readonly page: (
      runId: number,
      query: { readonly after: string; readonly limit: number; readonly kinds?: ReadonlyArray<DifferenceKind> }
    ) => Effect.Effect<ReadonlyArray<ObjectDifference>>
  }
>()("stowage/services/objects/comparison/ComparisonDifferences") {}

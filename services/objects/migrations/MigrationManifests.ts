import { Context, type Effect } from "effect"
import type { ComparisonCounts } from "#domain/objects/comparison/BucketComparison.ts"

export interface StoredManifest {
  readonly id: number
  readonly portion: string
  readonly verified_at: string
  readonly counts: ComparisonCounts
  readonly pages: number
}

/** Compared objects of migrations as pages of text. `portion`: the source bucket. */
export class MigrationManifests extends Context.Service<
  MigrationManifests,
  {
    readonly begin: (runId: number, portion: string) => Effect.Effect<number>
    /** `page`: from 0, without gaps. */
    readonly add: (id: number, page: number, text: string) => Effect.Effect<void>
    readonly complete: (id: number, pages: number, counts: ComparisonCounts) => Effect.Effect<void>
    readonly clear: (runId: number, portion: string) => Effect.Effect<void>
    /** Complete manifests. */
    readonly ofRun: (runId: number) => Effect.Effect<ReadonlyArray<StoredManifest>>
    readonly page: (id: number, page: number) => Effect.Effect<string>
  }
>()("stowage/services/objects/migrations/MigrationManifests") {}

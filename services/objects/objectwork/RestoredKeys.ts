import { Context, type Effect } from "effect"
import type { RestoreAct } from "#domain/objects/objectwork/PointInTime.ts"

/** What a run does, or did, to one key. */
export interface RestoredKey {
  readonly key: string
  readonly act: RestoreAct
  /** The version that was current before. */
  readonly was: string
  /** The version that is laid on top; null where a marker comes. */
  readonly source: string | null
  /** The version or marker that the run made, `""` where it made none; null: it was begun, and nobody knows whether it was done. */
  readonly made: string | null
}

/** What runs that restore folders did to each key, as rows: to be undone by, and to be gone on with after a death. */
export class RestoredKeys extends Context.Service<RestoredKeys, {
  /** Writes down what is begun; what stands already stays. */
  readonly begin: (runId: number, key: RestoredKey) => Effect.Effect<void>
  readonly made: (runId: number, key: string, version: string) => Effect.Effect<void>
  /** Those of some keys that a run has begun. */
  readonly known: (runId: number, keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<RestoredKey>>
  /** What was done, behind a key, in their order. */
  readonly done: (runId: number, after: string | null, limit: number) => Effect.Effect<ReadonlyArray<RestoredKey>>
  readonly forget: (runId: number, key: string) => Effect.Effect<void>
}>()("stowage/services/objects/objectwork/RestoredKeys") {}

import { Context, type Effect } from "effect"
import type { RestoreAct } from "#domain/objects/objectwork/PointInTime.ts"

export interface RestoredKey {
  readonly key: string
  readonly act: RestoreAct
  readonly was: string
  readonly source: string | null
  readonly made: string | null
}

export class RestoredKeys extends Context.Service<
  RestoredKeys,
  {
    /** Stores a key before its change; an existing row stays. */
    readonly begin: (runId: number, key: RestoredKey) => Effect.Effect<void>
    readonly record: (runId: number, key: string, version: string) => Effect.Effect<void>
    readonly known: (runId: number, keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<RestoredKey>>
    readonly done: (runId: number, after: string | null, limit: number) => Effect.Effect<ReadonlyArray<RestoredKey>>
    readonly forget: (runId: number, key: string) => Effect.Effect<void>
  }
>()("stowage/services/objects/objectwork/RestoredKeys") {}

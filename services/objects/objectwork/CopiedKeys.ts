import { Context, type Effect } from "effect"
import type { CopyResult } from "./copyBatch.ts"

/** Copies made by runs, for their undo. `portion`: item of the run. */
export class CopiedKeys extends Context.Service<
  CopiedKeys,
  {
    /** At most 1,000 copies; a newer copy replaces an older one of the same key. */
    readonly record: (runId: number, portion: string, copies: ReadonlyArray<CopyResult>) => Effect.Effect<void>
    readonly page: (
      runId: number,
      portion: string,
      after: string | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<CopyResult>>
    readonly find: (
      runId: number,
      portion: string,
      keys: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<CopyResult>>
    readonly forget: (runId: number, portion: string, keys: ReadonlyArray<string>) => Effect.Effect<void>
  }
>()("stowage/services/objects/objectwork/CopiedKeys") {}

import { Context, type Effect } from "effect"
import type { MadeCopy } from "./copyBatch.ts"

/** What runs that copy objects made, as rows: to be undone by. `portion`: the item of the run that made it. */
export class CopiedKeys extends Context.Service<CopiedKeys, {
  /** Writes down copies that stand; of a key that is there already, the newer one. At most 1,000. */
  readonly made: (runId: number, portion: string, copies: ReadonlyArray<MadeCopy>) => Effect.Effect<void>
  /** Behind a key, in their order. */
  readonly page: (runId: number, portion: string, after: string | null, limit: number) => Effect.Effect<ReadonlyArray<MadeCopy>>
  readonly forget: (runId: number, portion: string, keys: ReadonlyArray<string>) => Effect.Effect<void>
}>()("stowage/services/objects/objectwork/CopiedKeys") {}

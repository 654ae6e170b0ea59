import { Context, type Effect } from "effect"
import type { SeenAs } from "./factsAt.ts"

/** An object that a run laid under a delete marker. */
export interface HiddenKey {
  readonly key: string
  /** What was current. */
  readonly facts: SeenAs
  /** The marker's version; null: the run was killed before it heard of it. */
  readonly marker: string | null
}

/** What runs that delete laid under delete markers, as rows: to be undone by. `portion`: the item of the run that did it. */
export class HiddenKeys extends Context.Service<HiddenKeys, {
  /** Writes down what is about to be hidden. At most 1,000, as each of these. */
  readonly hiding: (runId: number, portion: string, keys: ReadonlyArray<Omit<HiddenKey, "marker">>) => Effect.Effect<void>
  /** Of what was written down: its markers. */
  readonly hidden: (runId: number, portion: string, keys: ReadonlyArray<{ readonly key: string; readonly marker: string }>) => Effect.Effect<void>
  /** Behind a key, in their order. */
  readonly page: (runId: number, portion: string, after: string | null, limit: number) => Effect.Effect<ReadonlyArray<HiddenKey>>
  readonly forget: (runId: number, portion: string, keys: ReadonlyArray<string>) => Effect.Effect<void>
}>()("stowage/services/objects/objectwork/HiddenKeys") {}

import { Context, type Effect } from "effect"
import type { ObservedObject } from "./factsAt.ts"

export interface HiddenKey {
  readonly key: string
  readonly facts: ObservedObject
  /** Version of the marker; null when the process died before the response. */
  readonly marker: string | null
}

export class HiddenKeys extends Context.Service<
  HiddenKeys,
  {
    readonly hiding: (
      runId: number,
      portion: string,
      keys: ReadonlyArray<Omit<HiddenKey, "marker">>
    ) => Effect.Effect<void>
    readonly hidden: (
      runId: number,
      portion: string,
      keys: ReadonlyArray<{ readonly key: string; readonly marker: string }>
    ) => Effect.Effect<void>
    readonly page: (
      runId: number,
      portion: string,
      after: string | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<HiddenKey>>
    readonly forget: (runId: number, portion: string, keys: ReadonlyArray<string>) => Effect.Effect<void>
  }
>()("stowage/services/objects/objectwork/HiddenKeys") {}

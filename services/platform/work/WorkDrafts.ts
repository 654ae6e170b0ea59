import { Context, type Duration, type Effect } from "effect"
import type { WorkPlace } from "#domain/platform/work/runState.ts"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { PlannedItem } from "./WorkKind.ts"

export interface WorkDraft {
  readonly kind: string
  readonly title: string
  readonly place: WorkPlace
  readonly params: unknown
  readonly alone: string | null
  readonly caller: Caller
}

/** Runs whose items are still being written. The draft of a dead process is deleted. */
export class WorkDrafts extends Context.Service<
  WorkDrafts,
  {
    /** Null while another run with the same `alone` text is open. `lease`: maximum silence of the writer. */
    readonly open: (draft: WorkDraft, lease: Duration.Duration) => Effect.Effect<number | null>
    readonly add: (
      id: number,
      first: number,
      items: ReadonlyArray<PlannedItem<unknown>>,
      lease: Duration.Duration
    ) => Effect.Effect<boolean>
    readonly enqueue: (id: number, planHash: string) => Effect.Effect<boolean>
    readonly drop: (id: number) => Effect.Effect<void>
  }
>()("stowage/services/platform/work/WorkDrafts") {}

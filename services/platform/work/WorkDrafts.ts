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

/** Runs that are being written down, before anything of them is done. One whose process died goes by itself. */
export class WorkDrafts extends Context.Service<WorkDrafts, {
  /** Null while another one that is `alone` by the same text is open. `lease`: how long it may be silent. */
  readonly open: (draft: WorkDraft, lease: Duration.Duration) => Effect.Effect<number | null>
  /** Adds items behind those that are there, and prolongs the lease; false when the draft is gone. */
  readonly add: (id: number, first: number, items: ReadonlyArray<PlannedItem<unknown>>, lease: Duration.Duration) => Effect.Effect<boolean>
  /** From now on it is a run that waits for its runner; false when the draft is gone. In the caller's transaction. */
  readonly enqueue: (id: number, planHash: string) => Effect.Effect<boolean>
  readonly drop: (id: number) => Effect.Effect<void>
}>()("stowage/services/platform/work/WorkDrafts") {}

import { Schema, Tuple } from "effect"
import { cursorQuery } from "#domain/platform/Cursor.ts"
import { commaSeparated } from "#domain/platform/Filters.ts"
import { RowId } from "#domain/platform/RowId.ts"
import { Shaped } from "#domain/platform/Text.ts"
import { itemStates, runStates } from "#domain/platform/work/runState.ts"
import { WorkEvent, WorkPosition } from "#domain/platform/work/WorkRun.ts"
import { eventFrame } from "./eventFrame.ts"

const shownStates = runStates.filter((state) => state !== "planning")

export const WorkFrame = WorkEvent.mapMembers(Tuple.map(eventFrame)).annotate({ identifier: "WorkFrame" })
export type WorkFrame = typeof WorkFrame.Type

export const runParams = { run_id: RowId }

export const runsQuery = {
  ...cursorQuery(WorkPosition),
  kind: Schema.optionalKey(Shaped(/^[a-z_]{1,64}$/u, 100)),
  state: Schema.optionalKey(commaSeparated(shownStates))
}

export const itemsQuery = { ...cursorQuery(WorkPosition), state: Schema.optionalKey(commaSeparated(itemStates)) }

export const workStreamText =
  "A run as it goes: `snapshot` (the run, and the items that changed since the frame before; after " +
  "`Last-Event-ID` since that one) at " +
  "once and after each change, `done` when it has ended. It stays open while the run is paused."

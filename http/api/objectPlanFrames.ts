import { Schema, Tuple } from "effect"
import { Problem } from "#domain/platform/errors/Problem.ts"
import { streamEvent } from "#domain/platform/streamEvent.ts"
import { CopyPlanEvent, DeletionPlanEvent } from "#domain/objects/objectwork/ObjectPlans.ts"
import { eventFrame } from "./eventFrame.ts"
import { Done } from "./folderHistoryFrames.ts"

export const CopyPlanFrame = Schema.Union([
  ...CopyPlanEvent.members,
  streamEvent("error", Problem),
  streamEvent("done", Done)
])
  .mapMembers(Tuple.map(eventFrame))
  .annotate({ identifier: "CopyPlanFrame" })

export const DeletionPlanFrame = Schema.Union([
  ...DeletionPlanEvent.members,
  streamEvent("error", Problem),
  streamEvent("done", Done)
])
  .mapMembers(Tuple.map(eventFrame))
  .annotate({ identifier: "DeletionPlanFrame" })

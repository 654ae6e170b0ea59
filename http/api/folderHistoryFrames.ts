import { Schema, Tuple } from "effect"
import { Problem } from "#domain/platform/errors/Problem.ts"
import { streamEvent } from "#domain/platform/streamEvent.ts"
import { CleaningPreviewEvent } from "#domain/objects/objectwork/OldVersions.ts"
import { RestorePreviewEvent } from "#domain/objects/objectwork/PointInTime.ts"
import { eventFrame } from "./eventFrame.ts"

export const Done = Schema.Struct({}).annotate({ identifier: "PreviewDone" })

export const RestoreFrame = Schema.Union([
  ...RestorePreviewEvent.members,
  streamEvent("error", Problem),
  streamEvent("done", Done)
])
  .mapMembers(Tuple.map(eventFrame))
  .annotate({ identifier: "RestoreFrame" })

export const CleaningFrame = Schema.Union([
  ...CleaningPreviewEvent.members,
  streamEvent("error", Problem),
  streamEvent("done", Done)
])
  .mapMembers(Tuple.map(eventFrame))
  .annotate({ identifier: "CleaningFrame" })

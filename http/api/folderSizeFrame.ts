import { Schema, Tuple } from "effect"
import { Problem } from "#domain/platform/errors/Problem.ts"
import { streamEvent } from "#domain/platform/streamEvent.ts"
import { FolderSizeEvent } from "#domain/objects/FolderSize.ts"
import { eventFrame } from "./eventFrame.ts"

const Done = Schema.Struct({}).annotate({ identifier: "FolderSizeDone" })

export const FolderSizeFrame = Schema.Union([
  ...FolderSizeEvent.members,
  streamEvent("error", Problem),
  streamEvent("done", Done)
])
  .mapMembers(Tuple.map(eventFrame))
  .annotate({ identifier: "FolderSizeFrame" })
export type FolderSizeFrame = typeof FolderSizeFrame.Type

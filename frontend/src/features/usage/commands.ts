import { commandIn } from "~/lib/command"
import { awsCommand, type Command, type CommandPlace, quoted } from "~/lib/terminal"
import type { TrafficPeriod } from "./usage"

export const usageCommands = (contextId: string): ReadonlyArray<Command> => [
  commandIn({ contextId }, "GET /api/manager/usage-stats/latest"),
  commandIn({ contextId }, "GET /api/manager/usage-stats/buckets", {
    query: { sort_by: "used_bytes", sort_dir: "desc" }
  })
]

export const bucketCommands = (place: CommandPlace, contextId: string): ReadonlyArray<Command> => [
  awsCommand(
    "list-object-versions",
    place,
    ` --query ${quoted(
      "{current: sum(Versions[?IsLatest].Size || `[]`), noncurrent: sum(Versions[?!IsLatest].Size || `[]`), " +
        "markers: length(DeleteMarkers || `[]`)}"
    )}`
  ),
  awsCommand(
    "list-multipart-uploads",
    place,
    ` --query ${quoted("Uploads[].[Initiated, Key, UploadId]")} --output text`
  ),
  commandIn({ contextId, bucket: place.bucket }, "GET /api/manager/usage-stats/buckets/:bucket_name")
]

export const trafficCommands = (contextId: string, period: TrafficPeriod, bucket: string): ReadonlyArray<Command> => [
  commandIn({ contextId }, "GET /api/manager/usage-stats/traffic", {
    query: { period, ...(bucket === "" ? {} : { bucket_name: bucket }) }
  })
]

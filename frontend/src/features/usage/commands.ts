import { commandOf } from "~/lib/command"
import { awsCommand, type Command, type CommandPlace, quoted } from "~/lib/terminal"
import type { TrafficPeriod } from "./usage"
import type { UsageScope } from "./usage-scope"

export const usageCommands = (contextId: string): ReadonlyArray<Command> => [
  commandOf("GET /api/manager/usage-stats/latest", { query: { context_id: contextId } }),
  commandOf("GET /api/manager/usage-stats/buckets", {
    query: { context_id: contextId, sort_by: "used_bytes", sort_dir: "desc" }
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
  commandOf("GET /api/manager/usage-stats/buckets/:bucket_name", {
    params: { bucket_name: place.bucket },
    query: { context_id: contextId }
  })
]

export const trafficCommands = (
  { id, kind }: UsageScope,
  period: TrafficPeriod,
  bucket: string
): ReadonlyArray<Command> => [
  kind === "context"
    ? commandOf("GET /api/manager/usage-stats/traffic", {
        query: { context_id: id, period, ...(bucket === "" ? {} : { bucket_name: bucket }) }
      })
    : commandOf("GET /api/cluster-admin/endpoints/:endpoint_id/usage-stats/traffic", {
        params: { endpoint_id: Number(id) },
        query: { period }
      })
]

export const endpointUsageCommands = (endpointId: string): ReadonlyArray<Command> => [
  commandOf("GET /api/cluster-admin/endpoints/:endpoint_id/usage-stats/latest", {
    params: { endpoint_id: Number(endpointId) }
  }),
  commandOf("GET /api/cluster-admin/endpoints/:endpoint_id/quota/subjects", {
    params: { endpoint_id: Number(endpointId) },
    query: { sort_by: "time_until_full" }
  })
]

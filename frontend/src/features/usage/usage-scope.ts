import { callIn } from "~/client/call"
import { streamIn } from "~/client/sse"
import type { TrafficPeriod, UsageDepth } from "./usage"

/** A context of the Manager, or an endpoint of Cluster Admin with all its buckets. */
export interface UsageScope {
  readonly kind: "context" | "endpoint"
  readonly id: string
}

export const readLatest = async ({ id, kind }: UsageScope, signal: AbortSignal) =>
  kind === "context"
    ? callIn({ contextId: id }, "GET /api/manager/usage-stats/latest", { signal })
    : callIn({ endpointId: id }, "GET /api/cluster-admin/endpoints/:endpoint_id/usage-stats/latest", { signal })

/** `bucket` empty: of all buckets; only a context knows the history of one. */
export const readHistory = async ({ id, kind }: UsageScope, days: number, bucket: string, signal: AbortSignal) =>
  kind === "context"
    ? callIn({ contextId: id }, "GET /api/manager/usage-stats/history", {
        query: { days, bucket_name: bucket },
        signal
      })
    : callIn({ endpointId: id }, "GET /api/cluster-admin/endpoints/:endpoint_id/usage-stats/history", {
        query: { days },
        signal
      })

/** `bucket` empty: of all buckets; only a context knows the traffic of one. */
export const readTraffic = async (
  { id, kind }: UsageScope,
  period: TrafficPeriod,
  bucket: string,
  signal: AbortSignal
) =>
  kind === "context"
    ? callIn({ contextId: id }, "GET /api/manager/usage-stats/traffic", {
        query: { period, bucket_name: bucket },
        signal
      })
    : callIn({ endpointId: id }, "GET /api/cluster-admin/endpoints/:endpoint_id/usage-stats/traffic", {
        query: { period },
        signal
      })

/** An endpoint's buckets are counted, and never looked into. */
export const recountFrames = ({ id, kind }: UsageScope, depth: UsageDepth, signal: AbortSignal) =>
  kind === "context"
    ? streamIn({ contextId: id }, "POST /api/manager/usage-stats/stream", { query: { depth }, signal })
    : streamIn({ endpointId: id }, "POST /api/cluster-admin/endpoints/:endpoint_id/usage-stats/stream", { signal })

export const usagePageHref = ({ id, kind }: UsageScope, page: "" | "buckets" | "traffic"): string =>
  `/${kind === "context" ? "manager" : "cluster-admin"}/usage${page === "" ? "" : `/${page}`}?${new URLSearchParams({
    [`${kind}_id`]: id
  })}`

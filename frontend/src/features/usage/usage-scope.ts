import { call } from "~/client/call"
import { stream } from "~/client/sse"
import type { TrafficPeriod, UsageDepth } from "./usage"

/** A context of the Manager, or an endpoint of Cluster Admin with all its buckets. */
export interface UsageScope {
  readonly kind: "context" | "endpoint"
  readonly id: string
}

const endpointParams = ({ id }: UsageScope) => ({ endpoint_id: Number(id) })

export const readLatest = async (scope: UsageScope, signal: AbortSignal) =>
  scope.kind === "context"
    ? call("GET /api/manager/usage-stats/latest", { query: { context_id: scope.id }, signal })
    : call("GET /api/cluster-admin/endpoints/:endpoint_id/usage-stats/latest", {
        params: endpointParams(scope),
        signal
      })

/** `bucket` empty: of all buckets; only a context knows the history of one. */
export const readHistory = async (scope: UsageScope, days: number, bucket: string, signal: AbortSignal) =>
  scope.kind === "context"
    ? call("GET /api/manager/usage-stats/history", {
        query: { context_id: scope.id, days, ...(bucket === "" ? {} : { bucket_name: bucket }) },
        signal
      })
    : call("GET /api/cluster-admin/endpoints/:endpoint_id/usage-stats/history", {
        params: endpointParams(scope),
        query: { days },
        signal
      })

/** `bucket` empty: of all buckets; only a context knows the traffic of one. */
export const readTraffic = async (scope: UsageScope, period: TrafficPeriod, bucket: string, signal: AbortSignal) =>
  scope.kind === "context"
    ? call("GET /api/manager/usage-stats/traffic", {
        query: { context_id: scope.id, period, ...(bucket === "" ? {} : { bucket_name: bucket }) },
        signal
      })
    : call("GET /api/cluster-admin/endpoints/:endpoint_id/usage-stats/traffic", {
        params: endpointParams(scope),
        query: { period },
        signal
      })

/** An endpoint's buckets are counted, and never looked into. */
export const recountFrames = (scope: UsageScope, depth: UsageDepth, signal: AbortSignal) =>
  scope.kind === "context"
    ? stream("POST /api/manager/usage-stats/stream", { query: { context_id: scope.id, depth }, signal })
    : stream("POST /api/cluster-admin/endpoints/:endpoint_id/usage-stats/stream", {
        params: endpointParams(scope),
        signal
      })

export const usagePageHref = (scope: UsageScope, page: "" | "buckets" | "traffic"): string =>
  scope.kind === "context"
    ? `/manager/usage${page === "" ? "" : `/${page}`}?${new URLSearchParams({ context_id: scope.id })}`
    : `/cluster-admin/usage${page === "" ? "" : `/${page}`}?${new URLSearchParams({ endpoint_id: scope.id })}`

import { DateTime } from "effect"
import type { EndpointsHealth } from "#domain/endpoints/health/EndpointStatus.ts"

type Known = EndpointsHealth["endpoints"][number]

const gauges: ReadonlyArray<readonly [name: string, help: string, value: (endpoint: Known) => number | null]> = [
  ["stowage_endpoint_up", "Whether a storage endpoint answered its last check", ({ health }) => health === null ? null : health.state === "down" ? 0 : 1],
  ["stowage_endpoint_latency_seconds", "Seconds that the last check of a storage endpoint took, if it was answered", ({ health }) =>
    health === null || health.latency_ms === null ? null : health.latency_ms / 1000],
  ["stowage_endpoint_last_check_timestamp_seconds", "When a storage endpoint was checked last", ({ health }) =>
    health === null ? null : DateTime.toEpochMillis(health.checked_at) / 1000],
  ["stowage_endpoint_incident_open", "Whether an incident of a storage endpoint is going on", ({ open_incident }) => open_incident === null ? 0 : 1]
]

/**
 * How storage endpoints are, as Prometheus text: the same from every replica, whichever made the checks. Labels are ids, as those of
 * calls to gateways are: there are as many series as endpoints, and no text of anybody's is among them.
 */
export const endpointMetrics = (endpoints: ReadonlyArray<Known>): string =>
  gauges.map(([name, help, value]) => [
    `# HELP ${name} ${help}`, `# TYPE ${name} gauge`,
    ...endpoints.flatMap((endpoint) => {
      const said = value(endpoint)
      return said === null ? [] : [`${name}{endpoint="endpoint:${endpoint.id}"} ${said}`]
    })
  ].map((line) => `${line}\n`).join("")).join("")

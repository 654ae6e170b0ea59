import { Effect, Metric, type Scope } from "effect"
import { observedGauge } from "#services/platform/health/observed.ts"
import type { LimitFigures, ConcurrencyLimits } from "./ConcurrencyLimits.ts"
import type { Reachability } from "./reachability.ts"

const calls = Metric.gauge("stowage_gateway_calls", {
  description: "Calls to storage gateways that are out, and that wait for their turn"
})
const breakers = Metric.gauge("stowage_gateway_breakers_open", {
  description:
    "Circuit breakers that keep calls from a storage gateway until one succeeds again: of the endpoint, or of " +
    "one of its callers"
})
const turns = Metric.gauge("stowage_gateway_turns", {
  description:
    "Calls of a sort that this process may have out at a storage gateway: its part of what all replicas may have"
})

/** Call the result with each label before its first permit. */
export const limitMetrics = Effect.fnUntraced(function* (
  endpoints: ConcurrencyLimits,
  callers: ConcurrencyLimits,
  reachability: Reachability,
  turnsNow: () => number
) {
  const context = yield* Effect.context<Scope.Scope>()
  const labels = new Set<string>()
  yield* observedGauge(turns, turnsNow)
  const gauges = (endpoint: string) => {
    const readFigure = (gates: ConcurrencyLimits, name: keyof LimitFigures) => () => gates.figures(endpoint)[name]
    return Effect.all(
      [
        observedGauge(Metric.withAttributes(calls, { endpoint, state: "running" }), readFigure(endpoints, "running")),
        observedGauge(Metric.withAttributes(calls, { endpoint, state: "waiting" }), readFigure(endpoints, "waiting")),
        observedGauge(Metric.withAttributes(breakers, { endpoint, of: "endpoint" }), () =>
          reachability.shutOf(endpoint)
        ),
        observedGauge(Metric.withAttributes(breakers, { endpoint, of: "callers" }), readFigure(callers, "open"))
      ],
      { discard: true }
    )
  }
  return (endpoint: string): void => {
    if (labels.has(endpoint)) return
    labels.add(endpoint)
    Effect.runSyncWith(context)(gauges(endpoint))
  }
})

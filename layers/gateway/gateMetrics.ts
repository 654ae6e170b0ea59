import { Effect, Metric, Scope } from "effect"
import { observedGauge } from "#services/platform/health/observed.ts"
import type { GateFigures, Gates } from "./gates.ts"
import type { Ways } from "./ways.ts"

const calls = Metric.gauge("stowage_gateway_calls", { description: "Calls to storage gateways that are out, and that wait for their turn" })
const breakers = Metric.gauge("stowage_gateway_breakers_open", {
  description: "Circuit breakers that keep calls from a storage gateway until one succeeds again: of the endpoint, or of one of its callers"
})
const turns = Metric.gauge("stowage_gateway_turns", {
  description: "Calls of a sort that this process may have out at a storage gateway: its part of what all replicas may have"
})

/**
 * Figures of gates by endpoint, from the first call on: the answer is told each label before a gate of it is entered. Labels are ids
 * of registered endpoints and one word for all that people typed in.
 */
export const gateMetrics = Effect.fnUntraced(function*(endpoints: Gates, callers: Gates, ways: Ways, turnsNow: () => number) {
  const context = yield* Effect.context<Scope.Scope>()
  const known = new Set<string>()
  yield* observedGauge(turns, turnsNow)
  const gauges = (endpoint: string) => {
    const figure = (gates: Gates, name: keyof GateFigures) => () => gates.figures(endpoint)[name]
    return Effect.all([
      observedGauge(Metric.withAttributes(calls, { endpoint, state: "running" }), figure(endpoints, "running")),
      observedGauge(Metric.withAttributes(calls, { endpoint, state: "waiting" }), figure(endpoints, "waiting")),
      observedGauge(Metric.withAttributes(breakers, { endpoint, of: "endpoint" }), () => ways.shutOf(endpoint)),
      observedGauge(Metric.withAttributes(breakers, { endpoint, of: "callers" }), figure(callers, "open"))
    ], { discard: true })
  }
  return (endpoint: string): void => {
    if (known.has(endpoint)) return
    known.add(endpoint)
    Effect.runSyncWith(context)(gauges(endpoint))
  }
})

import { type Context, Effect, Metric } from "effect"
import { LruCache } from "../memory/LruCache.ts"

const boundaries = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, Number.POSITIVE_INFINITY]

/** With attributes of their own: `withAttributes` maps the context at each update, which costs more than counting. */
const countersOf = (endpoint: string, operation: string, outcome: string) => ({
  calls: Metric.counter("stowage_gateway_calls_total", {
    description: "Calls to storage gateways by their end",
    incremental: true,
    attributes: { endpoint, operation, outcome }
  }),
  durations: Metric.histogram("stowage_gateway_call_duration_seconds", {
    description: "Seconds that a gateway call took, with its retries and without waiting for its turn",
    attributes: { endpoint, operation },
    boundaries
  })
})

/** Cached by label: making a counter costs more than counting. */
const counters = new LruCache<ReturnType<typeof countersOf>>(2_000)

export const countCallIn = (
  context: Context.Context<never>,
  endpoint: string,
  operation: string,
  outcome: string,
  seconds: number
): void => {
  const name = `${endpoint} ${operation} ${outcome}`
  let counter = counters.get(name)
  if (counter === undefined) {
    counter = countersOf(endpoint, operation, outcome)
    counters.set(name, counter)
  }
  counter.calls.updateUnsafe(1, context)
  if (outcome !== "refused") counter.durations.updateUnsafe(seconds, context)
}

export const countCall = (endpoint: string, operation: string, outcome: string, seconds: number) =>
  Effect.contextWith((context: Context.Context<never>) =>
    Effect.sync(() => countCallIn(context, endpoint, operation, outcome, seconds))
  )

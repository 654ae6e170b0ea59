import { type Context, Effect, Metric } from "effect"

type Gauge = Metric.Metric<number, Metric.GaugeState<number>>
type Counter = Metric.Metric<number, Metric.CounterState<number>>

const registered = <State>(metric: Metric.Metric<number, State>, get: () => State) =>
  Effect.acquireRelease(
    Effect.contextWith((context: Context.Context<never>) =>
      Effect.sync(() => Metric.registerUnsafe(metric, context, { get, update: () => {}, modify: () => {} }))
    ),
    (registration) => Effect.sync(registration.remove)
  )

/** Computed when it is read: frequent changes cost nothing. */
export const observedGauge = (gauge: Gauge, read: () => number) => registered(gauge, () => ({ value: read() }))

export const observedCounter = (counter: Counter, read: () => number) =>
  registered(counter, () => ({ count: read(), incremental: true }))

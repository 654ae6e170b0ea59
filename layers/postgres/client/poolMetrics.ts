import { Effect, Exit, Metric, type Scope } from "effect"
import { observedCounter, observedGauge } from "#services/platform/health/observed.ts"

const size = Metric.gauge("stowage_database_pool_size", {
  description: "Connections that requests and jobs of this process may use at once"
})
const connections = Metric.gauge("stowage_database_connections", {
  description: "Of these, those that are in use, and those that are left"
})
const waiting = Metric.gauge("stowage_database_waiting", { description: "Who waits for a connection to the database" })
const givenUp = Metric.counter("stowage_database_given_up_total", {
  description: "What the database was not waited for any longer: a free connection, or the answer to a statement",
  incremental: true
})

export const poolMetrics = Effect.fnUntraced(function* (maxConnections: number) {
  const count = { inUse: 0, waiting: 0, connection: 0, statement: 0 }
  yield* observedGauge(size, () => maxConnections)
  yield* observedGauge(Metric.withAttributes(connections, { state: "in_use" }), () => count.inUse)
  yield* observedGauge(Metric.withAttributes(connections, { state: "idle" }), () =>
    Math.max(0, maxConnections - count.inUse)
  )
  yield* observedGauge(waiting, () => count.waiting)
  yield* observedCounter(Metric.withAttributes(givenUp, { of: "connection" }), () => count.connection)
  yield* observedCounter(Metric.withAttributes(givenUp, { of: "statement" }), () => count.statement)

  const countSession = <A, E>(session: Effect.Effect<A, E, Scope.Scope>): Effect.Effect<A, E, Scope.Scope> =>
    Effect.acquireRelease(
      Effect.suspend(() => {
        count.waiting++
        return Effect.onExit(session, (exit) =>
          Effect.sync(() => {
            count.waiting--
            if (Exit.isSuccess(exit)) count.inUse++
          })
        )
      }),
      () =>
        Effect.sync(() => {
          count.inUse--
        }),
      { interruptible: true }
    )
  return {
    taken: countSession,
    gaveUpWaiting: () => {
      count.connection++
    },
    gaveUpStatement: () => {
      count.statement++
    }
  }
})

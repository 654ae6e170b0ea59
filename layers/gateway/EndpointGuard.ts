import { type GatewayFailure, StorageTimeout, Unavailable } from "#domain/errors/Errors.ts"
import { Settings } from "#services/settings/Settings.ts"
import { Clock, Context, Duration, Effect, Exit, Layer, Metric, Option, Schedule, Semaphore } from "effect"
import { type Breaker, breakerAdmit, breakerNext, closed, type Outcome } from "./breaker.ts"
import { isTransient, speaksAgainstGateway } from "./failures.ts"

const calls = Metric.counter("gateway_calls_total", { description: "Calls to storage gateways by their end", incremental: true })
const durations = Metric.histogram("gateway_call_duration_seconds", {
  description: "Seconds that a gateway call took, with its retries and without waiting for its turn",
  boundaries: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, Number.POSITIVE_INFINITY]
})

/** `timeout`: instead of the configured one, for calls that are known to take long (statistics of all buckets). */
export interface GuardOptions {
  readonly timeout?: Duration.Duration
}

/** Retries of idempotent calls: two, after about 50 and 100 ms, so that callers do not come back in step. */
const retries = Schedule.exponential("50 millis").pipe(Schedule.jittered)

interface Gate {
  readonly turns: Semaphore.Semaphore
  breaker: Breaker
}

/**
 * Every call to a gateway goes through here. For each endpoint: a limit of calls in flight, one timeout over all tries
 * of a call, retries where nothing can happen twice, and a circuit breaker, so that a dead gateway costs its callers
 * nothing and is not hammered when it comes back. Each call is a span and counted by its end.
 */
export class EndpointGuard extends Context.Service<EndpointGuard, {
  /**
   * `endpointKey`: whose limits, e.g. `endpoint:3` (see `endpointKey`). `operation`: e.g. `rgw.GetAccount`; span and metric label.
   * `idempotent`: doing it twice does no harm, so it may be tried again after a broken connection.
   * Errors that are no gateway failures (NotFound, Conflict …) pass and count as answers of a healthy gateway.
   */
  readonly run: <A, E, R>(
    endpointKey: string,
    operation: string,
    idempotent: boolean,
    call: Effect.Effect<A, E | GatewayFailure, R>,
    options?: GuardOptions
  ) => Effect.Effect<A, E | GatewayFailure, R>
}>()("stowage/layers/gateway/EndpointGuard") {
  static readonly layer = Layer.effect(EndpointGuard, Effect.gen(function*() {
    const { concurrency, timeout } = (yield* Settings).gateway
    const gates = new Map<string, Gate>()

    const gateOf = (key: string): Gate => {
      const known = gates.get(key)
      if (known !== undefined) return known
      const made: Gate = { turns: Semaphore.makeUnsafe(concurrency), breaker: closed }
      gates.set(key, made)
      return made
    }

    const run = <A, E, R>(
      endpointKey: string,
      operation: string,
      idempotent: boolean,
      call: Effect.Effect<A, E | GatewayFailure, R>,
      options: GuardOptions = {}
    ): Effect.Effect<A, E | GatewayFailure, R> => {
      const gate = gateOf(endpointKey)
      const patient = idempotent
        ? Effect.retry(call, { schedule: retries, times: 2, while: isTransient })
        : call
      const timed = Effect.timeoutOrElse(patient, {
        duration: options.timeout ?? timeout,
        orElse: () => Effect.fail(new StorageTimeout({ operation }))
      })
      const admitted = Effect.uninterruptibleMask((restore) =>
        Effect.gen(function*() {
          const began = yield* Clock.currentTimeMillis
          const [passes, next] = breakerAdmit(gate.breaker, began)
          gate.breaker = next
          if (!passes) {
            yield* count(endpointKey, operation, "refused", 0)
            return yield* new Unavailable({ detail: "The storage gateway does not answer; it is tried again in a moment" })
          }
          const exit = yield* Effect.exit(restore(timed))
          const ended = yield* Clock.currentTimeMillis
          gate.breaker = breakerNext(gate.breaker, outcomeOf(exit), ended)
          yield* count(endpointKey, operation, labelOf(exit), (ended - began) / 1000)
          return yield* exit
        }))
      return gate.turns.withPermit(admitted).pipe(
        Effect.withSpan(operation, { kind: "client", attributes: { "stowage.endpoint": endpointKey } })
      )
    }

    return EndpointGuard.of({ run })
  }))
}

/** The guard's key of a registered endpoint, or of a custom URL. */
export const endpointKey = (endpointId: number | null, url: string): string =>
  endpointId === null ? `url:${url}` : `endpoint:${endpointId}`

const outcomeOf = <A, E>(exit: Exit.Exit<A, E>): Outcome => {
  if (Exit.isSuccess(exit)) return "success"
  if (Exit.hasInterrupts(exit)) return "abandoned"
  const error = Exit.findErrorOption(exit)
  // A defect is a fault of ours: it says nothing about the gateway, but a trial call must not be left open.
  if (Option.isNone(error)) return "abandoned"
  return speaksAgainstGateway(error.value) ? "failure" : "success"
}

const labelOf = <A, E>(exit: Exit.Exit<A, E>): string => {
  const outcome = outcomeOf(exit)
  if (outcome !== "failure") return outcome === "success" && Exit.isFailure(exit) ? "rejected" : outcome
  return Option.getOrNull(Exit.findErrorOption(exit)) instanceof StorageTimeout ? "timeout" : "failure"
}

const count = Effect.fnUntraced(function*(endpoint: string, operation: string, outcome: string, seconds: number) {
  const labels = { endpoint, operation }
  yield* Metric.update(Metric.withAttributes(calls, { ...labels, outcome }), 1)
  if (outcome !== "refused") yield* Metric.update(Metric.withAttributes(durations, labels), seconds)
})

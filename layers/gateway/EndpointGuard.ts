import { type GatewayFailure, StorageTimeout, Unavailable } from "#domain/errors/Errors.ts"
import { KeyUses } from "#services/credentials/KeyUses.ts"
import { Settings } from "#services/settings/Settings.ts"
import { Clock, Context, Duration, Effect, Exit, Layer, Metric, Option, Redacted, Schedule, type Semaphore } from "effect"
import { createHash } from "node:crypto"
import { breakerAdmit, breakerNext, type Outcome } from "./breaker.ts"
import { isGarbled, isTransient, isUnreachable, speaksAgainstGateway, wasAnswered } from "./failures.ts"
import { gateMetrics } from "./gateMetrics.ts"
import { type Gate, Gates } from "./gates.ts"
import { Remembered } from "../memory/Remembered.ts"

const calls = Metric.counter("stowage_gateway_calls_total", { description: "Calls to storage gateways by their end", incremental: true })
const durations = Metric.histogram("stowage_gateway_call_duration_seconds", {
  description: "Seconds that a gateway call took, with its retries and without waiting for its turn",
  boundaries: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, Number.POSITIVE_INFINITY]
})

/** `timeout`: instead of the configured one, for calls that are known to take long (statistics of all buckets). */
export interface GuardOptions {
  readonly timeout?: Duration.Duration
}

/** Retries of idempotent calls: two, after about 50 and 100 ms, so that callers do not come back in step. */
const retries = Schedule.exponential("50 millis").pipe(Schedule.jittered)

/** Calls of a series, one after the other. */
export interface CallSeries {
  /** Whether the call may go out now; each that may is told of with `ended`. `now` in milliseconds of the epoch. */
  readonly admit: (operation: string, now: number) => boolean
  readonly ended: (operation: string, exit: Exit.Exit<unknown, unknown>, began: number, now: number) => void
}

/** What is said to whoever is kept from a gateway that does not answer. */
export const notAnswering = () => new Unavailable({ detail: "The storage gateway does not answer; it is tried again in a moment" })

/** Whose call it is, and where it goes. */
export interface GatewayCaller {
  /** Label of spans and metrics: `endpoint:3`, or `typed` for whatever people typed in. */
  readonly endpoint: string
  /** What is reached or not: the same for everybody who calls it. */
  readonly address: string
  /** The key that signs, on a registered endpoint; null elsewhere. */
  readonly key: { readonly endpointId: number; readonly accessKey: string } | null
  /** The credentials that sign, as a digest, and perhaps what the call is about: whose failures are counted together. */
  readonly credentials: string
  /** Its turns are shared out elsewhere (work on many objects): it may take all that its address has, not half of them. */
  readonly whole?: boolean
}

/**
 * Every call to a gateway goes through here. For each endpoint: a limit of calls in flight, of which one caller gets half;
 * one timeout over all tries of a call, and one over waiting for a turn; retries where nothing can happen twice; and circuit
 * breakers, so that a dead gateway costs its callers nothing and is not hammered when it comes back.
 *
 * A caller may choose what it asks, so its failures (time-outs, server errors, nonsense) close the way for nobody but itself;
 * only what no question can bring about, that nothing is reached at all, closes it for all (docs/decisions/gateways.md).
 */
export class EndpointGuard extends Context.Service<EndpointGuard, {
  /**
   * `operation`: e.g. `rgw.GetAccount`; span and metric label. `idempotent`: doing it twice does no harm, so it may be tried
   * again after a broken connection. Errors that are no gateway failures (NotFound, Conflict …) pass and count as answers.
   */
  readonly run: <A, E, R>(
    caller: GatewayCaller,
    operation: string,
    idempotent: boolean,
    call: Effect.Effect<A, E | GatewayFailure, R>,
    options?: GuardOptions
  ) => Effect.Effect<A, E | GatewayFailure, R>
  /**
   * Many small calls in one turn, as one span: each is admitted by the breakers, judged and counted like any other, without an
   * effect of its own. The work bounds their times and tries them again itself. It fails where no turn came.
   */
  readonly series: <A, E, R>(
    caller: GatewayCaller, operation: string, work: (calls: CallSeries) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | Unavailable, R>
}>()("stowage/layers/gateway/EndpointGuard") {
  static readonly layer = Layer.effect(EndpointGuard, Effect.gen(function*() {
    const { concurrency, timeout } = (yield* Settings).gateway
    const uses = yield* KeyUses
    const endpoints = new Gates(concurrency)
    const callers = new Gates(Math.ceil(concurrency / 2))
    const observe = yield* gateMetrics(endpoints, callers)

    /** Asks both breakers; a trial that the other one refuses is given back. */
    const admit = (endpoint: Gate, caller: Gate, now: number): boolean => {
      const [mayCall, callerNext] = breakerAdmit(caller.breaker, now)
      if (!mayCall) return false
      const [isOpen, endpointNext] = breakerAdmit(endpoint.breaker, now)
      endpoint.breaker = endpointNext
      if (isOpen) caller.breaker = callerNext
      return isOpen
    }

    const run = <A, E, R>(
      { address, credentials, endpoint: label, key, whole = false }: GatewayCaller,
      operation: string,
      idempotent: boolean,
      call: Effect.Effect<A, E | GatewayFailure, R>,
      options: GuardOptions = {}
    ): Effect.Effect<A, E | GatewayFailure, R> => {
      const patient = idempotent
        ? Effect.retry(call, { schedule: retries, times: 2, while: isTransient })
        : call
      const timed = Effect.timeoutOrElse(patient, {
        duration: options.timeout ?? timeout,
        orElse: () => Effect.fail(new StorageTimeout({ operation }))
      })
      const admitted = (endpoint: Gate, caller: Gate) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.gen(function*() {
            const began = yield* Clock.currentTimeMillis
            if (!admit(endpoint, caller, began)) {
              yield* count(label, operation, "refused", 0)
              return yield* notAnswering()
            }
            const exit = yield* Effect.exit(restore(timed))
            const ended = yield* Clock.currentTimeMillis
            endpoint.breaker = breakerNext(endpoint.breaker, reachOf(exit), ended)
            caller.breaker = breakerNext(caller.breaker, outcomeOf(exit), ended)
            if (key !== null && reachOf(exit) === "success") uses.used(key.endpointId, key.accessKey, ended)
            yield* count(label, operation, labelOf(exit), (ended - began) / 1000)
            return yield* exit
          }))
      return withGates({ address, credentials, endpoint: label, whole }, admitted).pipe(spanned(operation, label))
    }

    /** Does what goes through the gates of a caller when it is its turn. */
    const withGates = <A, E, R>({ address, credentials, endpoint: label, whole = false }: Omit<GatewayCaller, "key">, work: (endpoint: Gate, caller: Gate) => Effect.Effect<A, E, R>) => {
      const callerKey = `${address} ${credentials}`
      const entered = Effect.sync(() => {
        observe(label)
        return [endpoints.enter(address, label), callers.enter(callerKey, label)] as const
      })
      return Effect.acquireUseRelease(
        entered,
        ([endpoint, caller]) => {
          const atEndpoint = inTurn(endpoint.turns, running(endpoint, work(endpoint, caller)), timeout)
          return whole ? atEndpoint : inTurn(caller.turns, atEndpoint, timeout)
        },
        ([endpoint, caller]) => Effect.sync(() => {
          endpoints.leave(address, endpoint)
          callers.leave(callerKey, caller)
        })
      )
    }

    const series = <A, E, R>(
      { address, credentials, endpoint: label, key }: GatewayCaller, operation: string, work: (calls: CallSeries) => Effect.Effect<A, E, R>
    ): Effect.Effect<A, E | Unavailable, R> =>
      withGates({ address, credentials, endpoint: label }, (endpoint, caller) => Effect.contextWith((context: Context.Context<R>) => work({
        admit: (called, now) => {
          const may = admit(endpoint, caller, now)
          if (!may) countNow(context, label, called, "refused", 0)
          return may
        },
        ended: (called, exit, began, now) => {
          endpoint.breaker = breakerNext(endpoint.breaker, reachOf(exit), now)
          caller.breaker = breakerNext(caller.breaker, outcomeOf(exit), now)
          if (key !== null && reachOf(exit) === "success") uses.used(key.endpointId, key.accessKey, now)
          countNow(context, label, called, labelOf(exit), (now - began) / 1000)
        }
      }))).pipe(spanned(operation, label))

    return EndpointGuard.of({ run, series })
  }))
}

/** Counted as long as it has its turn. */
const running = <A, E, R>(gate: Gate, work: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(Effect.sync(() => { gate.running++ }), () => work, () => Effect.sync(() => { gate.running-- }))

/** Runs `work` when there is a turn for it; who waits longer than a call may take is told so. */
const inTurn = <A, E, R>(turns: Semaphore.Semaphore, work: Effect.Effect<A, E, R>, patience: Duration.Duration) =>
  Effect.flatMap(turns.withPermitsIfAvailable(1)(work), Option.match({
    onSome: (value): Effect.Effect<A, E | Unavailable, R> => Effect.succeed(value),
    onNone: () => Effect.suspend(() => {
      let began = false
      const waiting = turns.withPermit(Effect.suspend(() => {
        began = true
        return work
      }))
      const tooLong = Effect.suspend(() => began
        ? Effect.never
        : Effect.fail(new Unavailable({ detail: "The storage gateway is busy: too many calls wait for it" }))).pipe(Effect.delay(patience))
      return Effect.raceFirst(waiting, tooLong)
    })
  }))

/** The same caller at work on many objects: it has turns of its own, which keep nobody from what they do meanwhile. */
export const atWork = (caller: GatewayCaller): GatewayCaller => ({ ...caller, address: `${caller.address} work`, whole: true })

/** What a registered endpoint is called in spans and metrics. All addresses that people typed in are one: there is no end of them. */
const labelOfEndpoint = (endpointId: number | null): string => endpointId === null ? "typed" : `endpoint:${endpointId}`

/** Who calls: `about` tells apart what the same key asks for different tenants, as the technical key of Admin Ops does. */
export const gatewayCaller = (
  target: { readonly endpointId: number | null; readonly url: string },
  key: { readonly accessKey: string; readonly secretKey: Redacted.Redacted },
  about = ""
): GatewayCaller => {
  const endpoint = labelOfEndpoint(target.endpointId)
  // with the secret: who knows only an access key fails in a place of their own
  const credentials = createHash("sha256").update(key.accessKey).update("\0").update(Redacted.value(key.secretKey)).digest("base64url")
  const used = target.endpointId === null ? null : { endpointId: target.endpointId, accessKey: key.accessKey }
  return { endpoint, address: `${endpoint} ${target.url}`, key: used, credentials: `${credentials} ${about}` }
}

/** A defect is a fault of ours: it says nothing about the gateway, but a trial call must not be left open. */
const judged = (judge: (error: unknown) => Outcome) => <A, E>(exit: Exit.Exit<A, E>): Outcome => {
  if (Exit.isSuccess(exit)) return "success"
  const error = Exit.hasInterrupts(exit) ? Option.none() : Exit.findErrorOption(exit)
  return Option.isNone(error) ? "abandoned" : judge(error.value)
}

/** What a call says of the way to its endpoint: only that nothing was reached speaks against it, any answer for it. */
const reachOf = judged((error) => isUnreachable(error) ? "failure" : wasAnswered(error) ? "success" : "abandoned")

/** What it says of what its caller gets there; nothing where nothing was reached. */
const outcomeOf = judged((error) =>
  isUnreachable(error) || isGarbled(error) ? "abandoned" : speaksAgainstGateway(error) ? "failure" : "success")

const labelOf = <A, E>(exit: Exit.Exit<A, E>): string => {
  const outcome = reachOf(exit) === "failure" ? "failure" : outcomeOf(exit)
  if (outcome !== "failure") return outcome === "success" && Exit.isFailure(exit) ? "rejected" : outcome
  return Option.getOrNull(Exit.findErrorOption(exit)) instanceof StorageTimeout ? "timeout" : "failure"
}

const spanned = (operation: string, label: string) => Effect.withSpan(operation, { kind: "client", attributes: { "stowage.endpoint": label } })

/** Counters by their labels: making one costs more than counting. */
const counters = new Remembered<{ readonly calls: Metric.Counter<number>; readonly durations: Metric.Histogram<number> }>(2_000)

const countNow = (context: Context.Context<never>, endpoint: string, operation: string, outcome: string, seconds: number): void => {
  const name = `${endpoint} ${operation} ${outcome}`
  const known = counters.get(name) ?? {
    calls: Metric.withAttributes(calls, { endpoint, operation, outcome }), durations: Metric.withAttributes(durations, { endpoint, operation })
  }
  counters.set(name, known)
  known.calls.updateUnsafe(1, context)
  if (outcome !== "refused") known.durations.updateUnsafe(seconds, context)
}

const count = (endpoint: string, operation: string, outcome: string, seconds: number) =>
  Effect.contextWith((context: Context.Context<never>) => Effect.sync(() => countNow(context, endpoint, operation, outcome, seconds)))

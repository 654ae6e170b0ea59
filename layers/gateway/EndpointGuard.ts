import { type GatewayFailure, StorageTimeout, Unavailable } from "#domain/platform/errors/Errors.ts"
import { ChangeUnderWay } from "#services/platform/audit/ChangeUnderWay.ts"
import { KeyUses } from "#services/gateways/credentials/KeyUses.ts"
import type { GatewayPlace } from "#services/gateways/endpoints/GatewayQuestion.ts"
import { Replicas } from "#services/platform/live/Replicas.ts"
import { Settings } from "#services/platform/Settings.ts"
import { Clock, Context, Deferred, Duration, Effect, Exit, Layer, Option, Redacted, Schedule, type Semaphore, Stream } from "effect"
import { createHash } from "node:crypto"
import { breakerAdmit, breakerNext } from "./breaker.ts"
import { labelOf, outcomeOf, signOf } from "./callEnds.ts"
import { count, countNow } from "./callCounters.ts"
import { isTransient } from "./failures.ts"
import { gateMetrics } from "./gateMetrics.ts"
import { type Gate, Gates } from "./gates.ts"
import { IdleLines } from "./IdleLines.ts"
import { turnsEach } from "./turnsEach.ts"
import { makeWays, type Way } from "./ways.ts"

/**
 * `timeout`: instead of the configured one, for calls that are known to take long (statistics of all buckets). `change`: it changes the
 * gateway, and where it has no time of its own it has that of changes, which is shorter; so has what is asked while a change is under way.
 */
export interface GuardOptions {
  readonly timeout?: Duration.Duration | undefined
  readonly change?: boolean
}

/** Retries of idempotent calls: two, after about 50 and 100 ms, so that callers do not come back in step. */
const retries = Schedule.exponential("50 millis").pipe(Schedule.jittered)

/** Calls of a series, one after the other. */
export interface CallSeries {
  /** Whether the call may go out now; each that may is told of with `ended`. `now` in milliseconds of the epoch. */
  readonly admit: (operation: string, now: number) => boolean
  readonly ended: (operation: string, exit: Exit.Exit<unknown, unknown>, began: number, now: number) => void
}

/** What is said to whoever is kept from a gateway that does not answer. The seconds are those after which it has been asked again. */
export const notAnswering = () => new Unavailable({ detail: "The storage gateway does not answer; it is tried again in a moment", retry_after_seconds: 5 })

/** Whose call it is, and where it goes. */
export interface GatewayCaller {
  /** Label of spans and metrics: `endpoint:3`, or `typed` for whatever people typed in. */
  readonly endpoint: string
  /** What is reached or not: the same for everybody who calls it. */
  readonly address: string
  /** Where our own question to it goes. */
  readonly place: GatewayPlace
  /** Calls of another sort have turns of their own: bodies that come at the pace of whoever sends them, work on many objects. */
  readonly turns?: "transfers" | "work"
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
 * only what no question can bring about closes it for all: that nothing is reached, or that a question of our own stays without any
 * answer (docs/decisions/gateways.md).
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
  /** Calls of a sort that this process may have in flight at an endpoint now: its part of what all replicas may have. */
  readonly turns: () => number
}>()("stowage/layers/gateway/EndpointGuard") {
  static readonly layer = Layer.effect(EndpointGuard, Effect.gen(function*() {
    const { changeTimeout, concurrency, concurrencyTogether, timeout } = (yield* Settings).gateway
    const uses = yield* KeyUses
    const replicas = yield* Replicas
    const ways = yield* makeWays
    let turns = turnsEach(concurrency, concurrencyTogether, replicas.now())
    const endpoints = new Gates(turns)
    const callers = new Gates(halfOf(turns))
    const observe = yield* gateMetrics(endpoints, callers, ways, () => turns)

    yield* Effect.forkScoped(Stream.runForEach(replicas.changes, (count) => {
      turns = turnsEach(concurrency, concurrencyTogether, count)
      return Effect.andThen(endpoints.resize(turns), callers.resize(halfOf(turns)))
    }))
    // what its callers failed with was the gateway's silence
    ways.whenOpened(({ address }) => callers.forgive(`${address} `))

    const admit = (way: Way, caller: Gate, now: number): boolean => {
      if (way.shut !== null) return false
      const [mayCall, next] = breakerAdmit(caller.breaker, now)
      caller.breaker = next
      return mayCall
    }
    const ended = (way: Way, caller: Gate, exit: Exit.Exit<unknown, unknown>, now: number, key: GatewayCaller["key"]) => {
      const sign = signOf(exit)
      ways.ended(way, sign, now)
      caller.breaker = breakerNext(caller.breaker, outcomeOf(exit), now)
      if (key !== null && sign === "answered") uses.used(key.endpointId, key.accessKey, now)
    }

    const run = <A, E, R>(
      caller: GatewayCaller,
      operation: string,
      idempotent: boolean,
      call: Effect.Effect<A, E | GatewayFailure, R>,
      options: GuardOptions = {}
    ): Effect.Effect<A, E | GatewayFailure, R> => {
      const { endpoint: label, key } = caller
      const patient = idempotent
        ? Effect.retry(call, { schedule: retries, times: 2, while: isTransient })
        : call
      const late = Effect.suspend(() => Effect.fail(new StorageTimeout({ operation })))
      const admitted = (usual: Duration.Duration, changes: boolean) => (way: Way, gate: Gate) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.gen(function*() {
            const began = yield* Clock.currentTimeMillis
            if (!admit(way, gate, began)) {
              yield* count(label, operation, "refused", 0)
              return yield* notAnswering()
            }
            const timed = Effect.timeoutOrElse(patient, { duration: options.timeout ?? usual, orElse: () => late })
            // what may take long is not given up for a while of silence, nor asked about
            const long = options.timeout !== undefined
            if (!long) ways.sent(way, began)
            const exit = yield* Effect.exit(restore(long ? timed : Effect.raceFirst(timed, Effect.andThen(fallenSilent(way), late))))
            if (!long) ways.back(way)
            const now = yield* Clock.currentTimeMillis
            const isSilent = way.shut?.silent === true
            ended(way, gate, exit, now, key)
            yield* count(label, operation, labelOf(exit), (now - began) / 1000)
            // nothing hangs on what a read would have come to; of a change it is not known, and found out from the gateway
            return yield* isSilent && !changes && signOf(exit) === "silent" ? notAnswering() : exit
          }))
      return Effect.flatMap(ChangeUnderWay, (changes) => {
        const isChange = changes || options.change === true
        const usual = isChange ? changeTimeout : timeout
        return withGates(caller, operation, usual, admitted(usual, isChange))
      }).pipe(spanned(operation, label))
    }

    /** Does what goes through the gates of a caller when it is its turn; `patience`: how long that is waited for. */
    const withGates = <A, E, R>(
      { address, credentials, endpoint: label, key, place, turns: sort, whole = false }: GatewayCaller, operation: string, patience: Duration.Duration,
      work: (way: Way, caller: Gate) => Effect.Effect<A, E, R>
    ): Effect.Effect<A, E | Unavailable, R> => {
      const endpointKey = `${address} ${sort ?? "calls"}`
      const callerKey = `${endpointKey} ${credentials}`
      const refused = Effect.suspend(() => Effect.andThen(count(label, operation, "refused", 0), Effect.fail(notAnswering())))
      const inside = (way: Way) => Effect.acquireUseRelease(
        Effect.sync(() => [endpoints.enter(endpointKey, label), callers.enter(callerKey, label)] as const),
        ([endpoint, caller]) => {
          const closed = Effect.as(Deferred.await(way.shutting), refused)
          const atEndpoint = inTurn(endpoint.turns, running(endpoint, work(way, caller)), patience, closed)
          return whole ? atEndpoint : inTurn(caller.turns, atEndpoint, patience, closed)
        },
        ([endpoint, caller]) => Effect.sync(() => {
          endpoints.leave(endpointKey, endpoint)
          callers.leave(callerKey, caller)
        })
      )
      return Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.acquireUseRelease(
        Effect.sync(() => {
          observe(label)
          return ways.enter(address, label, place, key === null ? null : key.endpointId, now)
        }),
        // before it waits for a turn, which those may have who wait for an answer
        (way): Effect.Effect<A, E | Unavailable, R> => way.shut === null ? inside(way) : refused,
        (way) => Effect.sync(() => ways.leave(way))
      ))
    }

    const series = <A, E, R>(
      caller: GatewayCaller, operation: string, work: (calls: CallSeries) => Effect.Effect<A, E, R>
    ): Effect.Effect<A, E | Unavailable, R> =>
      withGates(caller, operation, timeout, (way, gate) => Effect.contextWith((context: Context.Context<R>) => work({
        admit: (called, now) => {
          const may = admit(way, gate, now)
          if (!may) countNow(context, caller.endpoint, called, "refused", 0)
          return may
        },
        ended: (called, exit, began, now) => {
          ended(way, gate, exit, now, caller.key)
          countNow(context, caller.endpoint, called, labelOf(exit), (now - began) / 1000)
        }
      }))).pipe(spanned(operation, caller.endpoint))

    return EndpointGuard.of({ run, series, turns: () => turns })
  })).pipe(Layer.provide(IdleLines.layer))
}

/** Counted as long as it has its turn. */
const running = <A, E, R>(gate: Gate, work: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(Effect.sync(() => { gate.running++ }), () => work, () => Effect.sync(() => { gate.running-- }))

/** One caller's part of an endpoint's turns. */
const halfOf = (turns: number): number => Math.ceil(turns / 2)

/** Comes when a gateway is found to be silent; never when nothing of it is reached, of which calls that are out may know better. */
const fallenSilent = (way: Way): Effect.Effect<void> =>
  Effect.flatMap(Deferred.await(way.shutting), ({ silent }) => silent ? Effect.void : Effect.never)

/** Runs `work` when there is a turn for it; who waits longer than a call may take is told so, and by what `closed` comes to when the way is. */
const inTurn = <A, E, R>(
  turns: Semaphore.Semaphore, work: Effect.Effect<A, E, R>, patience: Duration.Duration, closed: Effect.Effect<Effect.Effect<never, Unavailable>>
) =>
  Effect.flatMap(turns.withPermitsIfAvailable(1)(work), Option.match({
    onSome: (value): Effect.Effect<A, E | Unavailable, R> => Effect.succeed(value),
    onNone: () => Effect.suspend(() => {
      let began = false
      const waiting = turns.withPermit(Effect.suspend(() => {
        began = true
        return work
      }))
      const busy = Effect.fail(new Unavailable({ detail: "The storage gateway is busy: too many calls wait for it", retry_after_seconds: 5 }))
      const tooLong = Effect.flatMap(Effect.raceFirst(Effect.delay(Effect.succeed(busy), patience), closed), (end) => began ? Effect.never : end)
      return Effect.raceFirst(waiting, tooLong)
    })
  }))

/** The same caller at work on many objects: it has turns of its own, which keep nobody from what they do meanwhile. */
export const atWork = (caller: GatewayCaller): GatewayCaller => ({ ...caller, turns: "work", whole: true })

/** What a registered endpoint is called in spans and metrics. All addresses that people typed in are one: there is no end of them. */
const labelOfEndpoint = (endpointId: number | null): string => endpointId === null ? "typed" : `endpoint:${endpointId}`

/** Who calls: `about` tells apart what the same key asks for different tenants, as the technical key of Admin Ops does. */
export const gatewayCaller = (
  target: { readonly endpointId: number | null; readonly url: string; readonly verifyTls?: boolean; readonly userSupplied?: boolean },
  key: { readonly accessKey: string; readonly secretKey: Redacted.Redacted },
  about = ""
): GatewayCaller => {
  const endpoint = labelOfEndpoint(target.endpointId)
  // with the secret: who knows only an access key fails in a place of their own
  const credentials = createHash("sha256").update(key.accessKey).update("\0").update(Redacted.value(key.secretKey)).digest("base64url")
  const used = target.endpointId === null ? null : { endpointId: target.endpointId, accessKey: key.accessKey }
  const place = { url: target.url, verifyTls: target.verifyTls ?? true, userSupplied: target.userSupplied ?? false }
  return { endpoint, address: `${endpoint} ${target.url}`, place, key: used, credentials: `${credentials} ${about}` }
}

const spanned = (operation: string, label: string) => Effect.withSpan(operation, { kind: "client", attributes: { "stowage.endpoint": label } })

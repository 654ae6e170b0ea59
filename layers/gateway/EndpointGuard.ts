import { type GatewayFailure, StorageTimeout, Unavailable } from "#domain/platform/errors/Errors.ts"
import { ChangeInProgress } from "#services/platform/audit/ChangeInProgress.ts"
import { KeyUses } from "#services/gateways/credentials/KeyUses.ts"
import type { GatewayAddress } from "#services/gateways/endpoints/GatewayProbe.ts"
import { Replicas } from "#services/platform/live/Replicas.ts"
import { Settings } from "#services/platform/Settings.ts"
import { TransferRate, unlimitedRate } from "#services/platform/TransferRate.ts"
import {
  Clock,
  Context,
  Deferred,
  type Duration,
  Effect,
  type Exit,
  Layer,
  Option,
  Redacted,
  Schedule,
  type Semaphore,
  Stream
} from "effect"
import { createHash } from "node:crypto"
import { breakerAdmit, breakerNext } from "./breaker.ts"
import { outcomeLabelOf, breakerOutcomeOf, reachabilitySignOf } from "./callEnds.ts"
import { countCall, countCallIn } from "./callCounters.ts"
import { isTransient } from "./failures.ts"
import { limitMetrics } from "./limitMetrics.ts"
import { type ConcurrencyLimit, ConcurrencyLimits } from "./ConcurrencyLimits.ts"
import { IdleConnections } from "./IdleConnections.ts"
import { permitsPerReplica } from "./permitsPerReplica.ts"
import { makeReachability, type EndpointReachability } from "./reachability.ts"

/** `timeout` replaces the default for slow calls. `change`: the timeout of changes, which is shorter, applies. */
export interface GuardOptions {
  readonly timeout?: Duration.Duration | undefined
  readonly change?: boolean
}

const RETRY_SCHEDULE = Schedule.exponential("50 millis").pipe(Schedule.jittered)

export interface CallSeries {
  /** Admitted calls must report to `ended`. `now` in milliseconds since 1970. */
  readonly admit: (operation: string, now: number) => boolean
  readonly ended: (operation: string, exit: Exit.Exit<unknown, unknown>, began: number, now: number) => void
}

export const gatewayNotAnswering = () =>
  new Unavailable({
    detail: "The storage gateway does not answer; it is tried again in a moment",
    retry_after_seconds: 5
  })

export interface GatewayCaller {
  readonly endpoint: string
  readonly address: string
  readonly place: GatewayAddress
  readonly permitPool?: "transfers" | "work"
  readonly key: { readonly endpointId: number; readonly accessKey: string } | null
  /** Digest of the credentials and, optionally, the subject: the key of the caller's circuit breaker. */
  readonly credentials: string
  /** The permits are limited elsewhere (work on many objects): the caller may use all of its address, not half. */
  readonly mayUseWholeLimit?: boolean
}

/** A caller's failures open only its breaker; a lost connection or probe closes all (docs/decisions/gateways.md). */
export class EndpointGuard extends Context.Service<
  EndpointGuard,
  {
    /** `idempotent`: may be retried. Errors that are no gateway failures pass through and count as answers. */
    readonly run: <A, E, R>(
      caller: GatewayCaller,
      operation: string,
      idempotent: boolean,
      call: Effect.Effect<A, E | GatewayFailure, R>,
      options?: GuardOptions
    ) => Effect.Effect<A, E | GatewayFailure, R>
    /** Runs many small calls under one permit and span, without timeouts and retries. Fails without a free permit. */
    readonly series: <A, E, R>(
      caller: GatewayCaller,
      operation: string,
      work: (calls: CallSeries) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | Unavailable, R>
    readonly permitsPerEndpoint: () => number
    /** Applies to a call that brings none. */
    readonly timeout: Duration.Duration
  }
>()("stowage/layers/gateway/EndpointGuard") {
  static readonly layer = Layer.effect(
    EndpointGuard,
    Effect.gen(function* () {
      const { changeTimeout, concurrency, concurrencyTogether, timeout } = (yield* Settings).gateway
      const uses = yield* KeyUses
      const replicas = yield* Replicas
      const reachability = yield* makeReachability
      let turns = permitsPerReplica(concurrency, concurrencyTogether, replicas.now())
      const endpoints = new ConcurrencyLimits(turns)
      const callers = new ConcurrencyLimits(halfOf(turns))
      const observe = yield* limitMetrics(endpoints, callers, reachability, () => turns)

      yield* Effect.forkScoped(
        Stream.runForEach(replicas.changes, (count) => {
          turns = permitsPerReplica(concurrency, concurrencyTogether, count)
          return Effect.andThen(endpoints.resize(turns), callers.resize(halfOf(turns)))
        })
      )
      reachability.whenOpened(({ address }) => callers.forgive(`${address} `))

      const admit = (gateway: EndpointReachability, caller: ConcurrencyLimit, now: number): boolean => {
        if (gateway.outage !== null) return false
        const [mayCall, next] = breakerAdmit(caller.breaker, now)
        caller.breaker = next
        return mayCall
      }
      const ended = (
        gateway: EndpointReachability,
        caller: ConcurrencyLimit,
        exit: Exit.Exit<unknown, unknown>,
        now: number,
        key: GatewayCaller["key"]
      ) => {
        const sign = reachabilitySignOf(exit)
        reachability.ended(gateway, sign, now)
        caller.breaker = breakerNext(caller.breaker, breakerOutcomeOf(exit), now)
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
        const retryingCall = idempotent
          ? Effect.retry(call, { schedule: RETRY_SCHEDULE, times: 2, while: isTransient })
          : call
        const timeoutFailure = Effect.suspend(() => Effect.fail(new StorageTimeout({ operation })))
        const admitted =
          (defaultTimeout: Duration.Duration, changes: boolean) =>
          (gateway: EndpointReachability, gate: ConcurrencyLimit) =>
            Effect.uninterruptibleMask((restore) =>
              Effect.gen(function* () {
                const began = yield* Clock.currentTimeMillis
                if (!admit(gateway, gate, began)) {
                  yield* countCall(label, operation, "refused", 0)
                  return yield* gatewayNotAnswering()
                }
                const timed = Effect.timeoutOrElse(retryingCall, {
                  duration: options.timeout ?? defaultTimeout,
                  orElse: () => timeoutFailure
                })
                // slow calls are neither probed nor interrupted while the gateway is quiet
                const isSlow = options.timeout !== undefined
                if (!isSlow) reachability.sent(gateway, began)
                const exit = yield* Effect.exit(
                  restore(
                    isSlow ? timed : Effect.raceFirst(timed, Effect.andThen(awaitSilence(gateway), timeoutFailure))
                  )
                )
                if (!isSlow) reachability.back(gateway)
                const now = yield* Clock.currentTimeMillis
                const isSilent = gateway.outage?.silent === true
                ended(gateway, gate, exit, now, key)
                yield* countCall(label, operation, outcomeLabelOf(exit), (now - began) / 1000)
                // a read may be retried; the outcome of a change is unknown and must be read from the gateway
                return yield* isSilent && !changes && reachabilitySignOf(exit) === "silent"
                  ? gatewayNotAnswering()
                  : exit
              })
            )
        const paced = Effect.flatMap(ChangeInProgress, (changes) => {
          const isChange = changes || options.change === true
          const defaultTimeout = isChange ? changeTimeout : timeout
          return withGates(caller, operation, defaultTimeout, admitted(defaultTimeout, isChange))
        }).pipe(withCallSpan(operation, label))
        return Effect.flatMap(TransferRate, (rate) =>
          rate === unlimitedRate ? paced : Effect.andThen(rate.requests(1), paced)
        )
      }

      const withGates = <A, E, R>(
        {
          address,
          credentials,
          endpoint: label,
          key,
          place,
          permitPool: sort,
          mayUseWholeLimit = false
        }: GatewayCaller,
        operation: string,
        maxWait: Duration.Duration,
        work: (gateway: EndpointReachability, caller: ConcurrencyLimit) => Effect.Effect<A, E, R>
      ): Effect.Effect<A, E | Unavailable, R> => {
        const endpointKey = `${address} ${sort ?? "calls"}`
        const callerKey = `${endpointKey} ${credentials}`
        const refused = Effect.suspend(() =>
          Effect.andThen(countCall(label, operation, "refused", 0), Effect.fail(gatewayNotAnswering()))
        )
        const inside = (gateway: EndpointReachability) =>
          Effect.acquireUseRelease(
            Effect.sync(() => [endpoints.enter(endpointKey, label), callers.enter(callerKey, label)] as const),
            ([endpoint, caller]) => {
              const closed = Effect.as(Deferred.await(gateway.outageStarted), refused)
              const atEndpoint = withPermit(
                endpoint.permits,
                countRunning(endpoint, work(gateway, caller)),
                maxWait,
                closed
              )
              return mayUseWholeLimit ? atEndpoint : withPermit(caller.permits, atEndpoint, maxWait, closed)
            },
            ([endpoint, caller]) =>
              Effect.sync(() => {
                endpoints.leave(endpointKey, endpoint)
                callers.leave(callerKey, caller)
              })
          )
        return Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.acquireUseRelease(
            Effect.sync(() => {
              observe(label)
              return reachability.enter(address, label, place, key === null ? null : key.endpointId, now)
            }),
            (gateway): Effect.Effect<A, E | Unavailable, R> => (gateway.outage === null ? inside(gateway) : refused),
            (gateway) => Effect.sync(() => reachability.leave(gateway))
          )
        )
      }

      const series = <A, E, R>(
        caller: GatewayCaller,
        operation: string,
        work: (calls: CallSeries) => Effect.Effect<A, E, R>
      ): Effect.Effect<A, E | Unavailable, R> =>
        withGates(caller, operation, timeout, (gateway, gate) =>
          Effect.contextWith((context: Context.Context<R>) =>
            work({
              admit: (called, now) => {
                const may = admit(gateway, gate, now)
                if (!may) countCallIn(context, caller.endpoint, called, "refused", 0)
                return may
              },
              ended: (called, exit, began, now) => {
                ended(gateway, gate, exit, now, caller.key)
                countCallIn(context, caller.endpoint, called, outcomeLabelOf(exit), (now - began) / 1000)
              }
            })
          )
        ).pipe(withCallSpan(operation, caller.endpoint))

      return EndpointGuard.of({ run, series, permitsPerEndpoint: () => turns, timeout })
    })
  ).pipe(Layer.provide(IdleConnections.layer))
}

const countRunning = <A, E, R>(gate: ConcurrencyLimit, work: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      gate.running++
    }),
    () => work,
    () =>
      Effect.sync(() => {
        gate.running--
      })
  )

const halfOf = (turns: number): number => Math.ceil(turns / 2)

const awaitSilence = (gateway: EndpointReachability): Effect.Effect<void> =>
  Effect.flatMap(Deferred.await(gateway.outageStarted), ({ silent }) => (silent ? Effect.void : Effect.never))

const withPermit = <A, E, R>(
  turns: Semaphore.Semaphore,
  work: Effect.Effect<A, E, R>,
  maxWait: Duration.Duration,
  closed: Effect.Effect<Effect.Effect<never, Unavailable>>
) =>
  Effect.flatMap(
    turns.withPermitsIfAvailable(1)(work),
    Option.match({
      onSome: (value): Effect.Effect<A, E | Unavailable, R> => Effect.succeed(value),
      onNone: () =>
        Effect.suspend(() => {
          let began = false
          const waiting = turns.withPermit(
            Effect.suspend(() => {
              began = true
              return work
            })
          )
          const busy = Effect.fail(
            new Unavailable({
              detail: "The storage gateway is busy: too many calls wait for it",
              retry_after_seconds: 5
            })
          )
          const tooLong = Effect.flatMap(
            Effect.raceFirst(Effect.delay(Effect.succeed(busy), maxWait), closed),
            (end) => (began ? Effect.never : end)
          )
          return Effect.raceFirst(waiting, tooLong)
        })
    })
  )

export const asWorkCaller = (caller: GatewayCaller): GatewayCaller => ({
  ...caller,
  permitPool: "work",
  mayUseWholeLimit: true
})

const labelOfEndpoint = (endpointId: number | null): string =>
  endpointId === null ? "typed" : `endpoint:${endpointId}`

export const gatewayCaller = (
  target: {
    readonly endpointId: number | null
    readonly url: string
    readonly verifyTls?: boolean
    readonly userSupplied?: boolean
  },
  key: { readonly accessKey: string; readonly secretKey: Redacted.Redacted },
  about = ""
): GatewayCaller => {
  const endpoint = labelOfEndpoint(target.endpointId)
  // includes the secret: failures of a caller who knows only the access key count separately
  const credentials = createHash("sha256")
    .update(key.accessKey)
    .update("\0")
    .update(Redacted.value(key.secretKey))
    .digest("base64url")
  const used = target.endpointId === null ? null : { endpointId: target.endpointId, accessKey: key.accessKey }
  const place = { url: target.url, verifyTls: target.verifyTls ?? true, userSupplied: target.userSupplied ?? false }
  return { endpoint, address: `${endpoint} ${target.url}`, place, key: used, credentials: `${credentials} ${about}` }
}

const withCallSpan = (operation: string, label: string) =>
  Effect.withSpan(operation, { kind: "client", attributes: { "stowage.endpoint": label } })

import { Cause, Clock, Deferred, Duration, Effect, FiberSet, Metric, Random, Stream } from "effect"
import { ReachabilityEvents } from "#services/gateways/endpoints/ReachabilityEvents.ts"
import { type GatewayAddress, GatewayProbe, type ProbeOutcome } from "#services/gateways/endpoints/GatewayProbe.ts"
import { LruCache } from "../memory/LruCache.ts"
import { IdleConnections } from "./IdleConnections.ts"

export type ReachabilitySign = "answered" | "unreached" | "silent" | "nothing"

export interface EndpointReachability {
  readonly address: string
  readonly label: string
  readonly place: GatewayAddress
  /** Null for addresses that users enter; these are not reported to other replicas. */
  readonly endpointId: number | null
  users: number
  pendingCalls: number
  quietSince: number
  isHeeded: boolean
  unreachedCalls: number
  outage: { readonly silent: boolean } | null
  outageStarted: Deferred.Deferred<{ readonly silent: boolean }>
  isProbing: boolean
  answeredAt: number
  lastUsedAt: number
  stateChangedAt: number
}

type Finder = "itself" | "message"

/** Only missing connections count: no request can cause these, while a caller can choose a slow one. */
const MAX_UNREACHED_CALLS = 5
const SILENCE_PROBE_AFTER = 2_000
/** Milliseconds. A refused gateway gets longer; one that answered slowly gets twice its time from then on. */
const PROBE_TIMEOUTS = { usual: 3_000, outage: 6_000, most: 12_000 } as const
const STALL_TOLERANCE = 1_000
const MAX_SLOW_ADDRESSES = 1_000
const PROBE_INTERVALS = { itself: [2, 5], message: [10, 20] } as const
const MAX_IDLE_MILLIS = 120_000
const MAX_UNUSED_MESSAGES = 1_000
const PROBE_SPREAD = 1_000
/** A message this soon after our own change is its echo, or the same finding of another replica. In milliseconds. */
const ECHO_MILLIS = 3_000

const probesTotal = Metric.counter("stowage_gateway_questions_total", {
  description:
    "Questions of our own to storage gateways, when calls are silent or timed out and while calls are refused, " +
    "by what came of them",
  incremental: true
})

/** Refuses a gateway that answers neither the probe nor any call, and probes it until any answer arrives. */
export const makeReachability = Effect.gen(function* () {
  const question = yield* GatewayProbe
  const news = yield* ReachabilityEvents
  const lines = yield* IdleConnections
  const fork = yield* FiberSet.makeRuntime<never>()
  const endpoints = new Map<string, EndpointReachability>()
  const messageTimes = new Map<number, number>()
  const onOpen = new Set<(endpoint: EndpointReachability) => void>()
  const slow = new LruCache<number>(MAX_SLOW_ADDRESSES)

  const dropIdle = (endpoint: EndpointReachability) => {
    if (
      endpoint.users === 0 &&
      endpoint.outage === null &&
      endpoint.unreachedCalls === 0 &&
      !endpoint.isProbing &&
      endpoints.get(endpoint.address) === endpoint
    )
      endpoints.delete(endpoint.address)
  }

  const recordAnswer = (endpoint: EndpointReachability, now: number) => {
    endpoint.answeredAt = now
    endpoint.quietSince = now
  }

  /** Other replicas are notified of our own findings only, so that no message is passed on. */
  const notifyReplicas = ({ endpointId }: EndpointReachability, finder: Finder) =>
    endpointId === null || finder === "message" ? Effect.void : news.publish(endpointId)

  const markReachable = (endpoint: EndpointReachability, now: number, finder: Finder) => {
    endpoint.unreachedCalls = 0
    if (endpoint.outage === null) return
    endpoint.outage = null
    endpoint.stateChangedAt = now
    endpoint.outageStarted = Deferred.makeUnsafe()
    for (const each of onOpen) each(endpoint)
    fork(
      Effect.andThen(
        Effect.logInfo("A storage gateway answers again").pipe(Effect.annotateLogs({ endpoint: endpoint.label })),
        notifyReplicas(endpoint, finder)
      )
    )
  }

  const probe = Effect.fnUntraced(function* (endpoint: EndpointReachability) {
    endpoint.isProbing = true
    const began = yield* Clock.currentTimeMillis
    const longest = Math.max(
      slow.get(endpoint.address) ?? PROBE_TIMEOUTS.usual,
      endpoint.outage === null ? 0 : PROBE_TIMEOUTS.outage
    )
    const end = yield* question(endpoint.place).pipe(
      Effect.timeoutOrElse({ duration: longest, orElse: () => Effect.succeed<ProbeOutcome>("silent") }),
      // a defect of ours says nothing about the gateway
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.interrupt
          : Effect.as(Effect.logError("A storage gateway could not be asked", cause), "answered" as const)
      ),
      Effect.ensuring(
        Effect.sync(() => {
          endpoint.isProbing = false
        })
      )
    )
    const now = yield* Clock.currentTimeMillis
    const outcome = end === "silent" && now - began > longest + STALL_TOLERANCE ? "late" : end
    yield* Metric.update(Metric.withAttributes(probesTotal, { endpoint: endpoint.label, outcome }), 1)
    if (outcome === "answered") {
      recordAnswer(endpoint, now)
      slow.set(endpoint.address, Math.min(PROBE_TIMEOUTS.most, Math.max(PROBE_TIMEOUTS.usual, 2 * (now - began))))
    }
    return endpoint.answeredAt >= began ? "answered" : outcome
  })

  const watch = Effect.fnUntraced(function* (endpoint: EndpointReachability, shut: object, found: Finder) {
    const [shortest, longest] = PROBE_INTERVALS[found]
    for (let seconds: number = shortest; endpoint.outage === shut; seconds = Math.min(longest, seconds * 2)) {
      yield* Effect.sleep(Duration.seconds(seconds * (0.9 + 0.2 * (yield* Random.next))))
      const now = yield* Clock.currentTimeMillis
      if (endpoint.outage !== shut) return
      if (now - endpoint.lastUsedAt > MAX_IDLE_MILLIS) {
        endpoint.outage = null
        endpoint.unreachedCalls = 0
        endpoint.outageStarted = Deferred.makeUnsafe()
        return dropIdle(endpoint)
      }
      if (!endpoint.isProbing && (yield* probe(endpoint)) === "answered")
        markReachable(endpoint, yield* Clock.currentTimeMillis, "itself")
    }
  })

  const markUnreachable = (endpoint: EndpointReachability, silent: boolean, now: number, finder: Finder) => {
    if (endpoint.outage !== null) return
    const shut = { silent }
    endpoint.outage = shut
    endpoint.stateChangedAt = now
    Deferred.doneUnsafe(endpoint.outageStarted, Effect.succeed(shut))
    lines.drop(endpoint.place.url)
    fork(
      Effect.andThen(
        Effect.logWarning(
          silent
            ? "A storage gateway is silent: calls to it are refused until it answers"
            : "A storage gateway cannot be reached: calls to it are refused until it answers"
        ).pipe(Effect.annotateLogs({ endpoint: endpoint.label })),
        notifyReplicas(endpoint, finder)
      )
    )
    fork(watch(endpoint, shut, finder))
  }

  const startProbe = (endpoint: EndpointReachability, finder: Finder): void => {
    if (endpoint.isProbing) return
    endpoint.isProbing = true
    fork(
      Effect.gen(function* () {
        if (finder === "message") yield* Effect.sleep(Duration.millis(yield* Random.nextBetween(0, PROBE_SPREAD)))
        const end = yield* probe(endpoint)
        const now = yield* Clock.currentTimeMillis
        if (end === "answered") markReachable(endpoint, now, finder)
        else if (end !== "late") markUnreachable(endpoint, end === "silent", now, finder)
        dropIdle(endpoint)
      })
    )
  }

  const watchSilence = Effect.fnUntraced(function* (endpoint: EndpointReachability) {
    while (endpoint.pendingCalls > 0) {
      const quiet = (yield* Clock.currentTimeMillis) - endpoint.quietSince
      if (quiet >= SILENCE_PROBE_AFTER && endpoint.outage === null) startProbe(endpoint, "itself")
      yield* Effect.sleep(quiet >= SILENCE_PROBE_AFTER ? SILENCE_PROBE_AFTER : SILENCE_PROBE_AFTER - quiet)
    }
    endpoint.isHeeded = false
  })

  yield* Effect.forkScoped(
    Stream.runForEach(news.received, (endpointId) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const matchingEndpoints = [...endpoints.values()].filter((endpoint) => endpoint.endpointId === endpointId)
        for (const endpoint of matchingEndpoints)
          if (now - endpoint.stateChangedAt > ECHO_MILLIS) startProbe(endpoint, "message")
        if (matchingEndpoints.length > 0) return
        const [oldest] = messageTimes.keys()
        if (messageTimes.size >= MAX_UNUSED_MESSAGES && oldest !== undefined) messageTimes.delete(oldest)
        messageTimes.set(endpointId, now)
      })
    )
  )

  return {
    /** The caller must call `leave` once. `now` in milliseconds since the epoch. */
    enter: (
      address: string,
      label: string,
      place: GatewayAddress,
      endpointId: number | null,
      now: number
    ): EndpointReachability => {
      const endpoint = endpoints.get(address) ?? {
        address,
        label,
        place,
        endpointId,
        users: 0,
        pendingCalls: 0,
        quietSince: now,
        isHeeded: false,
        unreachedCalls: 0,
        outage: null,
        outageStarted: Deferred.makeUnsafe(),
        isProbing: false,
        answeredAt: 0,
        lastUsedAt: now,
        stateChangedAt: 0
      }
      endpoint.users++
      endpoint.lastUsedAt = now
      endpoints.set(address, endpoint)
      const messageTime = endpointId === null ? undefined : messageTimes.get(endpointId)
      if (messageTime !== undefined && endpointId !== null) {
        messageTimes.delete(endpointId)
        if (now - messageTime < MAX_IDLE_MILLIS) startProbe(endpoint, "message")
      }
      return endpoint
    },
    leave: (endpoint: EndpointReachability): void => {
      endpoint.users--
      dropIdle(endpoint)
    },
    /** The caller must call `back` once. */
    sent: (endpoint: EndpointReachability, now: number): void => {
      if (endpoint.pendingCalls === 0) endpoint.quietSince = now
      endpoint.pendingCalls++
      if (endpoint.isHeeded) return
      endpoint.isHeeded = true
      fork(watchSilence(endpoint))
    },
    back: (endpoint: EndpointReachability): void => {
      endpoint.pendingCalls--
    },
    ended: (endpoint: EndpointReachability, sign: ReachabilitySign, now: number): void => {
      if (sign === "answered") {
        recordAnswer(endpoint, now)
        markReachable(endpoint, now, "itself")
      } else if (sign === "unreached") {
        endpoint.unreachedCalls++
        if (endpoint.unreachedCalls >= MAX_UNREACHED_CALLS) markUnreachable(endpoint, false, now, "itself")
      } else if (sign === "silent" && endpoint.outage === null) startProbe(endpoint, "itself")
    },
    shutOf: (label: string): number => {
      let shut = 0
      for (const endpoint of endpoints.values()) if (endpoint.label === label && endpoint.outage !== null) shut++
      return shut
    },
    whenOpened: (each: (endpoint: EndpointReachability) => void): void => {
      onOpen.add(each)
    },
    get size(): number {
      return endpoints.size
    }
  }
})

export type Reachability = Effect.Success<typeof makeReachability>

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
  out: number
  quietSince: number
  heeded: boolean
  unreached: number
  shut: { readonly silent: boolean } | null
  shutting: Deferred.Deferred<{ readonly silent: boolean }>
  asking: boolean
  answeredAt: number
  wantedAt: number
  turnedAt: number
}

type Finder = "itself" | "message"

/** Only missing connections count: no request can cause these, while a caller can choose a slow one. */
const MAX_UNREACHED_CALLS = 5
const SILENCE_PROBE_AFTER = 2_000
/** Milliseconds. A refused gateway gets longer; one that answered slowly gets twice its time from then on. */
const PROBE_TIMEOUTS = { usual: 3_000, shut: 6_000, most: 12_000 } as const
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
  const ways = new Map<string, EndpointReachability>()
  const messageTimes = new Map<number, number>()
  const onOpen = new Set<(way: EndpointReachability) => void>()
  const slow = new LruCache<number>(MAX_SLOW_ADDRESSES)

  const dropIdle = (way: EndpointReachability) => {
    if (way.users === 0 && way.shut === null && way.unreached === 0 && !way.asking && ways.get(way.address) === way)
      ways.delete(way.address)
  }

  const recordAnswer = (way: EndpointReachability, now: number) => {
    way.answeredAt = now
    way.quietSince = now
  }

  /** Other replicas are notified of our own findings only, so that no message is passed on. */
  const notifyReplicas = ({ endpointId }: EndpointReachability, found: Finder) =>
    endpointId === null || found === "message" ? Effect.void : news.tell(endpointId)

  const markReachable = (way: EndpointReachability, now: number, found: Finder) => {
    way.unreached = 0
    if (way.shut === null) return
    way.shut = null
    way.turnedAt = now
    way.shutting = Deferred.makeUnsafe()
    for (const each of onOpen) each(way)
    fork(
      Effect.andThen(
        Effect.logInfo("A storage gateway answers again").pipe(Effect.annotateLogs({ endpoint: way.label })),
        notifyReplicas(way, found)
      )
    )
  }

  const probe = Effect.fnUntraced(function* (way: EndpointReachability) {
    way.asking = true
    const began = yield* Clock.currentTimeMillis
    const longest = Math.max(slow.get(way.address) ?? PROBE_TIMEOUTS.usual, way.shut === null ? 0 : PROBE_TIMEOUTS.shut)
    const end = yield* question(way.place).pipe(
      Effect.timeoutOrElse({ duration: longest, orElse: () => Effect.succeed<ProbeOutcome>("silent") }),
      // a defect of ours says nothing about the gateway
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.interrupt
          : Effect.as(Effect.logError("A storage gateway could not be asked", cause), "answered" as const)
      ),
      Effect.ensuring(
        Effect.sync(() => {
          way.asking = false
        })
      )
    )
    const now = yield* Clock.currentTimeMillis
    const outcome = end === "silent" && now - began > longest + STALL_TOLERANCE ? "late" : end
    yield* Metric.update(Metric.withAttributes(probesTotal, { endpoint: way.label, outcome }), 1)
    if (outcome === "answered") {
      recordAnswer(way, now)
      slow.set(way.address, Math.min(PROBE_TIMEOUTS.most, Math.max(PROBE_TIMEOUTS.usual, 2 * (now - began))))
    }
    return way.answeredAt >= began ? "answered" : outcome
  })

  const watch = Effect.fnUntraced(function* (way: EndpointReachability, shut: object, found: Finder) {
    const [shortest, longest] = PROBE_INTERVALS[found]
    for (let seconds: number = shortest; way.shut === shut; seconds = Math.min(longest, seconds * 2)) {
      yield* Effect.sleep(Duration.seconds(seconds * (0.9 + 0.2 * (yield* Random.next))))
      const now = yield* Clock.currentTimeMillis
      if (way.shut !== shut) return
      if (now - way.wantedAt > MAX_IDLE_MILLIS) {
        way.shut = null
        way.unreached = 0
        way.shutting = Deferred.makeUnsafe()
        return dropIdle(way)
      }
      if (!way.asking && (yield* probe(way)) === "answered")
        markReachable(way, yield* Clock.currentTimeMillis, "itself")
    }
  })

  const markUnreachable = (way: EndpointReachability, silent: boolean, now: number, found: Finder) => {
    if (way.shut !== null) return
    const shut = { silent }
    way.shut = shut
    way.turnedAt = now
    Deferred.doneUnsafe(way.shutting, Effect.succeed(shut))
    lines.drop(way.place.url)
    fork(
      Effect.andThen(
        Effect.logWarning(
          silent
            ? "A storage gateway is silent: calls to it are refused until it answers"
            : "A storage gateway cannot be reached: calls to it are refused until it answers"
        ).pipe(Effect.annotateLogs({ endpoint: way.label })),
        notifyReplicas(way, found)
      )
    )
    fork(watch(way, shut, found))
  }

  const startProbe = (way: EndpointReachability, found: Finder): void => {
    if (way.asking) return
    way.asking = true
    fork(
      Effect.gen(function* () {
        if (found === "message") yield* Effect.sleep(Duration.millis(yield* Random.nextBetween(0, PROBE_SPREAD)))
        const end = yield* probe(way)
        const now = yield* Clock.currentTimeMillis
        if (end === "answered") markReachable(way, now, found)
        else if (end !== "late") markUnreachable(way, end === "silent", now, found)
        dropIdle(way)
      })
    )
  }

  const watchSilence = Effect.fnUntraced(function* (way: EndpointReachability) {
    while (way.out > 0) {
      const quiet = (yield* Clock.currentTimeMillis) - way.quietSince
      if (quiet >= SILENCE_PROBE_AFTER && way.shut === null) startProbe(way, "itself")
      yield* Effect.sleep(quiet >= SILENCE_PROBE_AFTER ? SILENCE_PROBE_AFTER : SILENCE_PROBE_AFTER - quiet)
    }
    way.heeded = false
  })

  yield* Effect.forkScoped(
    Stream.runForEach(news.received, (endpointId) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const known = [...ways.values()].filter((way) => way.endpointId === endpointId)
        for (const way of known) if (now - way.turnedAt > ECHO_MILLIS) startProbe(way, "message")
        if (known.length > 0) return
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
      const way = ways.get(address) ?? {
        address,
        label,
        place,
        endpointId,
        users: 0,
        out: 0,
        quietSince: now,
        heeded: false,
        unreached: 0,
        shut: null,
        shutting: Deferred.makeUnsafe(),
        asking: false,
        answeredAt: 0,
        wantedAt: now,
        turnedAt: 0
      }
      way.users++
      way.wantedAt = now
      ways.set(address, way)
      const messageTime = endpointId === null ? undefined : messageTimes.get(endpointId)
      if (messageTime !== undefined && endpointId !== null) {
        messageTimes.delete(endpointId)
        if (now - messageTime < MAX_IDLE_MILLIS) startProbe(way, "message")
      }
      return way
    },
    leave: (way: EndpointReachability): void => {
      way.users--
      dropIdle(way)
    },
    /** The caller must call `back` once. */
    sent: (way: EndpointReachability, now: number): void => {
      if (way.out === 0) way.quietSince = now
      way.out++
      if (way.heeded) return
      way.heeded = true
      fork(watchSilence(way))
    },
    back: (way: EndpointReachability): void => {
      way.out--
    },
    ended: (way: EndpointReachability, sign: ReachabilitySign, now: number): void => {
      if (sign === "answered") {
        recordAnswer(way, now)
        markReachable(way, now, "itself")
      } else if (sign === "unreached") {
        way.unreached++
        if (way.unreached >= MAX_UNREACHED_CALLS) markUnreachable(way, false, now, "itself")
      } else if (sign === "silent" && way.shut === null) startProbe(way, "itself")
    },
    shutOf: (label: string): number => {
      let shut = 0
      for (const way of ways.values()) if (way.label === label && way.shut !== null) shut++
      return shut
    },
    whenOpened: (each: (way: EndpointReachability) => void): void => {
      onOpen.add(each)
    },
    get size(): number {
      return ways.size
    }
  }
})

export type Reachability = Effect.Success<typeof makeReachability>

import { Cause, Clock, Deferred, Duration, Effect, FiberSet, Metric, Random, Stream } from "effect"
import { GatewayNews } from "#services/gateways/endpoints/GatewayNews.ts"
import { type GatewayPlace, GatewayQuestion, type QuestionEnd } from "#services/gateways/endpoints/GatewayQuestion.ts"
import { Remembered } from "../memory/Remembered.ts"
import { IdleLines } from "./IdleLines.ts"

/** What a call says of the way to its gateway: that it is there, that nothing is, that it took too long to say so, or none of it. */
export type Sign = "answered" | "unreached" | "silent" | "nothing"

/** The way to a gateway's address, for everybody who calls it. */
export interface Way {
  readonly address: string
  readonly label: string
  readonly place: GatewayPlace
  /** Null on addresses that people typed in, of which nobody else is told. */
  readonly endpointId: number | null
  users: number
  /** Calls that are out and may be given up for a while of silence; since when nothing was heard of any, in milliseconds of the epoch. */
  out: number
  quietSince: number
  /** Whether it is looked after how long nothing is heard. */
  heeded: boolean
  /** Calls in a row that reached nothing. */
  unreached: number
  /** Why no call passes, until a question of ours is answered; null while they pass. */
  shut: { readonly silent: boolean } | null
  /** Done when it is shut; another one from when it is open again. */
  shutting: Deferred.Deferred<{ readonly silent: boolean }>
  asking: boolean
  /** When it last answered anybody, when somebody last wanted to call, and when it was last shut or opened: milliseconds of the epoch. */
  answeredAt: number
  wantedAt: number
  turnedAt: number
}

/** How this process came to know. */
type Finder = "itself" | "told"

/** Calls in a row that reach nothing, and shut the way. No question can bring that about; one that takes long can be chosen. */
const tolerated = 5
/** Calls are out and nobody hears anything for so long: we ask, long before their time is over. In milliseconds. */
const hush = 2_000
/**
 * How long our own question may take, in milliseconds. At a gateway that is shut there is no hurry, so that a slow one is heard too; one that
 * answered slowly has twice that time from then on, and is not shut for its slowness again.
 */
const patience = { usual: 3_000, shut: 6_000, most: 12_000 } as const
/** Later than that by so much, it was this process that had no time: what it did not hear proves nothing. In milliseconds. */
const late = 1_000
/** Addresses that are known to be slow. */
const mostSlow = 1_000
/** Between two of them at a way that is shut: soon, then less often; a process that was told leaves it to the one that found out. */
const pauses = { itself: [2, 5], told: [10, 20] } as const
/** A way that nobody wants to go for so long is forgotten, and so is what others told of an endpoint. */
const interest = 120_000
/** Endpoints that others told something about and nobody here calls. */
const mostHeard = 1_000
/** Others ask within this time, each at a moment of its own, in milliseconds. */
const spread = 1_000
/** What we hear this long after a turn of our own is the echo of it, or somebody who found the same. */
const echo = 3_000

const questions = Metric.counter("stowage_gateway_questions_total", {
  description: "Questions of our own to storage gateways, when calls are silent or timed out and while calls are refused, by what came of them", incremental: true
})

/**
 * Which addresses are called at all. A call that is silent for long, or times out, proves nothing, as its caller chose what it asks; but it
 * makes us ask something of our own, one question at a time for an address. Only a gateway that is silent to that as well, and to everybody meanwhile,
 * is shut for all: then nothing is sent but that question, until any answer opens the way again.
 */
export const makeWays = Effect.gen(function*() {
  const question = yield* GatewayQuestion
  const news = yield* GatewayNews
  const lines = yield* IdleLines
  const fork = yield* FiberSet.makeRuntime<never>()
  const ways = new Map<string, Way>()
  /** Endpoints of which something was told that nobody here called at the time, and when. */
  const toldOf = new Map<number, number>()
  const onOpen = new Set<(way: Way) => void>()
  /** How long questions may take at addresses that answered slowly, in milliseconds. */
  const slow = new Remembered<number>(mostSlow)

  const forgotten = (way: Way) => {
    if (way.users === 0 && way.shut === null && way.unreached === 0 && !way.asking && ways.get(way.address) === way) ways.delete(way.address)
  }

  const heard = (way: Way, now: number) => {
    way.answeredAt = now
    way.quietSince = now
  }

  /** Others are told what this process found; who was told itself passes nothing on. */
  const told = ({ endpointId }: Way, found: Finder) => endpointId === null || found === "told" ? Effect.void : news.tell(endpointId)

  const opened = (way: Way, now: number, found: Finder) => {
    way.unreached = 0
    if (way.shut === null) return
    way.shut = null
    way.turnedAt = now
    way.shutting = Deferred.makeUnsafe()
    for (const each of onOpen) each(way)
    fork(Effect.andThen(Effect.logInfo("A storage gateway answers again").pipe(Effect.annotateLogs({ endpoint: way.label })), told(way, found)))
  }

  /** Whether it says anything: to us, or to anybody else meanwhile. */
  const asked = Effect.fnUntraced(function*(way: Way) {
    way.asking = true
    const began = yield* Clock.currentTimeMillis
    const longest = Math.max(slow.get(way.address) ?? patience.usual, way.shut === null ? 0 : patience.shut)
    const end = yield* question(way.place).pipe(
      Effect.timeoutOrElse({ duration: longest, orElse: () => Effect.succeed<QuestionEnd>("silent") }),
      // a fault of ours says nothing against a gateway
      Effect.catchCause((cause) => Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.as(Effect.logError("A storage gateway could not be asked", cause), "answered" as const)),
      Effect.ensuring(Effect.sync(() => { way.asking = false }))
    )
    const now = yield* Clock.currentTimeMillis
    const outcome = end === "silent" && now - began > longest + late ? "late" : end
    yield* Metric.update(Metric.withAttributes(questions, { endpoint: way.label, outcome }), 1)
    if (outcome === "answered") {
      heard(way, now)
      slow.set(way.address, Math.min(patience.most, Math.max(patience.usual, 2 * (now - began))))
    }
    return way.answeredAt >= began ? "answered" : outcome
  })

  const watch = Effect.fnUntraced(function*(way: Way, shut: object, found: Finder) {
    const [shortest, longest] = pauses[found]
    for (let seconds: number = shortest; way.shut === shut; seconds = Math.min(longest, seconds * 2)) {
      yield* Effect.sleep(Duration.seconds(seconds * (0.9 + 0.2 * (yield* Random.next))))
      const now = yield* Clock.currentTimeMillis
      if (way.shut !== shut) return
      if (now - way.wantedAt > interest) {
        // whoever comes next finds out anew
        way.shut = null
        way.unreached = 0
        way.shutting = Deferred.makeUnsafe()
        return forgotten(way)
      }
      if (!way.asking && (yield* asked(way)) === "answered") opened(way, yield* Clock.currentTimeMillis, "itself")
    }
  })

  const shutNow = (way: Way, silent: boolean, now: number, found: Finder) => {
    if (way.shut !== null) return
    const shut = { silent }
    way.shut = shut
    way.turnedAt = now
    Deferred.doneUnsafe(way.shutting, Effect.succeed(shut))
    lines.drop(way.place.url)
    fork(Effect.andThen(
      Effect.logWarning(silent ? "A storage gateway is silent: calls to it are refused until it answers" : "A storage gateway cannot be reached: calls to it are refused until it answers").pipe(
        Effect.annotateLogs({ endpoint: way.label })),
      told(way, found)
    ))
    fork(watch(way, shut, found))
  }

  const ask = (way: Way, found: Finder): void => {
    if (way.asking) return
    way.asking = true
    fork(Effect.gen(function*() {
      if (found === "told") yield* Effect.sleep(Duration.millis(yield* Random.nextBetween(0, spread)))
      const end = yield* asked(way)
      const now = yield* Clock.currentTimeMillis
      if (end === "answered") opened(way, now, found)
      else if (end !== "late") shutNow(way, end === "silent", now, found)
      forgotten(way)
    }))
  }

  /** One for all calls that are out, however many come and go. */
  const heed = Effect.fnUntraced(function*(way: Way) {
    while (way.out > 0) {
      const quiet = (yield* Clock.currentTimeMillis) - way.quietSince
      if (quiet >= hush && way.shut === null) ask(way, "itself")
      yield* Effect.sleep(quiet >= hush ? hush : hush - quiet)
    }
    way.heeded = false
  })

  yield* Effect.forkScoped(Stream.runForEach(news.told, (endpointId) => Effect.map(Clock.currentTimeMillis, (now) => {
    const known = [...ways.values()].filter((way) => way.endpointId === endpointId)
    for (const way of known) if (now - way.turnedAt > echo) ask(way, "told")
    if (known.length > 0) return
    const [oldest] = toldOf.keys()
    if (toldOf.size >= mostHeard && oldest !== undefined) toldOf.delete(oldest)
    toldOf.set(endpointId, now)
  })))

  return {
    /** Answers the way, to be left once; `now` in milliseconds of the epoch. */
    enter: (address: string, label: string, place: GatewayPlace, endpointId: number | null, now: number): Way => {
      const way = ways.get(address) ?? {
        address, label, place, endpointId, users: 0, out: 0, quietSince: now, heeded: false, unreached: 0, shut: null, shutting: Deferred.makeUnsafe(),
        asking: false, answeredAt: 0, wantedAt: now, turnedAt: 0
      }
      way.users++
      way.wantedAt = now
      ways.set(address, way)
      const told = endpointId === null ? undefined : toldOf.get(endpointId)
      if (told !== undefined && endpointId !== null) {
        toldOf.delete(endpointId)
        if (now - told < interest) ask(way, "told")
      }
      return way
    },
    leave: (way: Way): void => {
      way.users--
      forgotten(way)
    },
    /** A call goes out that may be given up for a while of silence: to be told of with `back` once. */
    sent: (way: Way, now: number): void => {
      if (way.out === 0) way.quietSince = now
      way.out++
      if (way.heeded) return
      way.heeded = true
      fork(heed(way))
    },
    back: (way: Way): void => {
      way.out--
    },
    /** What a call came to. */
    ended: (way: Way, sign: Sign, now: number): void => {
      if (sign === "answered") {
        heard(way, now)
        opened(way, now, "itself")
      } else if (sign === "unreached") {
        way.unreached++
        if (way.unreached >= tolerated) shutNow(way, false, now, "itself")
      } else if (sign === "silent" && way.shut === null) ask(way, "itself")
    },
    /** Ways of a label that are shut. */
    shutOf: (label: string): number => {
      let shut = 0
      for (const way of ways.values()) if (way.label === label && way.shut !== null) shut++
      return shut
    },
    /** Runs each time that a way is opened. */
    whenOpened: (each: (way: Way) => void): void => { onOpen.add(each) },
    get size(): number {
      return ways.size
    }
  }
})

export type Ways = Effect.Success<typeof makeWays>

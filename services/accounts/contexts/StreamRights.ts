import { Cause, Context, Duration, Effect, Layer, Metric, Queue, Schedule, Stream } from "effect"
import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import type { LiveEvent } from "#domain/platform/LiveEvent.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { RightRecords, type WatchedRight } from "./RightRecords.ts"

/** A stream outlives a lost right by at most 5 s, whether or not anybody announced it. */
const look = Duration.seconds(3)
/** Rights in one statement. */
const atOnce = 2_000

const looks = Metric.counter("stowage_stream_rights_looks_total", { description: "Statements that asked whether the rights of open streams stand", incremental: true })

/** One right, and all streams that are open with it. */
interface Watched {
  readonly right: WatchedRight
  readonly lost: Set<() => void>
}

/** Nothing that goes wrong once ends the watch over everybody's rights. */
const goesOn = (work: Effect.Effect<void>) =>
  Effect.catchCause(work, (cause) => Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.logError("The rights of open streams were not looked at", cause))

/** Who the caller is, whichever request it made. */
const identity = (caller: Caller): string =>
  caller._tag === "Share" ? `l ${caller.share_id}` : caller._tag === "Token" ? `t ${caller.token_id}` : "session_id" in caller ? `s ${caller.session_id}` : caller._tag

/** Whose right it is: the caller's own, or that of whoever made the link. */
const holderOf = (caller: Caller): string => String(caller._tag === "Share" ? caller.maker_id : callerUser(caller)?.id)

const keyOf = ({ caller, contextId, tool, workspace }: WatchedRight) => `${identity(caller)} ${workspace} ${tool ?? ""} ${contextId}`

/**
 * The rights of the streams that are open in this process. Whoever loses one is told at once when it is announced; announcements
 * come from the database itself (migrations 0005 and 0009). One look over all of them every 3 s is the net: for what ran out, and
 * for announcements that got lost. Streams of the same caller, context and tool are one right.
 */
export class StreamRights extends Context.Service<StreamRights, {
  /** `lost` is called once, when the right is gone, or cannot be asked for. Answers how to stop watching. */
  readonly watch: (right: WatchedRight, lost: () => void) => () => void
}>()("stowage/services/accounts/contexts/StreamRights") {
  static readonly layer = Layer.effect(StreamRights, Effect.gen(function*() {
    const records = yield* RightRecords
    const live = yield* LiveEvents
    const watched = new Map<string, Watched>()
    const asked = yield* Queue.unbounded<(one: Watched) => boolean>()

    const lose = (one: Watched) => {
      watched.delete(keyOf(one.right))
      for (const lost of one.lost) lost()
    }

    const lookAt = Effect.fnUntraced(function*(some: ReadonlyArray<Watched>) {
      for (let at = 0; at < some.length; at += atOnce) {
        const part = some.slice(at, at + atOnce)
        yield* Metric.update(looks, 1)
        const standing = yield* records.standing(part.map(({ right }) => right)).pipe(
          // whose rights cannot be asked for has none; readers come back when they can
          Effect.catchCause((cause) =>
            Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Effect.as(Effect.logWarning("Open streams end: their rights cannot be read", cause), []))
        )
        part.forEach((one, index) => { if (standing[index] !== true) lose(one) })
      }
    })

    const concerned = (event: LiveEvent): ((one: Watched) => boolean) | null => {
      switch (event._tag) {
        case "UserAccessChanged":
        case "AssociationsChanged":
          return ({ right }) => holderOf(right.caller) === event.userId
        case "SessionRevoked":
          return ({ right }) => identity(right.caller) === `s ${event.sessionId}`
        case "TokenRevoked":
          return ({ right }) => identity(right.caller) === `t ${event.tokenId}`
        case "ShareChanged":
          return event.ended ? ({ right }) => identity(right.caller) === `l ${event.shareId}` : null
        case "SettingsChanged":
          return ({ right }) => right.tool !== null
        case "Resync":
        case "StopAll":
          return () => true
        case "ListingChanged":
        case "AuditWritten":
        case "AuditSealed":
        case "WorkChanged":
        case "NotificationsChanged":
        case "DriftChanged":
        case "EndpointHealthChanged":
        case "GatewayReachChanged":
        case "FeatureChanged":
        case "DeliveryArrived":
          return null
      }
    }

    const hear = live.changes.pipe(Stream.runForEach((event) => {
      if (event._tag === "StopAll") return Effect.sync(() => { for (const one of [...watched.values()]) lose(one) })
      const those = concerned(event)
      return those === null ? Effect.void : Effect.asVoid(Queue.offer(asked, those))
    }))

    /** What was announced meanwhile is looked at together. */
    const answer = Effect.gen(function*() {
      const those = yield* Queue.takeAll(asked)
      yield* lookAt([...watched.values()].filter((one) => those.some((concerns) => concerns(one))))
    })

    yield* Effect.forkScoped(hear)
    yield* Effect.forkScoped(Effect.forever(goesOn(answer)))
    yield* Effect.forkScoped(Effect.schedule(goesOn(Effect.suspend(() => lookAt([...watched.values()]))), Schedule.spaced(look)))

    const watch = (right: WatchedRight, lost: () => void) => {
      const key = keyOf(right)
      const one = watched.get(key) ?? { right, lost: new Set() }
      watched.set(key, one)
      one.lost.add(lost)
      return () => {
        one.lost.delete(lost)
        if (one.lost.size === 0 && watched.get(key) === one) watched.delete(key)
      }
    }

    return StreamRights.of({ watch })
  }))
}

import { Cause, Context, Duration, Effect, Layer, Metric, Queue, Schedule, Stream } from "effect"
import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import type { LiveEvent } from "#domain/platform/LiveEvent.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { RightRecords, type WatchedRight } from "./RightRecords.ts"

const CHECK_INTERVAL = Duration.seconds(3)
const RIGHTS_PER_STATEMENT = 2_000

const checkCount = Metric.counter("stowage_stream_rights_looks_total", {
  description: "Statements that asked whether the rights of open streams stand",
  incremental: true
})

interface WatchedStreams {
  readonly right: WatchedRight
  readonly lost: Set<() => void>
}

/** A single failure must not end the check of all rights. */
const logFailures = (work: Effect.Effect<void>) =>
  Effect.catchCause(work, (cause) =>
    Cause.hasInterruptsOnly(cause)
      ? Effect.failCause(cause)
      : Effect.logError("The rights of open streams were not looked at", cause)
  )

const callerKey = (caller: Caller): string =>
  caller._tag === "Share"
    ? `l ${caller.share_id}`
    : caller._tag === "Token"
      ? `t ${caller.token_id}`
      : "session_id" in caller
        ? `s ${caller.session_id}`
        : caller._tag

const ownerIdOf = (caller: Caller): string => String(caller._tag === "Share" ? caller.maker_id : callerUser(caller)?.id)

const keyOf = ({ caller, contextId, tool, workspace }: WatchedRight) =>
  `${callerKey(caller)} ${workspace} ${tool ?? ""} ${contextId}`

/** Announcements (migrations 0005, 0009) revoke immediately; a check every 3 s covers expiry and lost ones. */
export class StreamRights extends Context.Service<
  StreamRights,
  {
    readonly watch: (right: WatchedRight, lost: () => void) => () => void
  }
>()("stowage/services/accounts/contexts/StreamRights") {
  static readonly layer = Layer.effect(
    StreamRights,
    Effect.gen(function* () {
      const records = yield* RightRecords
      const live = yield* LiveEvents
      const openRights = new Map<string, WatchedStreams>()
      const pendingChecks = yield* Queue.unbounded<(one: WatchedStreams) => boolean>()

      const revoke = (one: WatchedStreams) => {
        openRights.delete(keyOf(one.right))
        for (const onLoss of one.lost) onLoss()
      }

      const check = Effect.fnUntraced(function* (candidates: ReadonlyArray<WatchedStreams>) {
        for (let at = 0; at < candidates.length; at += RIGHTS_PER_STATEMENT) {
          const chunk = candidates.slice(at, at + RIGHTS_PER_STATEMENT)
          yield* Metric.update(checkCount, 1)
          const validity = yield* records.areValid(chunk.map(({ right }) => right)).pipe(
            // unreadable rights count as lost; clients reconnect
            Effect.catchCause((cause) =>
              Cause.hasInterruptsOnly(cause)
                ? Effect.failCause(cause)
                : Effect.as(Effect.logWarning("Open streams end: their rights cannot be read", cause), [])
            )
          )
          chunk.forEach((one, index) => {
            if (validity[index] !== true) revoke(one)
          })
        }
      })

      const affectedBy = (event: LiveEvent): ((one: WatchedStreams) => boolean) | null => {
        switch (event._tag) {
          case "UserAccessChanged":
          case "AssociationsChanged":
            return ({ right }) => ownerIdOf(right.caller) === event.userId
          case "SessionRevoked":
            return ({ right }) => callerKey(right.caller) === `s ${event.sessionId}`
          case "TokenRevoked":
            return ({ right }) => callerKey(right.caller) === `t ${event.tokenId}`
          case "ShareChanged":
            return event.ended ? ({ right }) => callerKey(right.caller) === `l ${event.shareId}` : null
          case "SettingsChanged":
            return ({ right }) => right.tool !== null
          case "Resync":
          case "StopAll":
            return () => true
          case "ListingChanged":
          case "AuditWritten":
          case "AuditSealed":
          case "WorkChanged":
          case "MigrationChanged":
          case "NotificationsChanged":
          case "DriftChanged":
          case "EndpointHealthChanged":
          case "GatewayReachChanged":
          case "FeatureChanged":
          case "WorkbenchChanged":
          case "DeliveryArrived":
            return null
        }
      }

      const queueAffected = live.changes.pipe(
        Stream.runForEach((event) => {
          if (event._tag === "StopAll")
            return Effect.sync(() => {
              for (const one of [...openRights.values()]) revoke(one)
            })
          const those = affectedBy(event)
          return those === null ? Effect.void : Effect.asVoid(Queue.offer(pendingChecks, those))
        })
      )

      const checkQueued = Effect.gen(function* () {
        const those = yield* Queue.takeAll(pendingChecks)
        yield* check([...openRights.values()].filter((one) => those.some((concerns) => concerns(one))))
      })

      yield* Effect.forkScoped(queueAffected)
      yield* Effect.forkScoped(Effect.forever(logFailures(checkQueued)))
      yield* Effect.forkScoped(
        Effect.schedule(
          logFailures(Effect.suspend(() => check([...openRights.values()]))),
          Schedule.spaced(CHECK_INTERVAL)
        )
      )

      const watch = (right: WatchedRight, onLoss: () => void) => {
        const key = keyOf(right)
        const one = openRights.get(key) ?? { right, lost: new Set() }
        openRights.set(key, one)
        one.lost.add(onLoss)
        return () => {
          one.lost.delete(onLoss)
          if (one.lost.size === 0 && openRights.get(key) === one) openRights.delete(key)
        }
      }

      return StreamRights.of({ watch })
    })
  )
}

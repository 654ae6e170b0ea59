import { Duration, Effect, Layer, Stream } from "effect"
import { Unavailable } from "#domain/platform/errors/Errors.ts"
import { nonDecreasing, type UsageEvent, type UsageSnapshot } from "#domain/usage/Usage.ts"
import { Usage } from "#services/usage/Usage.ts"
import { UsageSnapshots } from "#services/usage/UsageSnapshots.ts"
import { type UsageReader, hideObjectNames } from "#services/usage/hideObjectNames.ts"
import { UsageCount } from "./UsageActor.ts"

const busy = new Unavailable({
  detail: "The count cannot be followed now; try again in a moment",
  retry_after_seconds: 5
})

const visibleTo = (context: UsageReader, snapshot: UsageSnapshot): UsageSnapshot =>
  snapshot.contents === null ? snapshot : { ...snapshot, contents: hideObjectNames(context, snapshot.contents) }

/** Timeout of the first event, which the actor sends immediately; later events depend on the gateway. */
const FIRST_EVENT_TIMEOUT = Duration.seconds(5)

/** Fails when the runner or its actor does not answer, so that the client retries. */
const failIfLate = <A, E>(events: Stream.Stream<A, E>): Stream.Stream<A, E | Unavailable> =>
  Stream.suspend(() => {
    let isStarted = false
    const late = Effect.delay(
      Effect.suspend(() => (isStarted ? Effect.never : Effect.fail(busy))),
      FIRST_EVENT_TIMEOUT
    )
    return Stream.interruptWhen(
      Stream.tap(events, () =>
        Effect.sync(() => {
          isStarted = true
        })
      ),
      late
    )
  })

/** A replica that takes over restarts the count: progress must not go back. */
const monotonicProgress = <E>(events: Stream.Stream<UsageEvent, E>): Stream.Stream<UsageEvent, E> =>
  Stream.suspend(() => {
    let percent = 0
    return Stream.map(events, (event): UsageEvent => {
      if (event.event !== "progress") return event
      percent = nonDecreasing(percent, event.data.percent)
      return percent === event.data.percent ? event : { ...event, data: { ...event.data, percent } }
    })
  })

export const UsageShared = Layer.effect(
  Usage,
  Effect.gen(function* () {
    const snapshots = yield* UsageSnapshots
    const actor = yield* UsageCount.client
    return Usage.of({
      latest: (context) =>
        Effect.map(snapshots.latest(context.listingKey), (snapshot) =>
          snapshot === null ? null : visibleTo(context, snapshot)
        ),
      recount: (context, depth) =>
        failIfLate(actor(context.listingKey).Watch({ depth })).pipe(
          Stream.catchTags({
            MailboxFull: () => Stream.fail(busy),
            AlreadyProcessingMessage: () => Stream.fail(busy),
            PersistenceError: () => Stream.fail(busy),
            EntityNotAssignedToRunner: () => Stream.fail(busy)
          }),
          // the count is shared between contexts, names are not
          Stream.map(
            (event): UsageEvent =>
              event.event === "result" ? { ...event, data: visibleTo(context, event.data) } : event
          ),
          monotonicProgress
        )
    })
  })
)

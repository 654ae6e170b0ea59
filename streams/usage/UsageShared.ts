import { Duration, Effect, Layer, Stream } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { Unavailable } from "#domain/platform/errors/Errors.ts"
import { atLeast, type UsageEvent, type UsageSnapshot } from "#domain/usage/Usage.ts"
import { Usage } from "#services/usage/Usage.ts"
import { UsageSnapshots } from "#services/usage/UsageSnapshots.ts"
import { withoutNames } from "#services/usage/withoutNames.ts"
import { UsageCount } from "./UsageActor.ts"

const busy = new Unavailable({ detail: "The count cannot be followed now; try again in a moment", retry_after_seconds: 5 })

const shownTo = (context: ResolvedContext, snapshot: UsageSnapshot): UsageSnapshot =>
  snapshot.contents === null ? snapshot : { ...snapshot, contents: withoutNames(context, snapshot.contents) }

/** How long an actor is asked: the first it tells is how far it is, which it knows at once. What comes then may take as long as the gateway does. */
const longestAsking = Duration.seconds(5)

/** A runner may be gone without a word, or its actor be stuck: whoever watches is told, and asks again. */
const begunInTime = <A, E>(events: Stream.Stream<A, E>): Stream.Stream<A, E | Unavailable> => Stream.suspend(() => {
  let begun = false
  const late = Effect.delay(Effect.suspend(() => begun ? Effect.never : Effect.fail(busy)), longestAsking)
  return Stream.interruptWhen(Stream.tap(events, () => Effect.sync(() => { begun = true })), late)
})

/** Another replica that takes a count over begins it anew: what a watcher was told of it does not fall back. */
const neverFalling = <E>(events: Stream.Stream<UsageEvent, E>): Stream.Stream<UsageEvent, E> => Stream.suspend(() => {
  let percent = 0
  return Stream.map(events, (event): UsageEvent => {
    if (event.event !== "progress") return event
    percent = atLeast(percent, event.data.percent)
    return percent === event.data.percent ? event : { ...event, data: { ...event.data, percent } }
  })
})

/** Usage through the context's actor; trouble of the cluster itself becomes `unavailable`. */
export const UsageShared = Layer.effect(Usage, Effect.gen(function*() {
  const snapshots = yield* UsageSnapshots
  const actor = yield* UsageCount.client
  return Usage.of({
    latest: (context) => Effect.map(snapshots.latest(context.listingKey), (snapshot) => snapshot === null ? null : shownTo(context, snapshot)),
    recount: (context, depth) =>
      begunInTime(actor(context.listingKey).Watch({ depth })).pipe(
        Stream.catchTags({
          MailboxFull: () => Stream.fail(busy),
          AlreadyProcessingMessage: () => Stream.fail(busy),
          PersistenceError: () => Stream.fail(busy),
          EntityNotAssignedToRunner: () => Stream.fail(busy)
        }),
        // the count is shared, what of it is told is not
        Stream.map((event): UsageEvent => event.event === "result" ? { ...event, data: shownTo(context, event.data) } : event),
        neverFalling
      )
  })
}))

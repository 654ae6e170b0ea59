import { Effect, Layer, Stream } from "effect"
import { Unavailable } from "#domain/errors/Errors.ts"
import { Usage } from "#services/usage/Usage.ts"
import { UsageSnapshots } from "#services/usage/UsageSnapshots.ts"
import { UsageCount } from "./UsageActor.ts"

const busy = new Unavailable({ detail: "The count cannot be followed now; try again in a moment" })

/** Usage through the context's actor; trouble of the cluster itself becomes `unavailable`. */
export const UsageShared = Layer.effect(Usage, Effect.gen(function*() {
  const snapshots = yield* UsageSnapshots
  const actor = yield* UsageCount.client
  return Usage.of({
    latest: snapshots.latest,
    recount: (listingKey) =>
      actor(listingKey).Watch(undefined).pipe(
        Stream.catchTags({
          MailboxFull: () => Stream.fail(busy),
          AlreadyProcessingMessage: () => Stream.fail(busy),
          PersistenceError: () => Stream.fail(busy),
          EntityNotAssignedToRunner: () => Stream.fail(busy)
        })
      )
  })
}))

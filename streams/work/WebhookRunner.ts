import { Effect, Layer, Stream } from "effect"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { readOnChange } from "#services/platform/live/readOnChange.ts"
import { MigrationWebhooks } from "#services/objects/migrations/MigrationWebhooks.ts"

/** Delivers webhooks of migrations after changes of long work, and when a further attempt is due. */
export const WebhookRunner = Layer.effectDiscard(
  Effect.gen(function* () {
    const live = yield* LiveEvents
    const { deliver } = yield* MigrationWebhooks
    const deliverAll = Effect.repeat(deliver, { while: (count) => count > 0 }).pipe(
      Effect.catchCause((cause) => Effect.logWarning("Webhooks of migrations could not be delivered", cause))
    )
    yield* Effect.forkScoped(
      Stream.runDrain(readOnChange(live, (event) => event._tag === "WorkChanged", Effect.asVoid(deliverAll)))
    )
  })
)

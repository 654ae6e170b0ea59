import { Effect, Layer } from "effect"
import { MigrationWebhooks } from "#services/objects/migrations/MigrationWebhooks.ts"
import { runOnWorkChange } from "./runOnWorkChange.ts"

/** Delivers webhooks of migrations after changes of long work, and when a further attempt is due. */
export const WebhookRunner = Layer.effectDiscard(
  Effect.flatMap(MigrationWebhooks, ({ deliver }) =>
    runOnWorkChange("Webhooks of migrations could not be delivered", deliver)
  )
)

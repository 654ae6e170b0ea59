import { Effect, Layer } from "effect"
import { MigrationWebhooks } from "#services/objects/migrations/MigrationWebhooks.ts"
import { runOnWorkChange } from "./runOnWorkChange.ts"

export const WebhookRunner = Layer.effectDiscard(
  Effect.flatMap(MigrationWebhooks, ({ deliver }) =>
    runOnWorkChange("Webhooks of migrations could not be delivered", deliver)
  )
)

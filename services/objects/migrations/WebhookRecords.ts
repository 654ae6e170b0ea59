import { Context, type DateTime, type Duration, type Effect } from "effect"
import type { MigrationEvent } from "#domain/objects/migrations/BucketMigration.ts"
import type { WebhookSubject } from "#domain/objects/migrations/migrationWebhook.ts"

export interface DueDelivery {
  readonly event: MigrationEvent
  readonly subject: WebhookSubject
  readonly attempt: number
  /** Null when the webhook was removed meanwhile. */
  readonly url: string | null
  readonly secret: string | null
  readonly seal: string | null
}

export type DeliveryOutcome =
  | { readonly _tag: "Delivered" }
  | { readonly _tag: "Failed"; readonly problem: string }
  | { readonly _tag: "Again"; readonly problem: string; readonly at: DateTime.Utc }

export class WebhookRecords extends Context.Service<
  WebhookRecords,
  {
    /** Due deliveries, oldest first; they become due again after `lease` unless they end before. */
    readonly take: (
      now: DateTime.Utc,
      lease: Duration.Duration,
      limit: number
    ) => Effect.Effect<ReadonlyArray<DueDelivery>>
    readonly ofMigration: (
      migrationId: number
    ) => Effect.Effect<{ readonly url: string; readonly secret: string; readonly seal: string } | null>
    readonly end: (eventId: number, outcome: DeliveryOutcome, now: DateTime.Utc) => Effect.Effect<void>
  }
>()("stowage/services/objects/migrations/WebhookRecords") {}

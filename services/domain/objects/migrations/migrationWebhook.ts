import { Duration } from "effect"
import type { MigrationEvent } from "./BucketMigration.ts"

export const MAX_WEBHOOK_ATTEMPTS = 6

const PAUSES = [Duration.seconds(10), Duration.minutes(1), Duration.minutes(5), Duration.minutes(30), Duration.hours(2)]

export const pauseAfterAttempt = (attempt: number): Duration.Duration | null => PAUSES[attempt - 1] ?? null

export interface WebhookSubject {
  readonly migration_id: number
  readonly source_context_id: string
  readonly target_context_id: string
}

/** Equal for each attempt, so that a receiver recognises repetitions by `id`. */
export const webhookBody = ({ migration_id, ...contexts }: WebhookSubject, event: MigrationEvent): string =>
  JSON.stringify({
    id: String(event.id),
    type: event.type,
    occurred_at: event.occurred_at,
    migration: { id: migration_id, state: event.migration_state, ...contexts },
    item: event.item === null ? null : { id: event.item, state: event.item_state },
    event: event.metadata
  })

export const webhookTestBody = (id: string, occurred_at: string, migration: Record<string, unknown> | null): string =>
  JSON.stringify({ id, type: "webhook.test", occurred_at, migration, item: null, event: null })

/** `timestamp`: seconds since 1970. */
export const signedText = (timestamp: string, body: string): string => `${timestamp}.${body}`

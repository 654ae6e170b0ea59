import { Context, DateTime, Duration, Effect, Layer } from "effect"
import { MAX_WEBHOOK_ATTEMPTS, pauseAfterAttempt, webhookBody } from "#domain/objects/migrations/migrationWebhook.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { type DeliveryOutcome, type DueDelivery, WebhookRecords } from "./WebhookRecords.ts"
import { WebhookSender } from "./WebhookSender.ts"
import { signedHeaders, webhookSecretPurpose } from "./webhookSecret.ts"

const DELIVERIES_PER_RUN = 20
const CONCURRENT_DELIVERIES = 4
/** Longer than a request's timeout: then the delivery of a dead process is repeated. */
const DELIVERY_LEASE = Duration.minutes(1)

const REMOVED = "The migration has no webhook any more"

/** At least once: a crash between a delivery and its mark repeats it. */
export class MigrationWebhooks extends Context.Service<
  MigrationWebhooks,
  {
    readonly deliver: Effect.Effect<number>
  }
>()("stowage/services/objects/migrations/MigrationWebhooks") {
  static readonly layer = Layer.effect(
    MigrationWebhooks,
    Effect.gen(function* () {
      const [records, sender, cipher] = yield* Effect.all([WebhookRecords, WebhookSender, CredentialCipher])

      const attempt = Effect.fnUntraced(function* ({ event, seal, secret, subject, url }: DueDelivery) {
        if (url === null || secret === null || seal === null) return REMOVED
        const key = yield* Effect.result(cipher.decrypt(webhookSecretPurpose(seal), secret))
        if (key._tag === "Failure") return "The secret cannot be decrypted"
        const body = webhookBody(subject, event)
        const headers = yield* signedHeaders(key.success, String(event.id), body)
        return (yield* sender.send({ url, body, headers })).problem
      })

      const deliverOne = Effect.fnUntraced(function* (due: DueDelivery) {
        const problem = yield* attempt(due)
        const now = yield* DateTime.now
        const pause = due.attempt >= MAX_WEBHOOK_ATTEMPTS ? null : pauseAfterAttempt(due.attempt)
        const outcome: DeliveryOutcome =
          problem === null
            ? { _tag: "Delivered" }
            : pause === null || problem === REMOVED
              ? { _tag: "Failed", problem }
              : { _tag: "Again", problem, at: DateTime.addDuration(now, pause) }
        if (outcome._tag === "Failed")
          yield* Effect.logWarning("A webhook of a migration was given up").pipe(
            Effect.annotateLogs({ migration: due.subject.migration_id, event: due.event.id, reason: outcome.problem })
          )
        yield* records.end(due.event.id, outcome, now)
      })

      const deliver = Effect.gen(function* () {
        const due = yield* records.take(yield* DateTime.now, DELIVERY_LEASE, DELIVERIES_PER_RUN)
        yield* Effect.forEach(due, deliverOne, { concurrency: CONCURRENT_DELIVERIES, discard: true })
        return due.length
      })
      return MigrationWebhooks.of({ deliver: Effect.withSpan(deliver, "MigrationWebhooks.deliver") })
    })
  )
}

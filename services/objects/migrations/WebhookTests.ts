import { Context, DateTime, Duration, Effect, Layer } from "effect"
import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { WebhookTest, WebhookTestRequest } from "#domain/objects/migrations/BucketMigration.ts"
import { webhookTestBody } from "#domain/objects/migrations/migrationWebhook.ts"
import {
  type BadRequest,
  Conflict,
  type Forbidden,
  InvalidInput,
  type NotFound,
  type RateLimited
} from "#domain/platform/errors/Errors.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { RateLimits } from "#services/platform/limits/RateLimits.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { Migrations } from "./Migrations.ts"
import { WebhookRecords } from "./WebhookRecords.ts"
import { WebhookSender } from "./WebhookSender.ts"
import { signedHeaders, webhookSecretPurpose } from "./webhookSecret.ts"

export class WebhookTests extends Context.Service<
  WebhookTests,
  {
    readonly send: (
      caller: Caller,
      context: ResolvedContext,
      request: WebhookTestRequest
    ) => Effect.Effect<WebhookTest, BadRequest | Forbidden | NotFound | InvalidInput | Conflict | RateLimited>
  }
>()("stowage/services/objects/migrations/WebhookTests") {
  static readonly layer = Layer.effect(
    WebhookTests,
    Effect.gen(function* () {
      const [migrations, records, sender] = yield* Effect.all([Migrations, WebhookRecords, WebhookSender])
      const [audited, cipher, limits, secrets] = yield* Effect.all([Audited, CredentialCipher, RateLimits, Secrets])

      /** The stored secret is for its own address alone. */
      const secretFor = Effect.fnUntraced(function* (url: string, migrationId: number | null) {
        const stored = migrationId === null ? null : yield* records.ofMigration(migrationId)
        if (stored === null || stored.url !== url) return { secret: yield* secrets.make, signed_with: "test" as const }
        const secret = yield* cipher
          .decrypt(webhookSecretPurpose(stored.seal), stored.secret)
          .pipe(
            Effect.mapError(
              () => new Conflict({ code: "state_conflict", detail: "The secret of the webhook cannot be decrypted" })
            )
          )
        return { secret, signed_with: "webhook" as const }
      })

      const send = Effect.fn("WebhookTests.send")(function* (
        caller: Caller,
        context: ResolvedContext,
        { migration_id = null, webhook_url }: WebhookTestRequest
      ) {
        const migration = migration_id === null ? null : yield* migrations.find(caller, context, migration_id)
        const fault = sender.fault(webhook_url)
        if (fault !== null) return yield* InvalidInput.at("payload.webhook_url", fault)
        yield* limits.take({
          key: `webhook-test/${callerUser(caller)?.id ?? "key"}`,
          count: 10,
          window: Duration.minutes(5)
        })
        const { secret, signed_with } = yield* secretFor(webhook_url, migration_id)
        const id = `test-${yield* secrets.id}`
        const body = webhookTestBody(
          id,
          DateTime.formatIso(yield* DateTime.now),
          migration === null
            ? null
            : {
                id: migration.id,
                state: migration.state,
                source_context_id: migration.draft.source_context_id,
                target_context_id: migration.draft.target_context_id
              }
        )
        const answer = yield* sender.send({
          url: webhook_url,
          body,
          headers: yield* signedHeaders(secret, id, body)
        })
        const report: WebhookTest = {
          delivered: answer.problem === null,
          status: answer.status,
          summary: answer.problem ?? `The receiver answered ${answer.status}`,
          signed_with
        }
        // an address may hold a secret in its path
        const host = URL.parse(webhook_url)?.host ?? ""
        // audited after sending: no database connection waits for the receiver
        return yield* Effect.succeed(report).pipe(
          audited.rows(
            "migration.webhook_test",
            { type: "migration", id: migration_id === null ? null : String(migration_id), label: null },
            {
              by: byCaller(caller, "manager"),
              message: ({ summary }) => `A test event was sent to ${host}: ${summary}`,
              status: ({ delivered }) => (delivered ? "success" : "failure"),
              metadata: { host, context_id: context.context.id }
            }
          )
        )
      })

      return WebhookTests.of({ send })
    })
  )
}

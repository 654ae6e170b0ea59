import { assert, describe, it as check, layer } from "@effect/vitest"
import { DateTime, Duration, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { createHmac } from "node:crypto"
import * as CredentialCipherAes from "#layers/crypto/CredentialCipherAes.ts"
import { Outbound } from "#layers/outbound/Outbound.ts"
import { WebhookSenderHttp } from "#layers/outbound/WebhookSenderHttp.ts"
import * as WebhookRecordsSql from "#layers/sql/objects/WebhookRecordsSql.ts"
import { MAX_WEBHOOK_ATTEMPTS, pauseAfterAttempt } from "#domain/objects/migrations/migrationWebhook.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { MigrationWebhooks } from "#services/objects/migrations/MigrationWebhooks.ts"
import { WebhookSender } from "#services/objects/migrations/WebhookSender.ts"
import { webhookSecretPurpose } from "#services/objects/migrations/webhookSecret.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { TestSettings } from "../support/testSettings.ts"
import { webhookReceiver as receiver } from "../support/webhookReceiver.ts"

const SECRET = "whsec_of-a-test"

const eventFor = Effect.fnUntraced(function* (url: string) {
  const sql = yield* SqlClient.SqlClient
  const seal = crypto.randomUUID()
  const secret = yield* (yield* CredentialCipher).encrypt(webhookSecretPurpose(seal), Redacted.make(SECRET))
  const draft = JSON.stringify({ source_context_id: "1", target_context_id: "2", webhook_url: url })
  const [migration] = yield* sql<{ readonly id: number }>`
    insert into bucket_migrations (listing_key, target_listing_key, draft, webhook_secret, webhook_seal)
    values ('a', 'b', ${draft}::text::jsonb, ${secret}, ${seal}) returning id`
  const [event] = yield* sql<{ readonly id: string }>`
    insert into bucket_migration_events (migration_id, type, migration_state, item, item_state, metadata)
    values (${migration!.id}, 'item.failed', 'running', 1, 'failed', '{"source": "logs"}') returning id::text`
  return Effect.map(
    sql<{
      readonly outcome: string
      readonly attempts: number
      readonly problem: string | null
    }>`select outcome, attempts, problem from bucket_migration_deliveries where event_id = ${event!.id}::bigint`,
    ([row]) => row
  )
})

const senderWith = (privateHosts: ReadonlyArray<string>, mode: "development" | "production" = "development") =>
  Layer.fresh(
    WebhookSenderHttp.pipe(
      Layer.provide(Outbound.layer),
      Layer.provide(
        TestSettings({
          mode,
          migrationWebhookHosts: ["localhost", "hooks.example.org", "*.example.net"],
          outbound: { oidcHosts: [], ldapHosts: [], privateHosts }
        })
      )
    )
  )
const webhooksWith = (privateHosts: ReadonlyArray<string>) =>
  Layer.fresh(MigrationWebhooks.layer.pipe(Layer.provideMerge(senderWith(privateHosts))))
const World = webhooksWith(["localhost"]).pipe(
  Layer.provideMerge(Layer.mergeAll(WebhookRecordsSql.layer, CredentialCipherAes.layer)),
  Layer.provideMerge(TestDatabase.layer),
  Layer.provide(TestSettings())
)
const deliver = Effect.flatMap(MigrationWebhooks, (webhooks) => webhooks.deliver)

layer(World, { timeout: "120 seconds" })("webhooks of migrations", (it) => {
  it.effect("are signed over timestamp and body, and delivered once", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver(204)
      const read = yield* eventFor(url)
      assert.strictEqual(yield* deliver, 1)
      assert.strictEqual(yield* deliver, 0)
      const [{ body, headers } = { body: "", headers: {} }] = received
      assert.lengthOf(received, 1)
      const timestamp = String(headers["x-stowage-timestamp"])
      assert.strictEqual(
        headers["x-stowage-signature"],
        `v1=${createHmac("sha256", SECRET).update(`${timestamp}.${body}`).digest("hex")}`
      )
      assert.strictEqual(timestamp, String(DateTime.toEpochMillis(yield* DateTime.now) / 1000))
      const { id, migration, occurred_at, ...rest } = JSON.parse(body)
      assert.strictEqual(headers["x-stowage-delivery"], id)
      assert.deepInclude(migration, { state: "running", source_context_id: "1", target_context_id: "2" })
      assert.match(occurred_at, /^\d{4}-/)
      assert.deepStrictEqual(rest, {
        type: "item.failed",
        item: { id: 1, state: "failed" },
        event: { source: "logs" }
      })
      assert.deepStrictEqual(yield* read, { outcome: "delivered", attempts: 1, problem: null })
    }).pipe(Effect.scoped)
  )

  it.effect("are attempted six times with growing pauses, with one body, and a redirect is not followed", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver(503, 302, 500)
      const read = yield* eventFor(url)
      for (let attempt = 1; attempt <= MAX_WEBHOOK_ATTEMPTS; attempt++) {
        assert.strictEqual(yield* deliver, 1, `attempt ${attempt}`)
        if (attempt === 2) assert.strictEqual((yield* read)?.problem, "The receiver redirects, which is not followed")
        const pause = pauseAfterAttempt(attempt)
        if (pause === null) break
        yield* TestClock.adjust(Duration.subtract(pause, Duration.millis(1)))
        assert.strictEqual(yield* deliver, 0, "before its time")
        yield* TestClock.adjust(Duration.millis(1))
      }
      yield* TestClock.adjust(Duration.days(30))
      assert.strictEqual(yield* deliver, 0)
      assert.lengthOf(received, MAX_WEBHOOK_ATTEMPTS)
      assert.lengthOf(new Set(received.map(({ body }) => body)), 1)
      assert.deepStrictEqual(yield* read, { outcome: "failed", attempts: 6, problem: "The receiver answered 500" })
    }).pipe(Effect.scoped)
  )

  it.effect("a delivery that a dead process took is repeated after its lease", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver(204)
      const read = yield* eventFor(url)
      const sql = yield* SqlClient.SqlClient
      const until = DateTime.toDate(DateTime.addDuration(yield* DateTime.now, Duration.minutes(1)))
      yield* sql`
          update bucket_migration_deliveries set attempts = 1, not_before = ${until} where outcome = 'pending'`
      assert.strictEqual(yield* deliver, 0)
      yield* TestClock.adjust(Duration.minutes(1))
      assert.strictEqual(yield* deliver, 1)
      assert.lengthOf(received, 1)
      assert.deepInclude(yield* read, { outcome: "delivered", attempts: 2 })
    }).pipe(Effect.scoped)
  )

  it.effect("a host that resolves to loopback is refused at delivery", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver(204)
      const read = yield* eventFor(url)
      yield* Effect.gen(function* () {
        assert.isNull((yield* WebhookSender).fault(url), "its name is listed")
        assert.strictEqual(yield* deliver, 1)
      }).pipe(Effect.provide(webhooksWith([])))
      assert.lengthOf(received, 0)
      assert.match((yield* read)?.problem ?? "", /private or reserved network/)
    }).pipe(Effect.scoped)
  )
})

describe("addresses of webhooks", () => {
  const faultIn = (sender: Layer.Layer<WebhookSender>, url: string) =>
    Effect.runSync(Effect.map(WebhookSender, (webhooks) => webhooks.fault(url)).pipe(Effect.provide(sender)))

  check("are on the list, without credentials and fragments", () => {
    const settings = senderWith([], "development")
    assert.isNull(faultIn(settings, "https://hooks.example.org/a?b=c"))
    assert.isNull(faultIn(settings, "https://a.example.net/"))
    for (const url of ["https://other.example.org/", "https://example.net/", "https://127.0.0.1/"])
      assert.match(faultIn(settings, url) ?? "", /BUCKET_MIGRATION_WEBHOOK_ALLOWED_HOSTS/, url)
    for (const url of [
      "hooks",
      "ftp://hooks.example.org/",
      "https://u:p@hooks.example.org/",
      "https://hooks.example.org/#a"
    ])
      assert.match(faultIn(settings, url) ?? "", /^Expected an address/, url)
  })

  check("need HTTPS in production, unless the host is listed by itself and as a private one", () => {
    const url = "http://hooks.example.org/"
    assert.isNull(faultIn(senderWith([], "development"), url))
    assert.match(faultIn(senderWith([], "production"), url) ?? "", /^Expected https/)
    assert.match(faultIn(senderWith(["*.example.org"], "production"), url) ?? "", /^Expected https/)
    assert.isNull(faultIn(senderWith(["hooks.example.org"], "production"), url))
    assert.match(faultIn(senderWith(["a.example.net"], "production"), "http://a.example.net/") ?? "", /^Expected https/)
    assert.isNull(faultIn(senderWith([], "production"), "https://hooks.example.org/"))
  })
})

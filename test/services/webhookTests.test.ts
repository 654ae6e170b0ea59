import { assert, layer } from "@effect/vitest"
import { DateTime, Duration, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { createHmac } from "node:crypto"
import { AuditTrail } from "#layers/compose/AuditTrail.ts"
import * as CredentialCipherAes from "#layers/crypto/CredentialCipherAes.ts"
import * as SecretsNode from "#layers/crypto/SecretsNode.ts"
import { Outbound } from "#layers/outbound/Outbound.ts"
import { WebhookSenderHttp } from "#layers/outbound/WebhookSenderHttp.ts"
import * as WebhookRecordsSql from "#layers/sql/objects/WebhookRecordsSql.ts"
import * as RateLimitsSql from "#layers/sql/platform/RateLimitsSql.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { Migrations } from "#services/objects/migrations/Migrations.ts"
import { webhookSecretPurpose } from "#services/objects/migrations/webhookSecret.ts"
import { WebhookTests } from "#services/objects/migrations/WebhookTests.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { TestSettings } from "../support/testSettings.ts"
import { webhookReceiver } from "../support/webhookReceiver.ts"

const SECRET = "whsec_of-a-test"
const caller = { _tag: "Internal" } as const
const context = { context: { id: "1" }, listingKey: "a" } as never

/** `localhost` in an allowlist; only with `isPrivate` may it be private. */
const testsWith = (isPrivate: boolean) =>
  Layer.fresh(
    WebhookTests.layer.pipe(
      Layer.provide(WebhookSenderHttp.pipe(Layer.provide(Outbound.layer))),
      Layer.provide(
        TestSettings({
          migrationWebhookHosts: ["localhost"],
          outbound: { oidcHosts: [], ldapHosts: [], privateHosts: isPrivate ? ["localhost"] : [] }
        })
      )
    )
  )
const World = testsWith(true).pipe(
  Layer.provideMerge(
    Layer.mock(Migrations, {
      find: (_caller, _context, id) =>
        Effect.succeed({ id, state: "draft", draft: { source_context_id: "1", target_context_id: "2" } } as never)
    })
  ),
  Layer.provideMerge(
    Layer.mergeAll(
      WebhookRecordsSql.layer,
      RateLimitsSql.layer,
      AuditTrail,
      CredentialCipherAes.layer,
      SecretsNode.layer
    )
  ),
  Layer.provideMerge(TestDatabase.layer),
  Layer.provide(TestSettings())
)

const send = (webhook_url: string, migration_id: number | null = null) =>
  Effect.flatMap(WebhookTests, (tests) => tests.send(caller, context, { webhook_url, migration_id }))

const savedFor = Effect.fnUntraced(function* (url: string) {
  const sql = yield* SqlClient.SqlClient
  const seal = crypto.randomUUID()
  const secret = yield* (yield* CredentialCipher).encrypt(webhookSecretPurpose(seal), Redacted.make(SECRET))
  const draft = JSON.stringify({ source_context_id: "1", target_context_id: "2", webhook_url: url })
  const [migration] = yield* sql<{ readonly id: number }>`
    insert into bucket_migrations (listing_key, target_listing_key, draft, webhook_secret, webhook_seal)
    values ('a', 'b', ${draft}::text::jsonb, ${secret}, ${seal}) returning id`
  return migration!.id
})

const newWindow = TestClock.adjust(Duration.hours(1))

layer(World, { timeout: "120 seconds" })("a test of a webhook", (it) => {
  it.effect("is one delivery, signed with the secret of the saved address, and with its status", () =>
    Effect.gen(function* () {
      yield* newWindow
      const { received, url } = yield* webhookReceiver(202)
      const id = yield* savedFor(url)
      assert.deepStrictEqual(yield* send(url, id), {
        delivered: true,
        status: 202,
        summary: "The receiver answered 202",
        signed_with: "webhook"
      })
      assert.lengthOf(received, 1)
      const [{ body, headers } = { body: "", headers: {} }] = received
      const timestamp = String(headers["x-stowage-timestamp"])
      assert.strictEqual(timestamp, String(Math.floor(DateTime.toEpochMillis(yield* DateTime.now) / 1000)))
      assert.strictEqual(
        headers["x-stowage-signature"],
        `v1=${createHmac("sha256", SECRET).update(`${timestamp}.${body}`).digest("hex")}`
      )
      const event = JSON.parse(body)
      assert.strictEqual(headers["x-stowage-delivery"], event.id)
      assert.deepInclude(event, { type: "webhook.test", item: null, event: null })
      assert.deepStrictEqual(event.migration, {
        id,
        state: "draft",
        source_context_id: "1",
        target_context_id: "2"
      })

      const sql = yield* SqlClient.SqlClient
      const [entry] = yield* sql<{ readonly action: string; readonly status: string; readonly message: string }>`
        select action, status, message from audit_logs order by id desc limit 1`
      assert.deepInclude(entry, { action: "migration.webhook_test", status: "success" })
      assert.notInclude(entry?.message ?? "", "/hook", "its path may hold a secret")
    }).pipe(Effect.scoped)
  )

  it.effect("of another address is not signed with the stored secret", () =>
    Effect.gen(function* () {
      yield* newWindow
      const { received, url } = yield* webhookReceiver(204)
      const id = yield* savedFor("http://localhost:1/saved")
      for (const migration of [id, null])
        assert.deepInclude(yield* send(url, migration), { delivered: true, signed_with: "test" })
      for (const { body, headers } of received) {
        const text = `${headers["x-stowage-timestamp"]}.${body}`
        const signature = createHmac("sha256", SECRET).update(text).digest("hex")
        assert.match(String(headers["x-stowage-signature"]), /^v1=[0-9a-f]{64}$/)
        assert.notStrictEqual(headers["x-stowage-signature"], `v1=${signature}`)
      }
      assert.isNull(JSON.parse(received[1]?.body ?? "").migration)
    }).pipe(Effect.scoped)
  )

  it.effect("does not follow a redirect, and reports refusals and silence with what is known", () =>
    Effect.gen(function* () {
      yield* newWindow
      const { received, url } = yield* webhookReceiver(302, 500)
      assert.deepInclude(yield* send(url), {
        delivered: false,
        status: 302,
        summary: "The receiver redirects, which is not followed"
      })
      assert.deepInclude(yield* send(url), { delivered: false, status: 500, summary: "The receiver answered 500" })
      assert.lengthOf(received, 2)
      assert.deepInclude(yield* send("http://localhost:1/hook"), {
        delivered: false,
        status: null,
        summary: "The connection was refused"
      })
    }).pipe(Effect.scoped)
  )

  it.effect("never reaches a host that turns into loopback, nor one that is not listed", () =>
    Effect.gen(function* () {
      yield* newWindow
      const { received, url } = yield* webhookReceiver(204)
      const turned = yield* send(url).pipe(Effect.provide(testsWith(false)))
      assert.deepInclude(turned, { delivered: false, status: null })
      assert.match(turned.summary, /private or reserved network/)
      const refused = yield* Effect.flip(send("https://other.example.org/hook"))
      assert.strictEqual(refused._tag, "InvalidInput")
      assert.include(JSON.stringify(refused), "BUCKET_MIGRATION_WEBHOOK_ALLOWED_HOSTS")
      assert.lengthOf(received, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("is sent at most ten times in five minutes", () =>
    Effect.gen(function* () {
      yield* newWindow
      const { received, url } = yield* webhookReceiver(204)
      for (let turn = 0; turn < 10; turn++) yield* send(url)
      assert.strictEqual((yield* Effect.flip(send(url)))._tag, "RateLimited")
      assert.lengthOf(received, 10)
      yield* TestClock.adjust(Duration.minutes(5))
      yield* send(url)
      assert.lengthOf(received, 11)
    }).pipe(Effect.scoped)
  )
})

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { createHmac } from "node:crypto"
import { sandboxPlace } from "../support/managedAccount.ts"
import { freshName, migrationScene } from "../support/migrationScene.ts"
import { webhookReceiver } from "../support/webhookReceiver.ts"
import { WholeService } from "../support/WholeService.ts"

const settings = {
  migrationWebhookHosts: ["localhost"],
  outbound: { oidcHosts: [], ldapHosts: [], privateHosts: ["localhost"] }
}

layer(WholeService(settings), { excludeTestServices: true, timeout: "120 seconds" })("a migration", (it) => {
  it.effect(
    "posts its events to the webhook of its draft, signed with the secret that was answered once",
    () =>
      Effect.gen(function* () {
        const { place } = yield* sandboxPlace
        const { bucketWith, client, draftOf, send, until } = yield* migrationScene(place)
        const { received, url } = yield* webhookReceiver(204)
        const source = yield* bucketWith(client, "logs", ["a"])
        const draft = draftOf([{ source, target: freshName("moved") }])
        const refused = yield* send("POST", "", { ...draft, webhook_url: "https://hooks.example.org/" })
        assert.strictEqual(refused.status, 422)
        assert.include(refused.text, "BUCKET_MIGRATION_WEBHOOK_ALLOWED_HOSTS")

        const made = yield* send("POST", "", { ...draft, webhook_url: `${url}/other` })
        const path = `/${made.body["id"]}`
        const unchanged = yield* send("PATCH", path, { strategy: "skip_existing" })
        assert.isNull(unchanged.body["webhook_secret"])
        const changed = yield* send("PATCH", path, { webhook_url: url })
        const secret: string = changed.body["webhook_secret"]
        assert.notStrictEqual(secret, made.body["webhook_secret"], "another receiver has another secret")
        assert.isAbove(secret.length, 30)
        assert.notInclude((yield* send("GET", path)).text, secret)

        yield* send("POST", `${path}/precheck`)
        assert.strictEqual((yield* send("POST", `${path}/start`)).status, 200)
        yield* until(path, "completed", "completed_with_errors", "failed")
        const delivered = yield* send("GET", path).pipe(
          Effect.delay("50 millis"),
          Effect.repeat({ until: ({ body }) => body["webhook"].pending === 0 }),
          Effect.timeout("60 seconds"),
          Effect.orDie
        )
        assert.deepInclude(delivered.body["webhook"], { failed: 0, problem: null, delivered: received.length })
        const types = received.map(({ body }) => JSON.parse(body).type)
        assert.includeMembers(types, ["migration.running", "item.running", "item.completed", "migration.completed"])
        for (const { body, headers } of received) {
          const text = `${headers["x-stowage-timestamp"]}.${body}`
          const signature = createHmac("sha256", secret).update(text).digest("hex")
          assert.strictEqual(headers["x-stowage-signature"], `v1=${signature}`)
        }
      }).pipe(Effect.scoped),
    { timeout: 120_000 }
  )

  it.effect(
    "is refused with an unknown option, and a draft has no cutover to continue with",
    () =>
      Effect.gen(function* () {
        const { place } = yield* sandboxPlace
        const { draftOf, send } = yield* migrationScene(place)
        const draft = draftOf([{ source: "logs", target: "moved" }])
        const path = `/${(yield* send("POST", "", draft)).body["id"]}`
        for (const option of [{ strategy: "sideways" }, { max_bytes: 1 }, { max_requests_per_second: -1 }]) {
          assert.strictEqual((yield* send("POST", "", { ...draft, ...option })).status, 422, JSON.stringify(option))
          assert.strictEqual((yield* send("PATCH", path, option)).status, 422, JSON.stringify(option))
        }
        assert.strictEqual((yield* send("POST", `${path}/continue`)).code, "state_conflict")
      }).pipe(Effect.scoped),
    { timeout: 120_000 }
  )
})

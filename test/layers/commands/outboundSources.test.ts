import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { uncoveredHosts } from "#domain/platform/uncoveredHosts.ts"
import { outboundSources } from "#layers/commands/outboundSources.ts"
import { sceneOf, unique } from "../../gateway/contract/adminGateway.ts"
import { managerScene, ok } from "../../gateway/managerScene.ts"
import { WholeService } from "../../support/WholeService.ts"
import { freshSandbox } from "../sandbox/support.ts"

const sandbox = { name: "sandbox", lack: undefined, scene: Effect.map(Effect.orDie(freshSandbox()), sceneOf) }

const settings = {
  allowedStorageHosts: ["localhost", "127.0.0.1"],
  eventListenerHosts: ["listed.example.org"],
  migrationWebhookHosts: ["hooks.example.org"]
}

layer(WholeService(settings), {
  excludeTestServices: true,
  timeout: "120 seconds"
})("what this service connects to", (it) => {
  it.effect("includes the listeners that topics push to, and says so when a gateway does not tell its topics", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { ask, target } = yield* managerScene(sandbox, { sns: { enabled: true } })
        for (const push_endpoint of [
          "https://listed.example.org/hook",
          "http://other.example.org:8080/hook",
          "kafka://broker.example.org:9092"
        ]) {
          ok(yield* ask("POST", "/topics", { name: unique("topic"), attributes: { push_endpoint } }))
        }
        ok(yield* ask("POST", "/topics", { name: unique("topic"), attributes: {} }))
        const { sources, unread } = yield* outboundSources
        assert.deepStrictEqual([uncoveredHosts(sources), unread], [["broker.example.org", "other.example.org"], []])

        for (const host of ["hooks.example.org", "unlisted.example.org"])
          yield* (yield* SqlClient.SqlClient)`
            insert into bucket_migrations (listing_key, target_listing_key, draft, webhook_secret, webhook_seal)
            values ('a', 'b', jsonb_build_object('webhook_url', ${`https://${host}/`}::text), 'x', gen_random_uuid())`
        assert.deepStrictEqual(uncoveredHosts((yield* outboundSources).sources), [
          "broker.example.org",
          "other.example.org",
          "unlisted.example.org"
        ])
        yield* (yield* SqlClient.SqlClient)`delete from bucket_migrations`

        yield* (yield* SqlClient.SqlClient)`update storage_endpoints set url = 'http://127.0.0.1:1'
          where url = ${target.url}`
        const silent = yield* outboundSources
        assert.deepStrictEqual(uncoveredHosts(silent.sources), [])
        assert.match(silent.unread.join("\n"), /^the topics of team-\w+ on lab-\w+ could not be read: .+$/)
      })
    )
  )
})

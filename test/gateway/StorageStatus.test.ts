import { ListObjectsV2Command } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { requirement } from "../support/Requirement.ts"
import { internalToken, WholeService } from "../support/WholeService.ts"
import { type AdminGateway, adminGateways } from "./contract/adminGateway.ts"
import { ok } from "./managerScene.ts"
import { clientOf, portalScene } from "./portalScene.ts"

const proxied = Effect.fnUntraced(function* (gateway: AdminGateway) {
  const scene = yield* gateway.scene
  const proxy = yield* gatewayProxy(scene.target.url)
  const through = { ...scene, target: { ...scene.target, url: proxy.url } }
  return { proxy, gateway: { ...gateway, scene: Effect.succeed(through) } satisfies AdminGateway }
})

for (const real of await adminGateways()) {
  requirement(real.name, real.lack)(`the storage status on ${real.name}`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      it.effect("probes put, get, list and delete an object, and show what people meet", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const { gateway, proxy } = yield* proxied(real)
            const { ada, admin, browser, contextId, target } = yield* portalScene(gateway)
            const status = Effect.map(ada.ask("GET", "/status"), ok)
            const probe = Effect.promise(() =>
              browser.send("POST", "/api/internal/storage-endpoints/probe", undefined, {
                "x-internal-token": internalToken
              })
            ).pipe(Effect.map(ok))
            const [endpoint] = yield* sql<{ id: number; bucket: string }>`
              select e.id, 'stowage-status-' || e.id as bucket from storage_endpoints e
              join rgw_accounts a on a.storage_endpoint_id = e.id where a.id = ${Number(contextId)}`
            const { id, bucket } = endpoint!

            assert.deepInclude(yield* status, {
              state: "unknown",
              unknown_reason: "not_probed",
              probed_at: null,
              incidents: [],
              note: null
            })
            assert.deepInclude(yield* probe, { status: "completed", probed_count: 1, failed_count: 0 })
            const first = yield* status
            assert.deepInclude(first, { state: "available", unknown_reason: null })
            assert.deepStrictEqual(
              first["operations"].map((one: any) => [one.operation, one.result, typeof one.latency_ms]),
              ["put", "get", "list", "delete"].map((operation) => [operation, "succeeded", "number"])
            )
            assert.deepInclude(first["days"].at(-1), { probe_count: 1, failed_count: 0 })
            assert.notInclude(JSON.stringify(first), new URL(target.url).host)
            const created = yield* sql<{ entity_id: string }>`
              select entity_id from audit_logs where action = 'storage_status.bucket_create' and status = 'success'`
            assert.lengthOf(created, 1)
            const name = created[0]!.entity_id
            assert.isTrue(name.startsWith(bucket))
            const { accessKey, secretKey } = yield* target.credential.open
            const s3 = yield* clientOf(target.url, { accessKey, secretKey: Redacted.value(secretKey) })
            const left = yield* Effect.promise(() => s3.send(new ListObjectsV2Command({ Bucket: name })))
            assert.strictEqual(left.KeyCount, 0, "the probe leaves no object")

            proxy.set((method, path) => (method === "GET" && path.endsWith("-probe") ? "refuse" : "pass"))
            assert.deepInclude(yield* probe, { failed_count: 1 })
            const failed = yield* status
            assert.deepInclude(failed, { state: "degraded", incidents: [] })
            assert.deepStrictEqual(
              failed["operations"].map((one: any) => one.result),
              ["succeeded", "failed", null, null]
            )
            yield* probe
            yield* probe
            const outage = yield* status
            assert.strictEqual(outage["state"], "disrupted")
            assert.deepInclude(outage["incidents"][0], { ended_at: null, operation: "get", cause: "server_error" })

            proxy.set((method) =>
              method === "PUT"
                ? { status: 403, type: "application/xml", text: "<Error><Code>AccessDenied</Code></Error>" }
                : "pass"
            )
            assert.deepInclude(yield* probe, { failed_count: 0, not_possible_count: 1 })
            assert.deepInclude(yield* status, { state: "unknown", unknown_reason: "refused" })
            proxy.set(() => "pass")
            yield* probe
            assert.strictEqual((yield* status)["state"], "disrupted", "one success ends no incident")
            yield* probe
            const after = yield* status
            assert.strictEqual(after["state"], "available")
            assert.isNotNull(after["incidents"][0].ended_at)

            const path = `/admin/storage-endpoints/${id}/status-note`
            const text = "Maintenance on Sunday."
            assert.strictEqual(
              (yield* Effect.promise(() => ada.browser.send("PUT", `/api${path}`, { text }))).status,
              403,
              "people of the Portal write no note"
            )
            assert.deepInclude(ok(yield* admin("PUT", path, { text }))["note"], { text })
            assert.deepInclude((yield* status)["note"], { text })
            ok(yield* admin("PUT", path, { text: null }))
            assert.isNull((yield* status)["note"])
            const notes = yield* sql<{ metadata: object }>`
              select metadata from audit_logs where action = 'storage_status.note_set' order by id`
            assert.deepStrictEqual(
              notes.map(({ metadata }) => metadata),
              [
                { before: null, after: text },
                { before: text, after: null }
              ]
            )

            yield* sql`update storage_probes set probed_at = probed_at - interval '32 days'`
            assert.deepInclude(yield* probe, { purged_count: 7 })
            assert.strictEqual((yield* status)["days"].at(-1).probe_count, 1)
            yield* sql`update storage_endpoints set admin_access_key = null, admin_secret = null where id = ${id}`
            assert.deepInclude(yield* probe, { not_possible_count: 1 })
            assert.deepInclude(yield* status, { state: "unknown", unknown_reason: "no_key" })
            ok(yield* admin("PUT", `/admin/accounts/${contextId}/portal-settings`, { override: { enabled: false } }))
            assert.deepInclude(yield* probe, { probed_count: 0 })
            assert.strictEqual((yield* ada.ask("GET", "/status")).status, 403)
          })
        )
      )
    })
  })
}

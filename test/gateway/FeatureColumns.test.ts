import { assert, layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { Settings } from "#services/platform/Settings.ts"
import { EventConnection } from "../support/EventConnection.ts"
import { gatewayProxy, type Passage } from "../support/GatewayProxy.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"
import { adminGateways, as } from "./contract/adminGateway.ts"
import { managerScene, ok } from "./managerScene.ts"

const error = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`

const faults: ReadonlyArray<Passage> = [
  { status: 403, type: "application/xml", text: error("AccessDenied") },
  { status: 501, type: "application/xml", text: error("NotImplemented") },
  { status: 200, type: "text/html", text: "<html><p>a proxy</html>" },
  { status: 200, type: "application/xml", text: "" },
  "hold the request"
]

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`feature columns on ${gateway.name}`, () => {
    layer(
      WholeService({
        allowedStorageHosts: ["localhost", "127.0.0.1"],
        gateway: { timeout: Duration.seconds(2), concurrency: 16 }
      }),
      { excludeTestServices: true, timeout: "120 seconds" }
    )((it) => {
      it.effect(
        "come with the listing, or after it in a stream; one that cannot be read says why and spoils nothing",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const scene = yield* gateway.scene
              const proxy = yield* gatewayProxy(scene.target.url)
              const target = as({ ...scene.target, url: proxy.url }, { accessKey: "", secretKey: "" })
              const through = {
                ...gateway,
                scene: Effect.succeed({ ...scene, target: { ...target, credential: scene.target.credential } })
              }
              const { ask, browser, bucket, contextId } = yield* managerScene(through)
              const names = yield* Effect.forEach([null, ...faults], () => bucket())
              const { version } = ok(yield* ask("GET", `/buckets/${names[0]}/features/versioning`))
              ok(
                yield* ask("PUT", `/buckets/${names[0]}/features/versioning`, { value: { status: "enabled" }, version })
              )
              proxy.set((_method, path) => {
                const at = names.findIndex((name) => path.startsWith(`/${name}?cors`))
                return at > 0 ? faults[at - 1]! : "pass"
              })
              const { publicOrigin } = yield* Settings
              const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ")
              const connection = yield* Effect.acquireRelease(
                Effect.promise(() =>
                  EventConnection.open(
                    `${publicOrigin}/api/manager/buckets/features/stream?include=versioning,tags&include=cors&context_id=${contextId}`,
                    { cookie }
                  )
                ),
                (open) => Effect.sync(() => open.close())
              )
              const done: any = yield* Effect.promise(() => connection.received(({ event }) => event === "done"))
              assert.deepInclude(done.data, { buckets: names.length, unavailable: faults.length })
              assert.deepInclude(done.data.listing, { state: "complete", stale: false, last_error: null })
              const cells = new Map<string, any>(
                connection.frames
                  .filter(({ event }) => event === "rows")
                  .flatMap(({ data }: any) => data.rows)
                  .map(({ features, name }: any) => [name, features])
              )
              assert.deepStrictEqual(cells.get(names[0]!), {
                versioning: { state: "enabled", summary: "On", problem: null },
                tags: { state: "not_set", summary: "", problem: null },
                cors: { state: "not_set", summary: "", problem: null }
              })
              const problems = names.slice(1).map((name) => cells.get(name).cors.problem)
              assert.deepStrictEqual(
                problems.map(({ code, storage_code, storage_status }) => [code, storage_code, storage_status]),
                [
                  ["storage_error", "AccessDenied", 403],
                  ["storage_error", "NotImplemented", 501],
                  ["storage_error", "UnreadableAnswer", 200],
                  ["storage_error", "UnreadableAnswer", 200],
                  ["storage_timeout", null, null]
                ]
              )
              for (const name of names.slice(1)) assert.strictEqual(cells.get(name).versioning.state, "disabled")

              const page = ok(yield* ask("GET", "/buckets?include=cors&sort_by=name"))
              assert.strictEqual(page["total"], names.length)
              assert.deepStrictEqual(
                page["items"].map(({ features, name }: any) => [name, features.cors.state]),
                [...names].sort().map((name) => [name, cells.get(name).cors.state])
              )
              assert.isUndefined(ok(yield* ask("GET", "/buckets"))["items"][0].features)

              ok(
                yield* ask("PUT", `/buckets/${names[1]}/features/tags`, {
                  value: { tags: [{ key: "team", value: "a" }] },
                  version: ok(yield* ask("GET", `/buckets/${names[1]}/features/tags`))["version"]
                })
              )
              const later: any = yield* Effect.promise(() =>
                connection.received(
                  ({ data, event }: any) =>
                    event === "rows" && data.rows.some(({ features }: any) => features.tags?.summary === "team=a")
                )
              )
              assert.deepStrictEqual(
                later.data.rows.map(({ name }: any) => name),
                [names[1]]
              )

              const paged = ok(yield* ask("GET", `/buckets?include=versioning&page=1&page_size=2&search=${names[0]}`))
              assert.deepStrictEqual(
                paged["items"].map(({ features }: any) => features),
                [{ versioning: { state: "enabled", summary: "On", problem: null } }]
              )
            })
          )
      )

      it.effect("names of no feature, too many and none are refused", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { ask } = yield* managerScene(gateway)
            for (const include of [
              "nope",
              "versioning,",
              "",
              "versioning%00",
              "versioning%2Cnope",
              `tags${"&include=tags".repeat(20)}`
            ]) {
              for (const path of ["/buckets", "/buckets/features/stream"]) {
                const answer = yield* ask("GET", `${path}?include=${include}`)
                assert.deepStrictEqual(
                  [answer.status, answer.code],
                  [422, "validation_failed"],
                  `${path} ${include}: ${answer.text}`
                )
              }
            }
            assert.strictEqual((yield* ask("GET", "/buckets/features/stream")).status, 422)
          })
        )
      )
    })
  })
}

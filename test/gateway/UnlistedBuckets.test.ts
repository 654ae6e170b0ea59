import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { gatewayProxy, type Passage } from "../support/GatewayProxy.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"
import { adminGateways, adminTarget } from "./contract/adminGateway.ts"
import { managerScene, ok } from "./managerScene.ts"
import { framesOf } from "./objects/framesOf.ts"

const refusal: Passage = {
  status: 403,
  type: "application/xml",
  text: "<Error><Code>AccessDenied</Code><Message></Message></Error>"
}

const refuseListings = (method: string, path: string): Passage => {
  const { pathname } = new URL(path, "http://x")
  return method === "GET" && (pathname === "/" || pathname === "/admin/bucket") ? refusal : "pass"
}

for (const gateway of (await adminGateways()).filter(({ name }) => name === "sandbox")) {
  requirement(gateway.name, gateway.lack)("what could not be read", () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      const behind = Effect.gen(function* () {
        const bare = yield* gateway.scene
        const proxy = yield* gatewayProxy(bare.target.url)
        const { accessKey, secretKey } = yield* bare.target.credential.open
        const target = adminTarget(proxy.url, { accessKey, secretKey: Redacted.value(secretKey) })
        const scene = yield* managerScene(
          { ...gateway, scene: Effect.succeed({ ...bare, target }) },
          { iam: { enabled: true }, sns: { enabled: true } }
        )
        return { ...scene, proxy }
      })

      it.effect("is unknown wherever buckets are shown, and not an account without buckets", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* behind
            yield* scene.bucket()
            const connection = ok(
              yield* scene.admin("POST", "/connections", {
                name: `unlisted ${crypto.randomUUID().slice(0, 8)}`,
                custom_endpoint: { url: scene.target.url, provider: "cluster", region: scene.target.region },
                access_key: scene.key.accessKey,
                secret_key: scene.key.secretKey
              })
            )
            const context_id = `conn-${connection["id"]}`
            const ask = (path: string, query: Record<string, string> = {}) =>
              scene.admin("GET", `${path}?${new URLSearchParams({ context_id, ...query })}`)
            scene.proxy.set((method, path) =>
              method === "GET" && new URL(path, "http://x").pathname === "/" ? refusal : "pass"
            )
            const unknown = (listing: any, where: string) => {
              assert.strictEqual([listing.state, listing.refreshed_at].join(), "empty,", where)
              assert.isString(listing.last_error?.code, where)
            }
            for (const [path, query] of [
              ["/manager/buckets", { page: "1" }],
              ["/manager/buckets", {}],
              ["/browser/buckets/search", {}],
              ["/browser/buckets/search", { search: "x" }],
              ["/manager/exposure", {}],
              ["/manager/feature-rules", { feature: "lifecycle" }]
            ] as const)
              unknown(ok(yield* ask(path, query as Record<string, string>))["listing"], path)
            const recount = framesOf(
              (yield* scene.admin("POST", `/manager/usage-stats/stream?${new URLSearchParams({ context_id })}`)).text
            )
            assert.deepStrictEqual(
              recount.filter(({ event }) => event !== "progress").map(({ event }) => event),
              ["error", "done"]
            )
            assert.deepStrictEqual(ok(yield* ask("/manager/usage-stats/latest")), { snapshot: null })
            assert.deepInclude(ok(yield* ask("/manager/usage-stats/growth")), { from_day: null, to_day: null })
            assert.deepInclude(ok(yield* ask("/manager/usage-stats/history")), { days: [] })
          })
        )
      )

      it.effect("leaves the uses of topics unknown where the buckets cannot be listed", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* behind
            scene.proxy.set(refuseListings)
            const uses: any = ok(yield* scene.ask("GET", "/topics/uses"))
            assert.deepStrictEqual([uses.items, uses.buckets, uses.unread], [[], 0, []])
            assert.notStrictEqual(uses.listing.state, "complete")
            assert.isString(uses.listing.last_error?.code, JSON.stringify(uses.listing))
          })
        )
      )

      it.effect("refuses to delete a topic while its uses are unknown, and leaves the topic in place", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* behind
            const { arn, name } = ok(yield* scene.ask("POST", "/topics", { name: "guarded", attributes: {} }))
            scene.proxy.set(refuseListings)
            const path = `/topics/${encodeURIComponent(arn)}`
            const refused = yield* scene.ask("DELETE", `${path}?confirm_name=${name}`)
            assert.deepStrictEqual([refused.status, refused.code], [409, "state_conflict"], refused.text)
            assert.include(refused.body["detail"], "is not known: the buckets could not be listed")
            assert.strictEqual(ok(yield* scene.ask("GET", path))["arn"], arn)
            ok(yield* scene.ask("DELETE", `${path}?confirm_name=${name}&despite_uses=true`))
          })
        )
      )

      it.effect(
        "of IAM is named beside what is unused, and no policy is called unattached that an unread user may have",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const scene = yield* behind
              const done = (method: string, path: string, body?: unknown) =>
                Effect.map(scene.ask(method, `/iam/${path}`, body), ok)
              yield* done("POST", "users", { name: "hidden" })
              yield* done("POST", "users", { name: "seen" })
              const {
                items: [{ arn }]
              } = (yield* done("GET", "policies")) as { items: ReadonlyArray<any> }
              yield* done("PUT", "users/hidden/policies", { arn })
              const before: any = yield* done("GET", "unused")
              assert.deepStrictEqual(
                [before.unread, before.policies.some((policy: any) => policy.arn === arn)],
                [[], false]
              )
              scene.proxy.set((_method, _path, form) =>
                form.get("Action") === "ListAttachedUserPolicies" && form.get("UserName") === "hidden"
                  ? refusal
                  : "pass"
              )
              const unused: any = yield* done("GET", "unused")
              assert.deepStrictEqual(
                unused.unread.map(({ entity, name }: any) => [entity, name]),
                [["users", "hidden"]]
              )
              assert.deepStrictEqual([unused.policies, unused.users.map(({ name }: any) => name)], [[], ["seen"]])
              const told = framesOf((yield* scene.ask("GET", "/iam/unused/stream")).text)
                .filter(({ event }) => event === "found")
                .map(({ data }) => data)
              assert.deepStrictEqual(
                [
                  told.flatMap(({ unread }) => unread.map(({ name }: any) => name)),
                  told.flatMap(({ policies }) => policies)
                ],
                [["hidden"], []]
              )
            })
          )
      )
    })
  })
}

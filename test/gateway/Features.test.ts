import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"
import { adminGateways } from "./contract/adminGateway.ts"
import { managerScene, ok } from "./managerScene.ts"

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`the features of a bucket on ${gateway.name}`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      it.effect("are read all at once, changed from what was read, told in the history, and put back", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { ask, bucket } = yield* managerScene(gateway)
            const name = yield* bucket()
            const items: ReadonlyArray<any> = ok(yield* ask("GET", `/buckets/${name}/features`))["items"]
            assert.deepStrictEqual(
              items.filter(({ problem }) => problem !== null),
              []
            )
            const of = (feature: string) => items.find((one) => one.feature === feature)
            assert.deepInclude(of("tags"), { state: "not_set", value: null, summary: "" })

            const wanted = {
              tags: [
                { key: "a b", value: "" },
                { key: "team", value: "Grüße <&> 猫" }
              ]
            }
            const put = (value: unknown, version: string) =>
              ask("PUT", `/buckets/${name}/features/tags`, { value, version })
            const { change_id, reading } = ok(yield* put(wanted, of("tags").version))
            assert.deepInclude(reading, { state: "configured", value: wanted, problem: null })
            assert.strictEqual((yield* put({ tags: [{ key: "b", value: "" }] }, of("tags").version)).code, "stale_plan")
            assert.strictEqual(ok(yield* put({ tags: [...wanted.tags].reverse() }, reading.version))["change_id"], null)

            const [change] = ok(yield* ask("GET", `/buckets/${name}/history`))["items"]
            assert.deepInclude(change, {
              id: change_id,
              feature: "tags",
              origin: "edit",
              before: null,
              after: wanted,
              undone_by: null
            })
            const undone = ok(yield* ask("POST", `/buckets/${name}/history/${change_id}/undo`))
            assert.deepInclude(undone["reading"], { state: "not_set", value: null })
            assert.strictEqual(
              (yield* ask("POST", `/buckets/${name}/history/${change_id}/undo`)).code,
              "state_conflict"
            )
            ok(yield* ask("POST", `/buckets/${name}/history/${undone["change_id"]}/undo`))
            assert.deepStrictEqual(ok(yield* ask("GET", `/buckets/${name}/features/tags`))["value"], wanted)

            const sql = yield* SqlClient.SqlClient
            const told = yield* sql<{ action: string; status: string; n: number }>`
          select action, status, count(*)::int as n from audit_logs where entity_id = ${name}
            and action = 'bucket.tags.update' group by 1, 2`
            assert.deepStrictEqual([...told], [{ action: "bucket.tags.update", status: "success", n: 3 }])
          })
        )
      )

      it.effect("a value that its schema or the gateway refuses says where; nothing is changed", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { ask, bucket } = yield* managerScene(gateway)
            const name = yield* bucket()
            const refused = Effect.fnUntraced(function* (feature: string, value: unknown) {
              const { version } = ok(yield* ask("GET", `/buckets/${name}/features/${feature}`))
              const answer = yield* ask("PUT", `/buckets/${name}/features/${feature}`, { value, version })
              assert.deepStrictEqual([answer.status, answer.code], [422, "validation_failed"], answer.text)
              return answer.body["errors"].map(({ path }: { path: ReadonlyArray<string> }) => path.join("."))
            })
            assert.deepStrictEqual(yield* refused("tags", { tags: [{ key: "a", value: 1 }] }), [
              "payload.value.tags.0.value"
            ])
            assert.deepStrictEqual(yield* refused("tags", { tags: [], more: 1 }), ["payload.value.more"])
            assert.deepStrictEqual(
              yield* refused("tags", {
                tags: [
                  { key: "a", value: "1" },
                  { key: "a", value: "2" }
                ]
              }),
              ["payload.value.tags.1.key"]
            )
            assert.deepStrictEqual(yield* refused("cors", { rules: [] }), ["payload.value.rules"])
            assert.deepStrictEqual(yield* refused("policy", { text: "{" }), ["payload.value.text"])
            const nonsense = {
              Version: "2012-10-17",
              Statement: [{ Effect: "Allow", Principal: "*", Action: "s3:Nope", Resource: `arn:aws:s3:::${name}/*` }]
            }
            assert.deepStrictEqual(yield* refused("policy", { text: JSON.stringify(nonsense) }), ["payload.value.text"])
            assert.deepStrictEqual(ok(yield* ask("GET", `/buckets/${name}/history`))["items"], [])
          })
        )
      )

      it.effect("a bucket that is not there, or somebody else's, is not found by any of them", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const one = yield* managerScene(gateway)
            const other = yield* managerScene(gateway)
            const foreign = yield* other.bucket()
            for (const name of ["no-such-bucket-here", foreign]) {
              for (const [method, path, body] of [
                ["GET", "features"],
                ["GET", "features/tags"],
                ["POST", "features/tags/check", { value: null }],
                ["PUT", "features/tags", { value: null, version: "1" }],
                ["POST", "history/1/undo"]
              ] as const) {
                const answer = yield* one.ask(method, `/buckets/${name}/${path}`, body)
                assert.strictEqual(answer.status, 404, `${method} ${path}: ${answer.text}`)
              }
            }
          })
        )
      )
    })
  })
}

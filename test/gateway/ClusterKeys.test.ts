import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { keyOf, s3Of } from "../services/rotation/rotationWorld.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"
import { adminGateways } from "./contract/adminGateway.ts"
import { managerScene, ok } from "./managerScene.ts"

type Pair = { readonly accessKey: string; readonly secretKey: string }

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`the keys of a context's principal on ${gateway.name}`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      it.effect(
        "are made, switched off and deleted; the console's own is only rotated, and the rotation can be undone",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { admin, ask, contextId, target } = yield* managerScene(gateway)
              const buckets = yield* BucketGateway
              const works = (pair: Pair) => Effect.isSuccess(buckets.list(s3Of(target.url, pair)))
              const list = Effect.map(ask("GET", "/cluster/keys"), (answer): any => ok(answer))
              const own = yield* keyOf("account", Number(contextId))
              const before = yield* list
              assert.deepInclude(before.items[0], { access_key: own.accessKey, active: true, console_key: true })
              assert.lengthOf(before.items, 1)

              const { access_key, secret_key, ...rest } = ok(yield* ask("POST", "/cluster/keys"))
              assert.deepStrictEqual(rest, {})
              const made = { accessKey: access_key as string, secretKey: secret_key as string }
              assert.isTrue(yield* works(made))
              const at = `/cluster/keys/${made.accessKey}`
              assert.deepInclude(ok(yield* ask("PUT", at, { active: false })), {
                access_key,
                active: false,
                console_key: false
              })
              assert.isFalse(yield* works(made))
              ok(yield* ask("PUT", at, { active: true }))
              assert.isTrue(yield* works(made))

              for (const answer of [
                yield* ask("PUT", `/cluster/keys/${own.accessKey}`, { active: false }),
                yield* ask("DELETE", `/cluster/keys/${own.accessKey}`)
              ]) {
                assert.deepStrictEqual([answer.status, answer.code], [409, "state_conflict"])
                assert.include(answer.body["detail"], "only rotated")
              }
              assert.strictEqual((yield* ask("DELETE", "/cluster/keys/NOSUCHKEY")).status, 404)

              const run = ok(yield* ask("POST", "/cluster/keys/rotation", { deactivate_only: true }))
              const ended = (id: number, state: RegExp) =>
                Effect.repeat(
                  Effect.delay(
                    Effect.map(ask("GET", `/work/${id}`), (answer): any => ok(answer)),
                    "100 millis"
                  ),
                  { while: (now) => !state.test(now.state) }
                )
              assert.deepInclude(yield* ended(run["id"], /^completed/), {
                state: "completed",
                kind: "cluster_key_rotation",
                undoable: 1
              })
              const rotated = yield* keyOf("account", Number(contextId))
              assert.notStrictEqual(rotated.accessKey, own.accessKey)
              assert.isTrue(yield* works(rotated))
              assert.isFalse(yield* works(own))
              assert.deepStrictEqual(
                (yield* list).items.map((key: any) => [key.access_key, key.active, key.console_key]).sort(),
                [
                  [rotated.accessKey, true, true],
                  [own.accessKey, false, false],
                  [made.accessKey, true, false]
                ].sort()
              )
              ok(yield* ask("POST", `/work/${run["id"]}/undo`))
              assert.deepInclude(yield* ended(run["id"], /^(rolled_back|completed_with_errors)$/), {
                state: "rolled_back"
              })
              assert.deepStrictEqual(yield* keyOf("account", Number(contextId)), own, "the very same key and secret")
              assert.isTrue(yield* works(own))
              assert.isFalse(yield* works(rotated))

              assert.deepInclude(ok(yield* ask("DELETE", at)), { name: access_key })
              assert.lengthOf((yield* list).items, 1)
              const sql = yield* SqlClient.SqlClient
              const said = yield* sql<{ said: string; text: string }>`
          select action || ' ' || status || ' ' || scope as said, a::text as text from audit_logs a
          where (action like 'cluster_key%' or action like 'rgw_account.key.%') and scope = 'manager' order by id`
              assert.deepStrictEqual(
                said.filter(({ said }) => said.startsWith("cluster_key.")).map(({ said }) => said),
                ["create", "disable", "enable", "delete"].map((verb) => `cluster_key.${verb} success manager`)
              )
              assert.includeMembers(
                said.map(({ said }) => said),
                [
                  "rgw_account.key.rotate success manager",
                  "rgw_account.key.retire success manager",
                  "rgw_account.key.restore success manager"
                ]
              )
              assert.isFalse(said.some(({ text }) => text.includes(made.secretKey)))

              const {
                items: [context]
              } = ok(yield* admin("GET", "/admin/accounts?page_size=200")) as any
              const connection = ok(
                yield* admin("POST", "/connections", {
                  name: `Mine ${made.accessKey}`,
                  storage_endpoint_id: context.storage_endpoint_id,
                  access_key: own.accessKey,
                  secret_key: own.secretKey
                })
              )
              const none = yield* admin("GET", `/manager/cluster/keys?context_id=conn-${connection["id"]}`)
              assert.deepStrictEqual(
                [none.status, none.code, none.body["remediation_reason"]],
                [403, "workspace_unavailable", "cluster_keys_unavailable"]
              )
            })
          )
      )
    })
  })
}

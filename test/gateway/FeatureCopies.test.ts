import { CreateBucketCommand, DeleteBucketCommand, S3Client } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { EventConnection } from "../support/EventConnection.ts"
import { Settings } from "#services/platform/Settings.ts"
import { SqlClient } from "effect/sql"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"
import { adminGateways } from "./contract/adminGateway.ts"
import { managerScene, ok } from "./managerScene.ts"

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`one feature of many buckets on ${gateway.name}`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      const scene = Effect.gen(function* () {
        const inner = yield* gateway.scene
        const proxy = yield* gatewayProxy(inner.target.url)
        const manager = yield* managerScene({
          ...gateway,
          scene: Effect.succeed({ ...inner, target: { ...inner.target, url: proxy.url } })
        })
        const { ask } = manager
        const read = (name: string, feature: string) =>
          Effect.map(ask("GET", `/buckets/${name}/features/${feature}`), ok)
        const put = Effect.fnUntraced(function* (name: string, feature: string, value: unknown) {
          const { version } = yield* read(name, feature)
          return ok(yield* ask("PUT", `/buckets/${name}/features/${feature}`, { value, version }))
        })
        const ended = (id: number) =>
          ask("GET", `/work/${id}`).pipe(
            Effect.map((answer): any => ok(answer)),
            Effect.repeat({
              schedule: Schedule.spaced("100 millis"),
              until: ({ state }) => /completed|rolled_back|canceled/.test(state)
            }),
            Effect.timeout("60 seconds")
          )
        return { ...manager, proxy, read, put, ended }
      })

      it.effect("is copied as planned, bucket by bucket, reported, and put back where nothing changed since", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { ask, bucket, ended, proxy, put, read } = yield* scene
            const [source, one, other, same, away] = [
              yield* bucket(),
              yield* bucket(),
              yield* bucket(),
              yield* bucket(),
              yield* bucket()
            ]
            yield* put(source, "tags", { tags: [{ key: "team", value: "climate" }] })
            yield* put(same, "tags", { tags: [{ key: "team", value: "climate" }] })
            yield* put(other, "tags", { tags: [{ key: "old", value: "Grüße" }] })
            proxy.set((_method, path) =>
              path.startsWith(`/${away}?tagging`)
                ? { status: 403, type: "application/xml", text: "<Error><Code>AccessDenied</Code></Error>" }
                : "pass"
            )
            const wanted = { feature: "tags", source, buckets: [one, other, same, away, source, "no-such-bucket-here"] }
            const plan = ok(yield* ask("POST", "/feature-copies/plan", wanted))
            assert.strictEqual(plan["total"], 2)
            assert.deepStrictEqual(
              plan["sample"].map(({ after, before, label }: any) => [label, before, after]).sort(),
              [
                [one, "not set", "team=climate"],
                [other, "old=Grüße", "team=climate"]
              ].sort()
            )
            assert.deepStrictEqual(
              plan["left_out"].map(({ label }: any) => label).sort(),
              [away, same, source, "no-such-bucket-here"].sort()
            )
            const diffs = ok(yield* ask("POST", "/feature-copies/diffs", wanted))["items"]
            assert.match(diffs.find((diff: any) => diff.bucket === other).before, /old/)
            assert.match(diffs.find((diff: any) => diff.bucket === other).after, /climate/)

            yield* put(other, "tags", { tags: [{ key: "new", value: "1" }] })
            const stale = yield* ask("POST", "/feature-copies", { ...wanted, plan_hash: plan["plan_hash"] })
            assert.deepStrictEqual([stale.status, stale.code], [409, "stale_plan"])
            const { plan_hash } = ok(yield* ask("POST", "/feature-copies/plan", wanted))
            const run = yield* ended(ok(yield* ask("POST", "/feature-copies", { ...wanted, plan_hash }))["id"])
            assert.deepStrictEqual([run.state, run.totals.completed, run.undoable], ["completed", 2, 2])
            for (const name of [one, other]) assert.strictEqual((yield* read(name, "tags"))["summary"], "team=climate")
            const [change] = ok(yield* ask("GET", `/buckets/${one}/history`))["items"]
            assert.deepInclude(change, { feature: "tags", origin: "copy", before: null })

            yield* put(one, "tags", { tags: [{ key: "mine", value: "now" }] })
            ok(yield* ask("POST", `/work/${run.id}/undo`))
            const back = yield* ended(run.id)
            assert.strictEqual(back.totals.rolled_back, 1)
            assert.strictEqual((yield* read(other, "tags"))["summary"], "new=1")
            assert.strictEqual((yield* read(one, "tags"))["summary"], "mine=now", "what was changed since stays")
          })
        )
      )

      it.effect("a bucket that names itself is named anew; another listing's people see nothing of it", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { ask, bucket, put } = yield* scene
            const [source, one] = [yield* bucket(), yield* bucket()]
            const text = (name: string) =>
              JSON.stringify({
                Version: "2012-10-17",
                Statement: [
                  {
                    Effect: "Deny",
                    Principal: "*",
                    Action: "s3:GetObjectTagging",
                    Resource: `arn:aws:s3:::${name}/secret/*`
                  }
                ]
              })
            yield* put(source, "policy", { text: text(source) })
            const wanted = { feature: "policy", source, buckets: [one] }
            const [diff] = ok(yield* ask("POST", "/feature-copies/diffs", wanted))["items"]
            assert.deepInclude(diff, {
              bucket: one,
              before: null,
              left_out: null,
              rewritten: [`arn:aws:s3:::${source} → arn:aws:s3:::${one}`]
            })
            assert.include(diff.after, `arn:aws:s3:::${one}/secret/*`)
            for (const body of [
              { ...wanted, buckets: [] },
              { ...wanted, feature: "nope" },
              { ...wanted, source: "a\0b" },
              { ...wanted, more: 1 }
            ]) {
              assert.strictEqual((yield* ask("POST", "/feature-copies/plan", body)).status, 422)
            }
            assert.strictEqual(
              (yield* ask("POST", "/feature-copies/plan", { ...wanted, source: "no-such-bucket-here" })).status,
              404
            )
          })
        )
      )

      it.effect(
        "a bucket that somebody made anew under its name since the plan is not touched, neither before it " +
          "begins nor in its middle",
        () =>
          Effect.scoped(
            Effect.gen(function* () {
              const { ask, bucket, ended, key, proxy, put, read, target } = yield* scene
              const s3 = yield* Effect.acquireRelease(
                Effect.sync(
                  () =>
                    new S3Client({
                      endpoint: target.url,
                      region: "default",
                      forcePathStyle: true,
                      credentials: { accessKeyId: key.accessKey, secretAccessKey: key.secretKey }
                    })
                ),
                (client) => Effect.sync(() => client.destroy())
              )
              const remake = (Bucket: string) =>
                Effect.promise(async () => {
                  await s3.send(new DeleteBucketCommand({ Bucket }))
                  await s3.send(new CreateBucketCommand({ Bucket }))
                })
              const [source, one, other] = [yield* bucket(), yield* bucket(), yield* bucket()]
              yield* put(source, "tags", { tags: [{ key: "team", value: "climate" }] })
              const wanted = { feature: "tags", source, buckets: [one, other] }
              const hash = Effect.map(ask("POST", "/feature-copies/plan", wanted), (answer) => ok(answer)["plan_hash"])
              const plan_hash = yield* hash
              yield* remake(one)
              assert.strictEqual((yield* ask("POST", "/feature-copies", { ...wanted, plan_hash })).code, "stale_plan")
              proxy.set((method, path) =>
                method === "PUT" && path.startsWith(`/${other}?tagging`) ? "refuse" : "pass"
              )
              const { id } = ok(yield* ask("POST", "/feature-copies", { ...wanted, plan_hash: yield* hash }))
              const items = Effect.map(
                ask("GET", `/work/${id}/items`),
                (answer): ReadonlyArray<any> => ok(answer)["items"]
              )
              yield* Effect.repeat(Effect.delay(items, "50 millis"), {
                until: (all) => all.some(({ label, problem }) => label === other && problem !== null)
              })
              yield* remake(other)
              proxy.set(() => "pass")
              assert.strictEqual((yield* ended(id)).state, "completed_with_errors")
              assert.deepStrictEqual(
                (yield* items).map(({ label, problem, state }) => [label, state, problem?.code ?? null]).sort(),
                [
                  [one, "completed", null],
                  [other, "failed", "stale_plan"]
                ].sort()
              )
              assert.isNull((yield* read(other, "tags"))["value"])
            })
          ),
        90_000
      )

      it.effect("is a row a rule, searched, filtered and followed; unreadable buckets are rows that say why", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { ask, browser, bucket, contextId, proxy, put } = yield* scene
            const [some, none, away] = [yield* bucket(), yield* bucket(), yield* bucket()]
            yield* put(some, "tags", {
              tags: [
                { key: "a", value: "first" },
                { key: "b", value: "second" }
              ]
            })
            proxy.set((_method, path) =>
              path.startsWith(`/${away}?tagging`)
                ? { status: 501, type: "application/xml", text: "<Error><Code>NotImplemented</Code></Error>" }
                : "pass"
            )
            const rows = (query = "") =>
              Effect.map(
                ask("GET", `/feature-rules?feature=tags${query}`),
                (answer): ReadonlyArray<any> => ok(answer)["items"]
              )
            assert.deepStrictEqual(
              (yield* rows()).map(({ id, state }) => [id, state]),
              [
                [`${some}/1`, "configured"],
                [`${some}/2`, "configured"],
                [none, "not_set"],
                [away, "unavailable"]
              ].sort(([left = ""], [right = ""]) => (left < right ? -1 : 1))
            )
            assert.deepStrictEqual(
              (yield* rows("&state=unavailable")).map(({ bucket, problem }) => [bucket, problem.storage_code]),
              [[away, "NotImplemented"]]
            )
            assert.deepStrictEqual(
              (yield* rows("&search=SECOND")).map(({ params }) => params),
              [{ key: "b", value: "second" }]
            )
            assert.deepStrictEqual(
              (yield* rows("&param=key&param_value=a")).map(({ rule }) => rule),
              [1]
            )
            assert.deepStrictEqual((yield* rows("&param=constructor")).length, 0)
            const page = ok(
              yield* ask("GET", "/feature-rules?feature=tags&page=2&page_size=3&sort_by=bucket&sort_dir=desc")
            )
            assert.deepStrictEqual([page["total"], page["items"].length, page["has_next"]], [4, 1, false])
            for (const query of [
              "",
              "?feature=nope",
              "?feature=tags&state=nope",
              "?feature=tags&sort_by=nope",
              "?feature=tags&search=a%00"
            ]) {
              assert.strictEqual((yield* ask("GET", `/feature-rules${query}`)).status, 422, query)
            }
            const { publicOrigin } = yield* Settings
            const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ")
            const connection = yield* Effect.acquireRelease(
              Effect.promise(() =>
                EventConnection.open(
                  `${publicOrigin}/api/manager/feature-rules/stream?feature=tags&context_id=${contextId}`,
                  { cookie }
                )
              ),
              (open) => Effect.sync(() => open.close())
            )
            const done: any = yield* Effect.promise(() => connection.received(({ event }) => event === "done"))
            assert.deepInclude(done.data, { buckets: 3, unavailable: 1 })
            assert.deepInclude(done.data.listing, { state: "complete", stale: false, last_error: null })
            const sql = yield* SqlClient.SqlClient
            const user = (yield* Effect.promise(() => browser.session()))["user"]
            yield* sql`update ui_users set manager_tools = array_remove(manager_tools, 'feature_rules')
              where id = ${user.id}`
            const off = yield* ask("GET", "/feature-rules?feature=tags")
            assert.deepStrictEqual([off.status, off.code], [403, "workspace_unavailable"])
          })
        )
      )
    })
  })
}

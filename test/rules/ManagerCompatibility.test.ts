import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { UsageSnapshots } from "#services/usage/UsageSnapshots.ts"
import { sceneOf, unique } from "../gateway/contract/adminGateway.ts"
import { managerScene, ok } from "../gateway/managerScene.ts"
import { freshSandbox } from "../layers/sandbox/support.ts"
import { WholeService } from "../support/WholeService.ts"

const sandbox = { name: "sandbox", lack: undefined, scene: Effect.map(Effect.orDie(freshSandbox()), sceneOf) }
const scene = managerScene(sandbox, { sns: { enabled: true }, usage: { enabled: true } })

const isRefused = (statement: Effect.Effect<unknown, unknown, SqlClient.SqlClient>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(Effect.exit(sql.withTransaction(statement)), ({ _tag }) => _tag === "Failure")
  )

layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
  excludeTestServices: true,
  timeout: "120 seconds"
})("compatibility of the Manager", (it) => {
  it.effect(
    "0124: usage belongs to the resolved context: every spelling of its id reads one snapshot, and the newest " +
      "calculated_at stays",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { admin, bucket, contextId } = yield* scene
          const sql = yield* SqlClient.SqlClient
          const name = yield* bucket()
          const latest = (id: string) => admin("GET", `/manager/usage-stats/latest?context_id=${id}`)
          const recount = (id: string) => Effect.map(admin("POST", `/manager/usage-stats/stream?context_id=${id}`), ok)
          yield* recount(`00${contextId}`)
          const { snapshot } = ok(yield* latest(contextId))
          assert.deepStrictEqual(
            snapshot.distribution.map(({ name }: { name: string }) => name),
            [name]
          )
          assert.deepStrictEqual(ok(yield* latest(`0${contextId}`)), { snapshot })
          for (const id of ["-1", "null", `-${contextId}`, `manager-${contextId}`])
            assert.strictEqual((yield* latest(id)).status, 400, id)

          const rows = sql<{ key: string; calculated_at: string }>`
      select s.listing_key as key, s.calculated_at::text as calculated_at from usage_snapshots s
        where s.listing_key in (select u.listing_key from usage_buckets u where u.name = ${name})`
          yield* recount(contextId)
          const [row, ...more] = yield* rows
          assert.lengthOf(more, 0, "one snapshot, whatever the context was called")
          yield* (yield* UsageSnapshots).save(row!.key, { ...snapshot, calculated_at: "2001-01-01T00:00:00.000Z" })
          assert.deepStrictEqual(yield* rows, [row!])
        })
      )
  )

  it.effect(
    "0085: usage statistics are an object, distribution is a list of objects, and warnings are a list of texts " +
      "or null, of a context and of each bucket",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { ask, bucket } = yield* scene
          const sql = yield* SqlClient.SqlClient
          const name = yield* bucket()
          ok(yield* ask("POST", "/usage-stats/stream?depth=contents"))
          const { snapshot } = ok(yield* ask("GET", "/usage-stats/latest"))
          assert.deepStrictEqual(snapshot.statistics, {
            bucket_count: 1,
            object_count: 0,
            used_bytes: 0,
            unavailable_count: 0
          })
          assert.deepStrictEqual(
            [snapshot.distribution, snapshot.warnings],
            [[{ name, used_bytes: 0, object_count: 0 }], null]
          )
          const {
            items: [row]
          } = ok(yield* ask("GET", "/usage-stats/buckets"))
          assert.deepInclude(row, {
            name,
            statistics: { used_bytes: 0, object_count: 0 },
            distribution: [],
            warnings: null
          })
          for (const field of ["calculated_at", "updated_at"]) assert.match(row[field], /^\d{4}-.*Z$/, field)
          for (const [column, wrong] of [
            ["statistics", "[]"],
            ["statistics", "null"],
            ["distribution", "{}"],
            ["distribution", "7"],
            ["warnings", "{}"],
            ["warnings", `"text"`]
          ] as const) {
            assert.isTrue(
              yield* isRefused(sql`update usage_snapshots set ${sql(column)} = ${wrong}::text::jsonb`),
              `${column} ${wrong}`
            )
          }
        })
      )
  )

  it.effect(
    "0091: what is done with objects is not in the audit trail: uploads, reads, folders and deletions of the " +
      "Browser leave no entry",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { admin, browser, bucket, contextId } = yield* scene
          const sql = yield* SqlClient.SqlClient
          const name = yield* bucket()
          const at = (rest: string) =>
            `/browser/buckets/${name}/${rest}${rest.includes("?") ? "&" : "?"}context_id=${contextId}`
          const entries = Effect.map(sql<{ action: string }>`select action from audit_logs order by id`, (rows) =>
            rows.map(({ action }) => action)
          )
          const before = yield* entries
          const { id } = ok(yield* admin("POST", at("uploads"), { key: "photo.txt", size_bytes: 5 }))
          ok(yield* Effect.promise(() => browser.put(`/api${at(`uploads/${id}/parts/1`)}`, Buffer.from("hello"))))
          ok(yield* admin("POST", at(`uploads/${id}/complete`), {}))
          ok(yield* admin("POST", at("folders"), { prefix: "folder/" }))
          assert.include((yield* admin("GET", at("objects"))).text, "photo.txt")
          assert.strictEqual((yield* admin("GET", at("objects/download?key=photo.txt"))).text, "hello")
          ok(yield* admin("DELETE", at("objects"), { keys: ["photo.txt", "folder/"] }))
          assert.deepStrictEqual(yield* entries, before)
        })
      )
  )

  it.effect(
    "2026-08 Topic responses have neither owner nor is_ceph: name, ARN, what can be configured, and the " +
      "version of an edit",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { ask } = yield* scene
          const made = ok(yield* ask("POST", "/topics", { name: unique("topic"), attributes: {} }))
          const listed = ok(yield* ask("GET", "/topics"))["items"].find(
            ({ arn }: { arn: string }) => arn === made["arn"]
          )
          for (const topic of [made, listed, ok(yield* ask("GET", `/topics/${encodeURIComponent(made["arn"])}`))]) {
            assert.sameMembers(Object.keys(topic), ["name", "arn", "attributes", "version"])
            for (const gone of ["owner", "is_ceph", "user"]) assert.notProperty(topic.attributes, gone)
          }
        })
      )
  )
})

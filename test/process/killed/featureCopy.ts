import { CreateBucketCommand, GetBucketTaggingCommand, PutBucketTaggingCommand } from "@aws-sdk/client-s3"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ended, type Installation, type KilledWork, sandboxAccount, until } from "./KilledWork.ts"

const targets = ["never-sent", "sent-unheard", "before-it"]

interface TagChange {
  readonly kind: string
  readonly origin: string
  readonly request: (
    installation: Installation,
    place: { readonly context: number; readonly endpoint: number }
  ) => Effect.Effect<{ readonly path: string; readonly body: object }, unknown, SqlClient.SqlClient>
  readonly run: (id: number, place: { readonly context: number; readonly endpoint: number }, rest?: string) => string
}

const tagChange = ({ kind, origin, request, run: runPath }: TagChange): KilledWork => ({
  kind,
  heldAt: "before a target is written, and before that is answered",
  truth: "each bucket is changed once, told once, and can be put back",
  begin: Effect.fnUntraced(function* (installation) {
    const sql = yield* SqlClient.SqlClient
    const { browser } = installation
    const { client, context, endpoint, proxy } = yield* sandboxAccount(installation, async (client) => {
      for (const bucket of ["source", ...targets]) {
        await client.send(new CreateBucketCommand({ Bucket: bucket }))
        await client.send(
          new PutBucketTaggingCommand({ Bucket: bucket, Tagging: { TagSet: [{ Key: "is", Value: bucket }] } })
        )
      }
    })
    const { body, path } = yield* request(installation, { context, endpoint })
    const [address, query = ""] = path.split("?")
    const plan = yield* Effect.promise(() => browser.post(`${address}/plan?${query}`, body))
    assert.strictEqual(plan.body["total"], targets.length, plan.text)
    proxy.set((method, path) => {
      if (method !== "PUT" || !path.includes("tagging")) return "pass"
      return path.startsWith("/never-sent")
        ? "hold the request"
        : path.startsWith("/sent-unheard")
          ? "hold the answer"
          : "pass"
    })
    const run = yield* Effect.promise(() => browser.post(path, { ...body, plan_hash: plan.body["plan_hash"] }))
    assert.strictEqual(run.status, 201, run.text)
    const id = run.body["id"] as number
    yield* until(() =>
      ["never-sent", "sent-unheard"].every((name) => proxy.held.some((path) => path.includes(`/${name}`)))
    )
    return {
      afterKill: Effect.sync(() => proxy.set(() => "pass")),
      check: Effect.gen(function* () {
        const items = yield* sql`select label, state, attempts, result, problem from work_items where run_id = ${id}
            order by ordinal`
        assert.deepStrictEqual(yield* ended([id], /^completed/), ["completed"], JSON.stringify(items))
        const tagOf = (bucket: string) =>
          Effect.promise(() =>
            client
              .send(new GetBucketTaggingCommand({ Bucket: bucket }))
              .then(({ TagSet }) => TagSet?.map(({ Value }) => Value).join())
          )
        assert.deepStrictEqual(
          yield* Effect.forEach(targets, tagOf),
          targets.map(() => "source")
        )
        const changes = yield* sql<{
          bucket: string
          n: number
        }>`select bucket, count(*)::int as n from feature_changes
          where origin = ${origin} and listing_key in (
            select c.listing_key from feature_changes c join work_items i on i.result ->> 'change_id' = c.id::text
            where i.run_id = ${id})
          group by 1 order by 1`
        assert.deepStrictEqual(
          changes.map((row) => ({ ...row })),
          [...targets].sort().map((bucket) => ({ bucket, n: 1 }))
        )

        const undone = yield* Effect.promise(() => browser.post(runPath(id, { context, endpoint }, "/undo")))
        assert.strictEqual(undone.status, 200, undone.text)
        assert.deepStrictEqual(yield* ended([id], /^rolled_back/), ["rolled_back"])
        assert.deepStrictEqual(yield* Effect.forEach(targets, tagOf), targets)
      })
    }
  })
})

export const featureCopy = tagChange({
  kind: "a copy of a feature to buckets",
  origin: "copy",
  request: (_, { context }) =>
    Effect.succeed({
      path: `/api/manager/feature-copies?context_id=${context}`,
      body: { feature: "tags", source: "source", buckets: targets }
    }),
  run: (id, { context }, rest = "") => `/api/manager/work/${id}${rest}?context_id=${context}`
})

const workbenches = {
  "Storage Ops": () => "/api/storage-ops",
  "Cluster Admin": (endpoint: number) => `/api/cluster-admin/endpoints/${endpoint}`
}

const bulkChange = (workbench: keyof typeof workbenches) => {
  const root = workbenches[workbench]
  return tagChange({
    kind: `a bulk change of buckets in ${workbench}`,
    origin: "bulk",
    request: Effect.fnUntraced(function* ({ browser, userId }, { endpoint }) {
      const sql = yield* SqlClient.SqlClient
      yield* sql`update ui_users set privileges = '{cluster_admin,storage_ops}' where id = ${userId}`
      yield* Effect.promise(() => browser.post(`${root(endpoint)}/buckets/cache/refresh`))
      const rules = [{ field: "name", op: "in", value: targets }]
      const context =
        workbench === "Storage Ops" ? [{ field: "endpoint_name", op: "eq", value: yield* nameOf(endpoint) }] : []
      return {
        path: `${root(endpoint)}/bucket-changes`,
        body: {
          selection: { query: { advanced_filter: { rules: [...rules, ...context] } } },
          change: { kind: "tags", set: [{ key: "is", value: "source" }], remove: [] }
        }
      }
    }),
    run: (id, { endpoint }, rest = "") => `${root(endpoint)}/work/${id}${rest}`
  })
}

const nameOf = Effect.fnUntraced(function* (endpoint: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string }>`select name from storage_endpoints where id = ${endpoint}`
  return rows[0]?.name ?? ""
})

export const opsBulkChange = bulkChange("Storage Ops")
export const clusterBulkChange = bulkChange("Cluster Admin")

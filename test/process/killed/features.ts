import { CreateBucketCommand, GetBucketCorsCommand } from "@aws-sdk/client-s3"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type KilledWork, sandboxAccount, until } from "./KilledWork.ts"

const steps = {
  planned: {
    at: (method: string, nth: number) => method === "GET" && nth === 3,
    passage: "hold the request",
    so: false
  },
  sent: { at: (method: string) => method === "PUT", passage: "hold the request", so: false },
  done: { at: (method: string) => method === "PUT", passage: "hold the answer", so: true },
  looked: { at: (method: string, nth: number) => method === "GET" && nth === 4, passage: "hold the request", so: true }
} as const
const names = Object.keys(steps) as ReadonlyArray<keyof typeof steps>
const value = {
  rules: [
    {
      id: "a",
      allowed_origins: ["*"],
      allowed_methods: ["GET"],
      allowed_headers: [],
      expose_headers: [],
      max_age_seconds: 5
    }
  ]
}

/** The last row of its round: a confirmed change is checked for five seconds only. */
export const features: KilledWork = {
  kind: "edits of bucket features",
  heldAt: "planned, sent, done, and checked",
  truth: "history and audit log say of each what became of it",
  begin: Effect.fnUntraced(function* (installation) {
    const sql = yield* SqlClient.SqlClient
    const { browser } = installation
    const { client, context, proxy } = yield* sandboxAccount(installation, async (client) => {
      for (const bucket of names) await client.send(new CreateBucketCommand({ Bucket: bucket }))
    })
    const asked = new Map<string, number>()
    proxy.set((method, path) => {
      const name = names.find((one) => path.startsWith(`/${one}?cors`))
      if (name === undefined) return "pass"
      const nth = (asked.get(`${method} ${name}`) ?? 0) + 1
      asked.set(`${method} ${name}`, nth)
      return steps[name].at(method, nth) ? steps[name].passage : "pass"
    })
    const pathOf = (name: string) => `/api/manager/buckets/${name}/features/cors?context_id=${context}`
    const versions = yield* Effect.forEach(names, (name) =>
      Effect.promise(() => browser.get(pathOf(name)).then(({ body }) => body["version"] as string))
    )
    names.forEach(
      (name, index) => void browser.send("PUT", pathOf(name), { value, version: versions[index] }).catch(() => null)
    )
    yield* until(() => names.every((name) => proxy.held.some((path) => path.includes(`/${name}?`))))
    return {
      afterKill: Effect.gen(function* () {
        assert.lengthOf(
          yield* sql`select 1 from audit_logs where action = 'bucket.cors.update' and entity_id in ${sql.in(names)}`,
          0,
          "nobody has told yet"
        )
        assert.lengthOf(
          yield* sql`select 1 from gateway_intents where outcome is null and entry->>'action' = 'bucket.cors.update'
            and entry->'entity'->>'id' in ${sql.in(names)}`,
          names.length,
          "and each was written down before"
        )
        proxy.set(() => "pass")
      }),
      check: Effect.gen(function* () {
        const told = yield* sql<{
          bucket: string
          status: string
        }>`select entity_id as bucket, status from audit_logs where action = 'bucket.cors.update'
          and entity_id in ${sql.in(names)}`
        const statuses = new Map(told.map(({ bucket, status }) => [bucket, status]))
        for (const name of names) {
          const there = yield* Effect.promise(() =>
            client.send(new GetBucketCorsCommand({ Bucket: name })).then(
              () => true,
              () => false
            )
          )
          assert.strictEqual(there, steps[name].so, `${name}: what the gateway has`)
          assert.strictEqual(
            statuses.get(name),
            steps[name].so ? "success" : "failure",
            `${name}: what the audit log says`
          )
          const history = yield* Effect.promise(() =>
            browser.get(`/api/manager/buckets/${name}/history?context_id=${context}`)
          )
          assert.deepStrictEqual(
            history.body["items"].map(({ after, before }: any) => [before, after]),
            steps[name].so ? [[null, value]] : [],
            `${name}: what the history says`
          )
        }
        const [change] = (yield* Effect.promise(() =>
          browser.get(`/api/manager/buckets/done/history?context_id=${context}`)
        )).body["items"]
        const undone = yield* Effect.promise(() =>
          browser.post(`/api/manager/buckets/done/history/${change.id}/undo?context_id=${context}`)
        )
        assert.strictEqual(undone.status, 200, undone.text)
        assert.lengthOf(told, names.length, "once each")
      })
    }
  })
}

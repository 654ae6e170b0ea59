import {
  CreateBucketCommand,
  GetBucketTaggingCommand,
  HeadBucketCommand,
  PutBucketTaggingCommand,
  PutObjectCommand
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { gate } from "../support/gate.ts"
import { gatewayProxy } from "../support/GatewayProxy.ts"
import { managedAccount, sandboxPlace } from "../support/managedAccount.ts"
import { WholeService } from "../support/WholeService.ts"

const keys = 90

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })(
  "a gateway that goes away in the middle",
  (it) => {
    it.effect(
      "of a copy to many buckets, a creation and an emptying: each goes on when it is back, with an exact " +
        "report, and does nothing twice",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { place } = yield* sandboxPlace
          const proxy = yield* gatewayProxy(place.url)
          const { browser, client, contextId } = yield* managedAccount(place, proxy.url)
          const prefix = `away-${randomBytes(4).toString("hex")}`
          const [source, full, made] = [`${prefix}-source`, `${prefix}-full`, `${prefix}-made`]
          const targets = Array.from({ length: 20 }, (_, index) => `${prefix}-${String(index).padStart(2, "0")}`)
          yield* Effect.promise(async () => {
            for (const bucket of [source, full, ...targets])
              await client.send(new CreateBucketCommand({ Bucket: bucket }))
            await client.send(
              new PutBucketTaggingCommand({ Bucket: source, Tagging: { TagSet: [{ Key: "is", Value: "copied" }] } })
            )
            for (let index = 0; index < keys; index++)
              await client.send(new PutObjectCommand({ Bucket: full, Key: `k${index}`, Body: "x" }))
          })
          const ask = (method: string, path: string, body?: unknown) =>
            Effect.promise(() => browser.send(method, `/api/manager${path}?context_id=${contextId}`, body))

          const { open, until } = gate()
          const done = { copied: 0, removals: 0, tagged: 0 }
          const before = { copied: 3, removals: 1, tagged: 0 }
          const waits = new Set<keyof typeof done>()
          let away = false
          let back = false
          proxy.set((method, path) => {
            if (away) return "cut"
            const what =
              method === "PUT" && path.includes("tagging")
                ? path.includes(made)
                  ? "tagged"
                  : "copied"
                : method === "POST" && path.startsWith(`/${full}`)
                  ? "removals"
                  : null
            if (what === null) return "pass"
            if (!back && done[what] === before[what]) {
              waits.add(what)
              return { until, next: "cut" }
            }
            done[what]++
            return "pass"
          })
          const wanted = { feature: "tags", source, buckets: targets }
          const plan = yield* ask("POST", "/feature-copies/plan", wanted)
          const copy = yield* ask("POST", "/feature-copies", { ...wanted, plan_hash: plan.body["plan_hash"] })
          assert.strictEqual(copy.status, 201, copy.text)
          const emptying = yield* ask("POST", `/buckets/${full}/emptying`, { delete_bucket: true })
          assert.strictEqual(emptying.status, 201, emptying.text)
          const creation = browser.post(`/api/manager/bucket-creations?context_id=${contextId}`, {
            name: made,
            features: { versioning: { status: "enabled" }, tags: { tags: [{ key: "is", value: "made" }] } }
          })
          while (waits.size < 3) yield* Effect.sleep("20 millis")
          away = true
          open()
          const troubled = sql<{
            n: number
          }>`select count(distinct run_id)::int as n from work_items where problem is not null
            and state in ('pending', 'running')`
          yield* Effect.repeat(Effect.delay(troubled, "100 millis"), { until: ([row]) => row?.n === 3 })
          assert.deepStrictEqual(yield* sql`select 1 from work_runs where state like 'completed%'`, [])
          back = true
          away = false

          const ended = (id: number) =>
            Effect.repeat(Effect.delay(ask("GET", `/work/${id}`), "200 millis"), {
              until: ({ body }) => /^completed|canceled/.test(body["state"])
            })
          const created = yield* Effect.promise(() => creation)
          assert.strictEqual(created.status, 201, created.text)
          const runs = yield* Effect.forEach([copy.body["id"], emptying.body["id"], created.body["run_id"]], ended)
          const items = yield* sql<{
            run_id: number
            label: string
            state: string
            result: any
            problem: unknown
          }>`select run_id, label, state, result, problem from work_items order by run_id, ordinal`
          assert.deepStrictEqual(
            runs.map(({ body }) => body["state"]),
            ["completed", "completed", "completed"],
            JSON.stringify(items)
          )
          assert.deepStrictEqual(
            runs.map(({ body }) => body["totals"].completed),
            [targets.length, 3, 3]
          )
          const tagOf = (bucket: string) =>
            Effect.promise(() =>
              client
                .send(new GetBucketTaggingCommand({ Bucket: bucket }))
                .then(({ TagSet }) => TagSet?.map(({ Value }) => Value).join())
            )
          assert.deepStrictEqual(yield* Effect.forEach([...targets, made], tagOf), [
            ...targets.map(() => "copied"),
            "made"
          ])
          assert.strictEqual(
            items.find(({ label }) => label.startsWith("Objects"))?.result.removed,
            keys,
            "each is counted once"
          )
          assert.strictEqual(
            yield* Effect.promise(() =>
              client.send(new HeadBucketCommand({ Bucket: full })).then(
                () => 200,
                ({ $metadata }) => $metadata.httpStatusCode as number
              )
            ),
            404
          )
          assert.deepInclude(done, { copied: targets.length, tagged: 1 }, "nothing is sent twice")
          const changes = yield* sql<{
            bucket: string
            n: number
          }>`select bucket, count(*)::int as n from feature_changes where feature = 'tags' group by 1 order by 1`
          assert.deepStrictEqual(
            changes.map((row) => ({ ...row })),
            [...targets, made].sort().map((bucket) => ({ bucket, n: 1 }))
          )
          const told = yield* sql<{
            n: number
          }>`select count(*)::int as n from audit_logs where action = 'bucket.tags.update' and status = 'success'`
          assert.strictEqual(told[0]?.n, targets.length + 1)
          const untold = sql`select 1 from gateway_intents where outcome is null`
          yield* Effect.repeat(Effect.delay(untold, "200 millis"), { until: (rows) => rows.length === 0 })
          assert.deepStrictEqual(
            yield* sql`select action from audit_logs where status = 'unknown'`,
            [],
            "of none it is unknown what became of it"
          )
        }).pipe(Effect.scoped),
      { timeout: 240_000 }
    )
  }
)

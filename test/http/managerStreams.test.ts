import { CreateBucketCommand, PutObjectCommand } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { cookieNames } from "#http/sessionCookies.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { somebody } from "../rules/people.ts"
import { EventConnection } from "../support/EventConnection.ts"
import { gate } from "../support/gate.ts"
import { gatewayProxy, type Passage } from "../support/GatewayProxy.ts"
import { managedAccount, sandboxPlace } from "../support/managedAccount.ts"
import { WholeService } from "../support/WholeService.ts"

const world = Effect.gen(function* () {
  const { place } = yield* sandboxPlace
  const proxy = yield* gatewayProxy(place.url)
  const scene = yield* managedAccount(place, proxy.url)
  const prefix = `watched-${randomBytes(6).toString("hex")}`
  const buckets = ["a", "b", "c"].map((end) => `${prefix}-${end}`)
  yield* Effect.promise(async () => {
    for (const bucket of buckets) await scene.client.send(new CreateBucketCommand({ Bucket: bucket }))
    for (const key of ["k0", "k1", "k2"])
      await scene.client.send(new PutObjectCommand({ Bucket: buckets[0], Key: key, Body: "x" }))
  })
  const { publicOrigin } = yield* Settings
  const sql = yield* SqlClient.SqlClient
  const { contextId } = scene
  const watcher = Effect.gen(function* () {
    const record = yield* somebody("ui_user")
    const { user } = record
    yield* sql`insert into user_associations (user_id, rgw_account_id, manager_role)
      values (${user.id}, ${Number(contextId)}, 'account_administrator')`
    const opened = yield* (yield* Sessions).open(record, null)
    const headers = {
      cookie: `${cookieNames.access}=${Redacted.value(opened.access)}`,
      origin: publicOrigin,
      "x-csrf-token": opened.csrf
    }
    const open = (path: string, body?: unknown) =>
      Effect.acquireRelease(
        Effect.promise(() =>
          EventConnection.open(
            `${publicOrigin}/api/manager${path}${path.includes("?") ? "&" : "?"}context_id=${contextId}`,
            headers,
            body
          )
        ),
        (connection) => Effect.sync(() => connection.close())
      )
    const status = (path: string) =>
      Effect.promise(() =>
        fetch(`${publicOrigin}/api/manager${path}?context_id=${contextId}`, { headers }).then((answer) => answer.status)
      )
    return { user, open, status }
  })
  return { ...scene, proxy, buckets, watcher, sql }
})

const event = (connection: EventConnection, name: string) =>
  Effect.promise(() => connection.received((frame) => frame.event === name, 120_000))
const until = (holds: () => boolean) =>
  Effect.repeat(Effect.delay(Effect.sync(holds), "20 millis"), { until: (now) => now })

layer(WholeService({ gateway: { timeout: Duration.minutes(5), concurrency: 16 } }), {
  excludeTestServices: true,
  timeout: "120 seconds"
})("streams of the Manager", (it) => {
  it.effect(
    "end when their reader may not see the context any more, in the middle of what " +
      "they tell of; others go on to the end",
    () =>
      Effect.gen(function* () {
        const { browser, buckets, contextId, proxy, sql, watcher } = yield* world
        const [bucket = ""] = buckets
        const [leaver, stayer] = [yield* watcher, yield* watcher]
        const { open, until: opened } = gate()
        proxy.set(
          (method, path): Passage =>
            path.includes("cors") || path.includes("list-type=2") || (method === "POST" && path.includes("delete"))
              ? { until: opened }
              : "pass"
        )
        const begun = yield* Effect.promise(() =>
          browser.post(`/api/manager/buckets/${bucket}/emptying?context_id=${contextId}`, {})
        )
        assert.strictEqual(begun.status, 201, begun.text)
        const rules = [
          {
            id: "a",
            enabled: true,
            filter: { prefix: "", tags: [], size_greater_than: null, size_less_than: null },
            expiration: { days: 1 },
            noncurrent_expiration: null,
            transitions: [],
            noncurrent_transitions: [],
            abort_multipart: null
          }
        ]
        const streams = (who: Effect.Success<typeof watcher>) =>
          Effect.all({
            columns: who.open("/buckets/features/stream?include=cors,tags"),
            rules: who.open("/feature-rules/stream?feature=cors"),
            run: who.open(`/work/${begun.body["id"]}/stream`),
            simulation: who.open(`/buckets/${bucket}/lifecycle/simulation`, { rules })
          })
        const [lost, kept] = [yield* streams(leaver), yield* streams(stayer)]
        yield* event(lost.run, "snapshot")
        yield* until(() =>
          ["cors", "list-type=2", "delete"].every((part) => proxy.held.some((path) => path.includes(part)))
        )

        yield* sql`delete from user_associations where user_id = ${leaver.user.id}`
        for (const [name, stream] of Object.entries(lost))
          assert.strictEqual(yield* Effect.promise(() => stream.over), "ended", name)
        for (const [name, stream] of Object.entries(kept)) assert.isFalse(stream.closed, `${name} of somebody else`)
        for (const [name, stream] of Object.entries(lost))
          assert.notInclude(
            stream.frames.map((frame) => frame.event),
            "done",
            name
          )
        assert.strictEqual(yield* leaver.status(`/work/${begun.body["id"]}/stream`), 404, "nor does it open again")
        open()
        for (const stream of [kept.columns, kept.rules, kept.run]) yield* event(stream, "done")
        yield* event(kept.simulation, "result")
        const run = yield* Effect.promise(() =>
          browser.get(`/api/manager/work/${begun.body["id"]}?context_id=${contextId}`)
        )
        assert.strictEqual(run.body["state"], "completed", "what somebody began goes on without them")
      }).pipe(Effect.scoped)
  )

  it.effect(
    "tell five hundred what one is told, for what one costs the gateway; one who does not read holds up nobody",
    () =>
      Effect.gen(function* () {
        const { browser, buckets, contextId, proxy, watcher } = yield* world
        const [bucket = ""] = buckets
        const who = yield* watcher
        const { open, until: opened } = gate()
        const asked: Array<string> = []
        proxy.set((method, path): Passage => {
          if (path.includes("cors")) asked.push(path)
          return method === "POST" && path.includes("delete") ? { until: opened } : "pass"
        })
        const begun = yield* Effect.promise(() =>
          browser.post(`/api/manager/buckets/${bucket}/emptying?context_id=${contextId}`, {})
        )
        const streams = [
          ["/buckets/features/stream?include=cors", 500],
          ["/feature-rules/stream?feature=cors", 50],
          [`/work/${begun.body["id"]}/stream`, 500]
        ] as const
        const watched = yield* Effect.forEach(streams, ([path, watchers]) =>
          Effect.gen(function* () {
            const lazy = yield* who.open(path)
            lazy.stopReading()
            return yield* Effect.forEach(Array.from({ length: watchers }), () => who.open(path), { concurrency: 50 })
          })
        )
        assert.isFalse(
          watched[2]?.some(({ frames }) => frames.some((frame) => frame.event === "done")),
          "it is held in its middle"
        )
        open()
        for (const all of watched) {
          for (const one of all) yield* event(one, "done")
          const last = (connection: EventConnection) =>
            JSON.stringify(connection.frames.findLast((frame) => frame.event === "done")?.data)
          assert.lengthOf(new Set(all.map(last)), 1, "all are told the same")
        }
        assert.isBelow(asked.length, 30, "buckets are read for all who watch together")
      }).pipe(Effect.scoped),
    { timeout: 300_000 }
  )

  it.effect(
    "of a tool end when it is switched off for their reader; other streams go on",
    () =>
      Effect.gen(function* () {
        const { sql, watcher } = yield* world
        const [one, two] = [yield* watcher, yield* watcher]
        const [lost, kept, columns] = [
          yield* one.open("/feature-rules/stream?feature=cors"),
          yield* two.open("/feature-rules/stream?feature=cors"),
          yield* one.open("/buckets/features/stream?include=cors")
        ]
        yield* Effect.forEach([lost, kept, columns], (connection) => event(connection, "done"), { discard: true })
        yield* sql`update ui_users set manager_tools = array_remove(manager_tools, 'feature_rules')
          where id = ${one.user.id}`
        assert.strictEqual(yield* Effect.promise(() => lost.over).pipe(Effect.timeout("8 seconds")), "ended")
        assert.deepStrictEqual([kept.closed, columns.closed], [false, false])
      }).pipe(Effect.scoped),
    { timeout: 300_000 }
  )

  it.effect("of a tool end for all who read them when it is switched off for everybody; those of no tool go on", () =>
    Effect.gen(function* () {
      const { proxy, sql, watcher } = yield* world
      const [one, two] = [yield* watcher, yield* watcher]
      const { open, until: opened } = gate()
      const columns = yield* one.open("/buckets/features/stream?include=cors")
      yield* event(columns, "done")
      proxy.set((): Passage => ({ until: opened }))
      const usage = [yield* one.open("/usage-stats/stream", {}), yield* two.open("/usage-stats/stream", {})]
      yield* until(() => proxy.held.length > 0)
      assert.deepStrictEqual(
        usage.map(({ closed }) => closed),
        [false, false]
      )
      yield* sql`update application_settings
        set settings = jsonb_set(settings, '{general}', '{"bucket_usage_stats_enabled": false}'), updated_at = now()`
      assert.deepStrictEqual(
        yield* Effect.promise(() => Promise.all(usage.map(({ over }) => over))).pipe(Effect.timeout("8 seconds")),
        ["ended", "ended"]
      )
      assert.isFalse(columns.closed)
      assert.isFalse(
        usage.some(({ frames }) => frames.some((frame) => frame.event === "done")),
        "they were in their middle"
      )
      open()
    }).pipe(
      Effect.ensuring(
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          Effect.orDie(sql`update application_settings set settings = settings - 'general'`)
        )
      ),
      Effect.scoped
    )
  )
})

import { assert } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { importedAccount, type KilledWork, registeredSandbox, until } from "./KilledWork.ts"

const names = [
  "create-unsent",
  "create-done",
  "create-planned",
  "create-untold",
  "delete-unsent",
  "delete-done",
  "delete-planned",
  "half-made"
]

/** The last row of its round: it locks the audit log until the kill. */
export const changes: KilledWork = {
  kind: "changes of buckets and users, and a refresh that somebody asked for",
  heldAt: "planned, sent, done, half made, and answered but not yet told",
  truth: "each is told as it was, the refresh is made, and the listing shows no phantom",
  begin: Effect.fnUntraced(function* (installation) {
    const sql = yield* SqlClient.SqlClient
    const { browser } = installation
    const place = yield* registeredSandbox(installation)
    const { endpoint, gateway, proxy } = place
    const { context } = yield* importedAccount(installation, place, async () => {})
    const at = (path: string) => `/api/manager/buckets${path}?context_id=${context}`
    for (const name of ["delete-unsent", "delete-done", "delete-planned"]) {
      assert.strictEqual((yield* Effect.promise(() => browser.post(at(""), { name }))).status, 201)
    }
    yield* Effect.promise(() => browser.get(at("")))

    proxy.set((method, path) => {
      if (path.startsWith("/admin/bucket?") && path.includes("stats=true") && path.includes("uid="))
        return "hold the request"
      if (path.includes("planned")) return "hold the request"
      if (method === "GET" || method === "HEAD") return "pass"
      if (path.includes("unsent")) return "hold the request"
      return path.includes("done") || path.includes("half-made") ? "hold the answer" : "pass"
    })
    const unlock = yield* Deferred.make<void>()
    const locked = yield* Effect.forkScoped(
      sql.withTransaction(Effect.andThen(sql`lock table audit_logs in exclusive mode`, Deferred.await(unlock)))
    )
    assert.strictEqual(
      204,
      (yield* Effect.promise(() => browser.post(`/api/manager/buckets/cache/refresh?context_id=${context}`))).status
    )
    yield* until(() => proxy.held.some((path) => path.includes("stats=true")))
    for (const send of [
      ...["create-unsent", "create-done", "create-planned", "create-untold"].map(
        (name) => () => browser.post(at(""), { name })
      ),
      ...["delete-unsent", "delete-done", "delete-planned"].map((name) => () => browser.send("DELETE", at(`/${name}`))),
      () =>
        browser.post("/api/admin/s3-users", {
          storage_endpoint_id: endpoint,
          rgw_user_uid: "half-made",
          name: "Half made"
        })
    ])
      void send().catch(() => null)
    // by name: statistics may be held too, more than once
    yield* until(() =>
      names.filter((name) => name !== "create-untold").every((name) => proxy.held.some((path) => path.includes(name)))
    )
    yield* until(() => gateway.faults.calls({ op: "CreateBucket", bucket: "create-untold" }).length > 0)
    const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'
      and query like '%insert into audit_logs%' and datname = current_database()`
    yield* Effect.repeat(Effect.delay(waiting, "20 millis"), { while: (rows) => rows.length === 0 })

    const refreshed = sql<{ at: string; asked: boolean }>`
      select refreshed_at::text as at, refresh_requested_at is not null as asked from bucket_listings
        where key like ${`endpoint:${endpoint}/%`}`
    let before: string | undefined
    return {
      afterKill: Effect.gen(function* () {
        yield* Deferred.succeed(unlock, undefined)
        yield* Fiber.join(locked)
        const open = yield* sql`select 1 from gateway_intents where outcome is null
            and (about::text like ${`%${"half-made"}%`} or about->>'name' in ${sql.in(names)})`
        assert.strictEqual(open.length, names.length, "each is written down, none is told")
        proxy.set(() => "pass")
        const [row] = yield* refreshed
        assert.isTrue(row?.asked, "it was asked for")
        before = row?.at
      }),
      check: Effect.gen(function* () {
        const rows = yield* sql<{ said: string; actor: string; reconciled: boolean }>`
          select action || ' ' || coalesce(entity_id, entity_label) || ' ' || status as said, actor_email as actor,
            (metadata->>'reconciled')::boolean as reconciled
          from audit_logs where metadata ? 'reconciled'
            and coalesce(entity_id, entity_label) in ${sql.in([...names, "Half made"])} order by 1`
        assert.deepStrictEqual(
          rows.map(({ said }) => said),
          [
            "bucket.create create-done success",
            "bucket.create create-planned failure",
            "bucket.create create-unsent failure",
            "bucket.create create-untold success",
            "bucket.delete delete-done success",
            "bucket.delete delete-planned failure",
            "bucket.delete delete-unsent failure",
            "rgw_user.create Half made failure"
          ]
        )
        const made = yield* Effect.promise(() =>
          browser.post("/api/admin/s3-users/import", { storage_endpoint_id: endpoint, rgw_user_uid: "half-made" })
        )
        assert.strictEqual(made.status, 422, "what was half made is taken back from the gateway")
        assert.isTrue(rows.every(({ actor }) => actor === "ada@example.org"))
        const [after] = yield* Effect.repeat(Effect.delay(refreshed, "200 millis"), {
          while: ([row]) => row?.asked === true
        })
        assert.notStrictEqual(
          after?.at,
          before,
          "the refresh was made, long before the listing gets old, and nobody looked at it"
        )
        const listed = yield* sql<{ name: string }>`
          select name from bucket_listing_rows where key like ${`endpoint:${endpoint}/%`} order by name`
        assert.deepStrictEqual(
          listed.map(({ name }) => name),
          ["create-done", "create-untold", "delete-planned", "delete-unsent"],
          "no phantom"
        )
      })
    }
  })
}

import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { cookieNames } from "#http/sessionCookies.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { StatisticsRecords } from "#services/usage/StatisticsRecords.ts"
import { Settings } from "#services/platform/Settings.ts"
import { somebody } from "../rules/people.ts"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"
import { internalToken, WholeService } from "../support/WholeService.ts"

const admin = Effect.gen(function* () {
  const { publicOrigin } = yield* Settings
  const opened = yield* (yield* Sessions).open(yield* somebody("ui_superadmin"), yield* DateTime.now)
  const browser = new ConsoleBrowser(publicOrigin)
  browser.enter({ [cookieNames.access]: Redacted.value(opened.access) }, opened.csrf)
  return browser
})
const get = (browser: ConsoleBrowser, path: string) =>
  Effect.promise(async () => {
    const answer = await browser.get(`/api/admin/stats/${path}`)
    assert.strictEqual(answer.status, 200, answer.text)
    return answer.body
  })

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })("statistics", (it) => {
  it.effect("say unknown of what nobody counted, never 0", () =>
    Effect.gen(function* () {
      const browser = yield* admin
      const empty = yield* get(browser, "storage")
      assert.deepStrictEqual(empty["total"], {
        used_bytes: null,
        object_count: null,
        bucket_count: null,
        counted: 0,
        unknown: 0,
        as_of: null
      })
      const sql = yield* SqlClient.SqlClient
      const now = new Date()
      yield* sql`
      insert into storage_endpoints (name, url, features_config, health, created_at, updated_at) values
        ('Paris', 'http://localhost:9', '{"features": {}}', null, ${now}, ${now}),
        ('Lyon', 'http://localhost:10', '{"features": {}}',
          '{"state": "down", "error": "storage_timeout", "latency_ms": null, "checked_at": "2026-01-01T00:00:00.000Z", "since": "2026-01-01T00:00:00.000Z"}', ${now}, ${now})`
      yield* sql`
      insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
      select n, 'RGW' || n, 'root', id, 'key', 'unreadable', ${now} from storage_endpoints,
        unnest(array['counted', 'unread', 'partly', 'stale']) n where storage_endpoints.name = 'Paris'`
      for (const [owner, state, error] of [
        ["counted", "complete", null],
        ["partly", "complete", null],
        ["stale", "complete", "{}"]
      ] as const) {
        yield* sql`
        insert into bucket_listings (key, state, refreshed_at, last_error)
          select 'endpoint:' || id || '/owner:RGW' || ${owner}::text, ${state}, ${now}, ${error}::text::jsonb
          from storage_endpoints where name = 'Paris'`
        yield* sql`
        insert into bucket_listing_rows (key, tenant, name, used_bytes, object_count, has_statistics, generation,
          version)
        select 'endpoint:' || id || '/owner:RGW' || ${owner}::text, '', 'b' || n, case when ${owner}::text = 'partly'
          and n = 2 then null else 1000 end, 3, true, 1, 1
        from storage_endpoints, generate_series(1, 2) n where storage_endpoints.name = 'Paris'`
      }
      const { endpoints, largest, total } = yield* get(browser, "storage")
      assert.deepInclude(total, { used_bytes: 4000, object_count: 12, bucket_count: 4, counted: 2, unknown: 2 })
      assert.deepStrictEqual(
        endpoints.map(({ name, used_bytes }: { name: string; used_bytes: number | null }) => [name, used_bytes]),
        [
          ["Lyon", null],
          ["Paris", 4000]
        ]
      )
      assert.deepStrictEqual(
        largest.map(({ name }: { name: string }) => name),
        ["counted", "stale"]
      )
      const summary = yield* get(browser, "summary")
      assert.deepStrictEqual(summary["endpoints"], { total: 2, up: 0, degraded: 0, down: 1, unchecked: 1 })
      assert.deepInclude(summary["troubled_endpoints"][0], { name: "Lyon", state: "down", error: "storage_timeout" })
      assert.strictEqual(summary["attention"].stale_listings, 1)
      assert.strictEqual(summary["accounts"], 4)
      assert.deepStrictEqual(
        (yield* get(browser, "traffic"))["sources"].map(({ state }: { state: string }) => state),
        ["off", "off"]
      )
    })
  )

  it.effect("attention counts what wants somebody", () =>
    Effect.gen(function* () {
      const browser = yield* admin
      const sql = yield* SqlClient.SqlClient
      const before = (yield* get(browser, "summary"))["attention"]
      const [user] = yield* sql`select id from ui_users limit 1`
      const id = (user as { id: number }).id
      yield* sql`
      insert into api_tokens (id, user_id, name, hash, scopes, auth_version, created_at, expires_at) values
        (gen_random_uuid(), ${id}, 'soon', 'a', '["admin.read"]', 1, now(), now() + interval '2 days'),
          (gen_random_uuid(), ${id}, 'later', 'b', '["admin.read"]', 1, now(), now() + interval '40 days')`
      yield* sql`
      insert into identity_link_requests (provider_type, provider_id, subject, email, reason, target_user_id, status,
        requested_at, expires_at)
      values ('oidc', 'corp', 's', 'a@example.org', 'by hand', ${id}, 'pending', now(), now() + interval '7 days')`
      yield* sql`insert into job_runs (job, started_at, finished_at, report)
        values ('usage-history', now(), now(), '{"failed_endpoint_count": 1}')`
      yield* sql`
      insert into job_runs (job, started_at, finished_at, outcome, report) select job, now() + at * interval '1 second',
        now() + at * interval '1 second', outcome, '{}' from (values
        ('ill', 1, 'completed'), ('ill', 2, 'failed'), ('ill', 3, 'interrupted'), ('ill', 4, 'skipped'),
          ('well', 1, 'failed'), ('well', 2, 'completed'), ('cut', 1, 'interrupted')
      ) as r (job, at, outcome)`
      const browserless = new ConsoleBrowser((yield* Settings).publicOrigin)
      yield* Effect.promise(() =>
        browserless.post("/api/auth/login", { email: "nobody@example.org", password: "wrong wrong wrong" })
      )
      const after = (yield* get(browser, "summary"))["attention"]
      const more = Object.fromEntries(
        Object.entries(after).map(([name, count]) => [name, Number(count) - before[name]])
      )
      assert.deepStrictEqual(more, {
        stale_listings: 0,
        failed_jobs: 2,
        unknown_changes: 0,
        expiring_tokens: 1,
        expiring_connections: 0,
        pending_link_requests: 1,
        differing_accounts: 0,
        differing_s3_users: 0,
        failed_sign_ins: 1
      })
    })
  )

  it.effect("a period is 1 to 366 days; people without the role see none, and overview is a removed route", () =>
    Effect.gen(function* () {
      const browser = yield* admin
      for (const days of ["0", "367", "1.5", "x", "%00", "1&extra=1"]) {
        assert.strictEqual(
          (yield* Effect.promise(() => browser.get(`/api/admin/stats/storage?days=${days}`))).status,
          422,
          days
        )
      }
      assert.strictEqual((yield* Effect.promise(() => browser.get("/api/admin/stats/overview"))).status, 404)
    })
  )
})

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })("billing", (it) => {
  it.effect("prices days with the card of the day, deducts credits, and gives the same statement as CSV", () =>
    Effect.gen(function* () {
      const browser = yield* admin
      const sql = yield* SqlClient.SqlClient
      const [endpoint] = yield* sql`
        insert into storage_endpoints (name, url, features_config, created_at, updated_at)
        values ('Paris', 'http://localhost:9', '{"features": {}}', now(), now()) returning id`
      const storage_endpoint_id = (endpoint as { id: number }).id
      yield* sql`
        insert into rgw_accounts
          (id, name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
        overriding system value
        values (1, 'Research, "north"', 'RGW1', 'root', ${storage_endpoint_id}, 'k', 's', now())`
      yield* sql`
        insert into billing_daily (subject_type, subject_id, day, subject_name, storage_endpoint_id,
          storage_endpoint_name, byte_hours, measured_hours, operations, bytes_sent, bytes_received, collected_hours)
        select 'S3Account', 1, '2026-04-01'::date + n, 'Research, "north"', ${storage_endpoint_id}, 'Paris',
          24 * 1073741824::numeric, 24, '{"get_obj": 1000}', 0, 0, 24 from generate_series(0, 29) n`
      const send = (method: "POST" | "PUT" | "DELETE", path: string, body?: unknown) =>
        Effect.promise(() => browser.send(method, `/api/admin/billing/${path}`, body))
      const terms = {
        name: "Spring",
        currency: "EUR",
        valid_from: "2026-01-01",
        valid_until: "2026-04-16",
        price_per_gib_month: "1",
        price_per_gib_out: "0.04",
        prices_per_thousand_operations: { read: "0.01" }
      }
      const made = yield* send("POST", "rate-cards", { storage_endpoint_id, ...terms })
      assert.strictEqual(made.status, 201, made.text)
      assert.deepInclude(made.body, { ...terms, storage_endpoint_id, version: 1 })
      const second = { ...terms, name: "Summer", valid_from: "2026-04-15", valid_until: null }
      const overlap = yield* send("POST", "rate-cards", { storage_endpoint_id, ...second })
      assert.deepStrictEqual([overlap.status, overlap.body["code"]], [409, "already_exists"])
      for (const wrong of [
        { price_per_gib_month: "-1" },
        { price_per_gib_month: "1e3" },
        { valid_until: "2026-01-01" },
        { valid_from: "2026-02-30" },
        { storage_endpoint_id: storage_endpoint_id + 1000, valid_from: "2027-01-01", valid_until: null }
      ])
        assert.strictEqual(
          (yield* send("POST", "rate-cards", { storage_endpoint_id, ...terms, ...wrong })).status,
          422,
          JSON.stringify(wrong)
        )
      const later = { ...second, valid_from: "2026-04-16", price_per_gib_month: "2" }
      assert.strictEqual((yield* send("POST", "rate-cards", { storage_endpoint_id, ...later })).status, 201)
      const credit = {
        subject_type: "S3Account",
        subject_id: 1,
        month: "2026-04",
        currency: "EUR",
        amount: "0.5",
        reason: "=Outage"
      }
      assert.strictEqual((yield* send("POST", "credits", credit)).status, 201)
      assert.strictEqual((yield* send("POST", "credits", { ...credit, subject_id: 999 })).status, 422)
      const read = Effect.promise(() => browser.get("/api/admin/billing/statements?month=2026-04"))
      const statement = (yield* read).body["items"][0]
      assert.deepStrictEqual(
        statement.lines.map(({ amount, item, quantity }: Record<string, string>) => [item, quantity, amount]),
        [
          ["storage", "0.500000", "0.50"],
          ["read", "15.000000", "0.15"],
          ["storage", "0.500000", "1.00"],
          ["read", "15.000000", "0.15"]
        ]
      )
      assert.deepStrictEqual(statement.totals, [{ currency: "EUR", charges: "1.80", credits: "0.50", total: "1.30" }])
      for (const [subject_id, count] of [
        [1, 1],
        [999, 0]
      ] as const) {
        const query = `month=2026-04&subject_type=S3Account&subject_id=${subject_id}`
        const one = yield* Effect.promise(() => browser.get(`/api/admin/billing/statements?${query}`))
        assert.lengthOf(one.body["items"], count)
      }
      const csv = yield* Effect.promise(() => browser.get("/api/admin/billing/statements.csv?month=2026-04"))
      const [head = "", ...rows] = csv.text.trim().split("\r\n")
      assert.isTrue(head.startsWith("month,subject_type,"))
      assert.lengthOf(rows, 5)
      assert.include(
        rows[0],
        `2026-04,S3Account,1,"Research, ""north""",${storage_endpoint_id},Paris,storage,Spring,0.500000`
      )
      assert.match(rows[4] ?? "", /,EUR,,0\.5,'=Outage$/)
      const changed = { ...terms, price_per_gib_month: "3" }
      const stale = yield* send("PUT", `rate-cards/${made.body["id"]}`, { ...changed, version: 9 })
      assert.deepStrictEqual([stale.status, stale.body["code"]], [409, "stale_plan"])
      const put = yield* send("PUT", `rate-cards/${made.body["id"]}`, { ...changed, version: 1 })
      assert.deepInclude(put.body, { price_per_gib_month: "3", version: 2 })
      assert.strictEqual((yield* read).body["items"][0].totals[0].charges, "2.80")
      assert.strictEqual((yield* send("DELETE", `rate-cards/${made.body["id"]}?confirm_name=Spring`)).status, 200)
      assert.strictEqual((yield* read).body["items"][0].unpriced_days, 15)
      const kept = yield* send("DELETE", `../storage-endpoints/${storage_endpoint_id}?confirm_name=Paris`)
      assert.deepStrictEqual([kept.status, kept.body["code"]], [409, "state_conflict"])
      const audit = yield* sql`select action from audit_logs where action ~ '^(rate_card|billing_credit)' order by id`
      assert.deepStrictEqual(
        audit.map((row) => (row as { action: string }).action),
        ["rate_card.create", "rate_card.create", "billing_credit.create", "rate_card.update", "rate_card.delete"]
      )
      for (const [query, status] of [
        ["month=2026-13", 422],
        ["month=2026-4", 422],
        ["", 422],
        ["month=2026-05", 200]
      ] as const)
        assert.strictEqual(
          (yield* Effect.promise(() => browser.get(`/api/admin/billing/statements?${query}`))).status,
          status,
          query
        )
      yield* sql`
        insert into rgw_users (name, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
        select n, n, ${storage_endpoint_id}, n, 's', now() from unnest(array['soon', 'late']) n`
      yield* sql`
        insert into quota_forecasts (subject_type, subject_id, forecast, likely_days, computed_at)
        select 'S3User', u.id, json_build_object('bytes_per_day', null, 'objects_per_day', null, 'unknown_reason', null,
          'time_until_full', json_build_object('limit', 'bytes', 'earliest_days', 1, 'likely_days', d.days,
            'latest_days', null)), d.days, now()
        from rgw_users u join (values ('soon', 2), ('late', 50)) d (name, days) on d.name = u.name`
      yield* sql`
        insert into rgw_users (name, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
        values ('full', 'full', ${storage_endpoint_id}, 'full', 's', now())`
      yield* sql`
        insert into quota_states (subject_type, subject_id, state, alerted, usage_ratio, used_bytes, object_count,
          quota_max_bytes, quota_read_at, measured_at)
        select 'S3User', id, 'full', true, 1.5, 15, 1, 10, now(), now() from rgw_users where name = 'full'`
      yield* sql`
        insert into quota_alerts (subject_type, subject_id, state, title, message, created_at)
        select 'S3User', id, state, state, 'm', '2026-05-01' from rgw_users, unnest(array['threshold', 'full']) state
        where name = 'full'`
      const subjects = yield* Effect.promise(() => browser.get("/api/admin/quota/subjects?sort_by=time_until_full"))
      assert.deepStrictEqual(
        subjects.body["items"].map(({ forecast, name }: any) => [name, forecast?.time_until_full.likely_days ?? null]),
        [
          ["full", null],
          ["soon", 2],
          ["late", 50],
          ['Research, "north"', null]
        ]
      )
      const full = subjects.body["items"][0]
      const detail = yield* Effect.promise(() => browser.get(`/api/admin/quota/subjects/S3User/${full.id}`))
      assert.deepStrictEqual(detail.body, {
        ...full,
        last_alert: { state: "full", title: "full", message: "m", created_at: "2026-05-01T00:00:00.000Z" }
      })
      assert.strictEqual(
        (yield* Effect.promise(() => browser.get("/api/admin/quota/subjects/S3User/2000000000"))).status,
        404
      )
      const days = yield* Effect.promise(() => browser.get("/api/admin/billing/daily?from=2026-04-29&limit=1"))
      assert.deepInclude(days.body["items"][0], { day: "2026-04-30", byte_hours: "25769803776" })
      const next = encodeURIComponent(days.body["next_cursor"])
      const rest = yield* Effect.promise(() => browser.get(`/api/admin/billing/daily?from=2026-04-29&cursor=${next}`))
      assert.deepStrictEqual(
        rest.body["items"].map(({ day }: { day: string }) => day),
        ["2026-04-29"]
      )
    })
  )
})

const sandboxed = Layer.unwrap(Effect.map(temporaryFolder(), (dataDir) => WholeService({ sandbox: true, dataDir })))

layer(sandboxed, { excludeTestServices: true, timeout: "180 seconds" })("the daily collection", (it) => {
  const collect = Effect.gen(function* () {
    const { publicOrigin } = yield* Settings
    return yield* Effect.promise(async () => {
      const answer = await fetch(`${publicOrigin}/api/internal/usage-history/collect`, {
        method: "POST",
        headers: { "x-internal-token": internalToken }
      })
      assert.strictEqual(answer.status, 200)
      return (await answer.json()) as Record<string, unknown>
    })
  })

  it.effect("writes down storage and traffic of a gateway once a day, however often it runs", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const browser = yield* admin
      yield* sql`update storage_endpoints set features_config = jsonb_set(features_config, '{features,usage}',
        '{"enabled": true}')`
      for (let time = 0; time < 2; time++) {
        const report = yield* collect
        assert.deepInclude(report, {
          status: "completed",
          unknown_count: 0,
          traffic_endpoint_count: 1,
          failed_endpoint_count: 0
        })
        assert.isAbove(Number(report["stored_count"]), 0)
      }
      const [rows] = yield* sql`select count(*)::int as rows, count(distinct owner)::int as owners from storage_daily`
      assert.strictEqual((rows as { rows: number }).rows, (rows as { owners: number }).owners)
      const [held] = yield* sql`
      select (select sum(used_bytes)::float8 from usage_bucket_daily) as buckets,
        (select sum(used_bytes)::float8 from usage_daily) as listings,
        (select count(*)::int from usage_daily) as rows, (select sum(used_bytes)::float8 from storage_daily) as stored`
      const { buckets, listings, rows: listed, stored } = held as Record<string, number>
      assert.deepStrictEqual([buckets, listings, listed], [stored, stored, (rows as { rows: number }).rows])
      const [subject] = yield* sql`
        select subject_type as type, subject_id as id, count(*)::int as samples
        from quota_usage_hourly group by 1, 2 limit 1`
      const { id, samples, type } = subject as { type: string; id: number; samples: number }
      assert.strictEqual(samples, 2)
      const history = yield* Effect.promise(() => browser.get(`/api/admin/quota/subjects/${type}/${id}/history`))
      assert.strictEqual(history.status, 200, history.text)
      assert.strictEqual(history.body["points"].at(-1).sample_count, 2)
      assert.strictEqual(history.body["forecast"].unknown_reason, "too_few_days")
      for (const [path, status] of [
        [`S3Account/2000000000/history`, 404],
        [`S3Bucket/${id}/history`, 422],
        [`${type}/${id}/history?resolution=weekly`, 422],
        [`${type}/${id}/history?resolution=hourly&from=2020-01-01`, 422]
      ] as const) {
        const answer = yield* Effect.promise(() => browser.get(`/api/admin/quota/subjects/${path}`))
        assert.strictEqual(answer.status, status, path)
      }
      const storage = yield* get(browser, "storage")
      assert.lengthOf(storage["history"], 1)
      assert.strictEqual(storage["history"][0].used_bytes, storage["total"].used_bytes)
      const traffic = yield* get(browser, "traffic")
      assert.deepInclude(traffic["sources"][0], { state: "collected", error: null })
      const records = yield* StatisticsRecords
      const one = {
        day: new Date().toISOString().slice(0, 10),
        owner: "RGW1",
        operations: 5,
        successful_operations: 4,
        bytes_sent: 100,
        bytes_received: 10
      }
      for (const bytes_sent of [100, 250])
        yield* records.writeTraffic(
          traffic["sources"][0].storage_endpoint_id,
          [{ ...one, bytes_sent }],
          yield* DateTime.now
        )
      const later = yield* get(browser, "traffic")
      assert.deepInclude(later["days"][0], { operations: 5, bytes_sent: 250 })
      assert.deepInclude(later["busiest"][0], { owner: "RGW1", name: null, bytes_sent: 250 })
    })
  )

  it.effect("does nothing while the settings switch it off, and forgets what is too old", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`insert into storage_daily select day - 400, storage_endpoint_id, kind, owner, name, bucket_count,
        object_count, used_bytes, measured_at from storage_daily`
      yield* sql`
      insert into usage_snapshots (listing_key, statistics, distribution, calculated_at, updated_at)
      select 'connection:' || days || '/gone', '{}', '[]', now() - days * interval '1 day',
        now() - days * interval '1 day' from unnest(array[364, 366]) days`
      const purging = yield* collect
      assert.isAbove(Number(purging["purged_count"]), 0)
      assert.deepStrictEqual(yield* sql`select listing_key from usage_snapshots where listing_key like '%/gone'`, [
        { listing_key: "connection:364/gone" }
      ] as never)
      yield* sql`update application_settings set settings = '{"general": {"usage_history_enabled": false}}'`
      assert.deepInclude(yield* collect, { status: "skipped", reason: "disabled" })
    })
  )

  it.effect("an endpoint that cannot be read is told, and is no 0", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`update application_settings set settings = '{}'`
      yield* sql`delete from traffic_daily`
      yield* sql`update bucket_listings set refreshed_at = now()`
      yield* sql`update storage_endpoints set features_config = jsonb_set(features_config, '{features,admin,endpoint}',
        '"http://127.0.0.1:1"')`
      const report = yield* collect
      assert.strictEqual(report["failed_endpoint_count"], 1)
      const traffic = yield* get(yield* admin, "traffic")
      assert.strictEqual(traffic["sources"][0].state, "failed")
      assert.deepStrictEqual(traffic["days"], [])
      assert.strictEqual((yield* get(yield* admin, "summary"))["attention"].failed_jobs, 1)
    })
  )
})

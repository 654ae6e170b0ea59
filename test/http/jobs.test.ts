import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { jobs } from "#domain/platform/jobs.ts"
import { cookieNames } from "#http/sessionCookies.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { somebody } from "../rules/people.ts"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { internalToken, WholeService } from "../support/WholeService.ts"

const admin = Effect.gen(function* () {
  const { publicOrigin } = yield* Settings
  const opened = yield* (yield* Sessions).open(yield* somebody("ui_admin"), yield* DateTime.now)
  const browser = new ConsoleBrowser(publicOrigin)
  browser.enter({ [cookieNames.access]: Redacted.value(opened.access) }, opened.csrf)
  return browser
})
const send = (browser: ConsoleBrowser, method: string, path: string, headers = {}) =>
  Effect.promise(() => browser.send(method, path, undefined, headers))
const asScheduler = (browser: ConsoleBrowser, path: string) =>
  send(browser, "POST", `/api/internal${path}`, { "x-internal-token": internalToken })

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })("jobs", (it) => {
  it.effect("runs every declared job by its internal route and answers its report", () =>
    Effect.gen(function* () {
      const browser = yield* admin
      for (const { name, path } of jobs) {
        const answer = yield* asScheduler(browser, path)
        assert.strictEqual(answer.status, 200, `${name}: ${answer.text}`)
        assert.strictEqual(answer.body["status"], "completed", name)
      }
      const { body } = yield* send(browser, "GET", "/api/admin/jobs/work-retention/runs")
      assert.containSubset(body, {
        items: [{ outcome: "completed", trigger: "internal", report: { retention_days: 365 } }],
        next_cursor: null
      })
    })
  )

  it.effect("runs no job by its internal route without the token, also not for an administrator", () =>
    Effect.gen(function* () {
      const browser = yield* admin
      const sql = yield* SqlClient.SqlClient
      yield* sql`delete from job_runs`
      for (const path of ["/quota-monitor/run", "/usage-history/collect", "/notifications/purge"])
        for (const headers of [{}, { "x-internal-token": `${internalToken}x` }])
          assert.strictEqual((yield* send(browser, "POST", `/api/internal${path}`, headers)).status, 401, path)
      assert.deepStrictEqual(yield* sql`select job from job_runs`, [])
    })
  )

  it.effect("lists each job with its schedule and next run", () =>
    Effect.gen(function* () {
      const { body } = yield* send(yield* admin, "GET", "/api/admin/jobs")
      const items = body["items"] as ReadonlyArray<Record<string, unknown>>
      assert.deepStrictEqual(
        items.map(({ name }) => name),
        jobs.map(({ name }) => name)
      )
      const drift = items.find(({ name }) => name === "drift-check")!
      assert.containSubset(drift, {
        setting: "DRIFT_CHECK_CRON_SCHEDULE",
        schedule: "0 0 1 1 *",
        running_since: null
      })
      assert.match(String(drift["next_run_at"]), /^\d{4}-01-01T00:00:00.000Z$/)
    })
  )

  it.effect("runs a job for an administrator, stores the run with its trigger and audits it", () =>
    Effect.gen(function* () {
      const browser = yield* admin
      const started = yield* send(browser, "POST", "/api/admin/jobs/notification-retention/run")
      assert.strictEqual(started.status, 200, started.text)
      assert.containSubset(started.body, {
        report: { status: "completed", reason: null, purged_count: 0, retention_days: 90 },
        job: { running_since: null, last_run: { outcome: "completed", trigger: "administrator" } }
      })
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`select entity_id, status from audit_logs where action = 'job.run'`, [
        { entity_id: "notification-retention", status: "success" }
      ] as never)
    })
  )

  it.effect("refuses to start a job that runs, and one that does not exist", () =>
    Effect.gen(function* () {
      const browser = yield* admin
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        insert into job_leases (job, holder, trigger, replica, taken_at, lease_until)
        values ('drift-check', 'another', 'schedule', 'host/1', '2026-01-01T00:00Z', now() + interval '1 hour')`
      const refused = yield* send(browser, "POST", "/api/admin/jobs/drift-check/run")
      assert.strictEqual(refused.status, 409)
      assert.strictEqual(refused.body["code"], "state_conflict")
      const { body } = yield* send(browser, "GET", "/api/admin/jobs")
      assert.containSubset(body, { items: [{}, { name: "drift-check", running_since: "2026-01-01T00:00:00.000Z" }] })
      for (const [method, path] of [
        ["POST", "run"],
        ["GET", "runs"]
      ] as const)
        assert.strictEqual((yield* send(browser, method, `/api/admin/jobs/no-such-job/${path}`)).status, 404)
    })
  )

  it.effect("pages runs, newest first", () =>
    Effect.gen(function* () {
      const browser = yield* admin
      const sql = yield* SqlClient.SqlClient
      yield* sql`delete from job_runs`
      yield* sql`
        insert into job_runs (job, started_at, finished_at, outcome, trigger, report)
        select 'upload-sweep', at, at + interval '2 seconds', 'completed', 'schedule', jsonb_build_object('n', n)
        from generate_series(5, 1, -1) n, lateral (select now() - make_interval(hours => n)) as t (at)`
      const read = (cursor: string) =>
        Effect.map(send(browser, "GET", `/api/admin/jobs/upload-sweep/runs?limit=3${cursor}`), ({ body }) => body)
      const first = yield* read("")
      const second = yield* read(`&cursor=${String(first["next_cursor"])}`)
      assert.strictEqual(second["next_cursor"], null)
      const runs = [first, second].flatMap(({ items }) => items as ReadonlyArray<Record<string, never>>)
      assert.deepStrictEqual(
        runs.map(({ duration_ms, report }) => [duration_ms, report?.["n"]]),
        [1, 2, 3, 4, 5].map((n) => [2_000, n]) as never
      )
    })
  )
})

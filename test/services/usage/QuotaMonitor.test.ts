import { assert, layer } from "@effect/vitest"
import { DateTime, Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { defaultSettings } from "#domain/identity/application/ApplicationSettings.ts"
import { StorageError, StorageTimeout } from "#domain/platform/errors/Errors.ts"
import { QuotaAlerts } from "#layers/compose/QuotaAlerts.ts"
import * as MailNodemailer from "#layers/mail/MailNodemailer.ts"
import { Outbound } from "#layers/outbound/Outbound.ts"
import * as JobLeaseSql from "#layers/sql/platform/JobLeaseSql.ts"
import * as NotificationRecordsSql from "#layers/sql/platform/NotificationRecordsSql.ts"
import { crossing } from "#domain/usage/quotaCrossing.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { GatewayAccountSettings } from "#services/gateways/endpoints/GatewayAccountSettings.ts"
import { GatewayUserSettings } from "#services/gateways/endpoints/GatewayUserSettings.ts"
import { OwnerUsage } from "#services/gateways/endpoints/OwnerUsage.ts"
import { ApplicationSettings } from "#services/identity/ApplicationSettings.ts"
import { Mail, type MailMessage, MailRefused } from "#services/platform/Mail.ts"
import { NotificationRecords } from "#services/platform/NotificationRecords.ts"
import { QuotaMonitor } from "#services/usage/QuotaMonitor.ts"
import { QuotaStateRecords } from "#services/usage/QuotaStateRecords.ts"
import { freePort } from "../../support/freePort.ts"
import { startSmtpServer } from "../../support/smtpServer.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { TestSettings } from "../../support/testSettings.ts"

const GIB = 1024 ** 3

class Script {
  readonly usage = new Map<string, { bytes: number; objects: number }>()
  readonly quotas = new Map<string, { enabled: boolean; max_size_bytes: number | null; max_objects: number | null }>()
  readonly failing = new Set<number>()
  readonly missing = new Set<string>()
  readonly mails: Array<MailMessage> = []
  quotaReads = 0
  reading: Effect.Effect<void> = Effect.void
  smtp: { host: string | null; port: number } = { host: "localhost", port: 25 }
  enabled = true
  send: (message: MailMessage) => Effect.Effect<void, MailRefused> = (message) =>
    Effect.sync(() => void this.mails.push(message))
}

const noSuchUser = new StorageError({
  operation: "rgw.ListBucketStatistics",
  storage_code: "NoSuchUser",
  storage_status: 404,
  storage_request_id: null,
  detail: "The RGW user does not exist any more"
})

const readFrom = <A>(script: Script, target: unknown, value: () => A) =>
  Effect.suspend(() =>
    script.failing.has((target as { endpoint: number }).endpoint)
      ? Effect.fail(new StorageTimeout({ operation: "GetBucket" }))
      : Effect.succeed(value())
  )

const worldOf = (script: Script, mail: Layer.Layer<Mail> = scriptedMail(script)) => {
  const quotaOf = (id: string) => {
    script.quotaReads += 1
    return script.quotas.get(id) ?? { enabled: false, max_size_bytes: null, max_objects: null }
  }
  const gateway = Layer.mergeAll(
    Layer.mock(AdminTargets, { of: ({ id }) => Effect.succeed({ endpoint: id } as never) }),
    Layer.mock(GatewayAccountSettings, {
      settings: (target, id) => readFrom(script, target, () => ({ account_quota: quotaOf(id) }) as never)
    }),
    Layer.mock(GatewayUserSettings, {
      settings: (target, uid) => readFrom(script, target, () => ({ user_quota: quotaOf(uid) }) as never)
    }),
    Layer.mock(OwnerUsage, {
      read: (target, uid) =>
        Effect.gen(function* () {
          yield* script.reading
          if (script.missing.has(uid)) return yield* noSuchUser
          return yield* readFrom(script, target, () => script.usage.get(uid) ?? { bytes: 0, objects: 0 })
        })
    }),
    Layer.mock(ApplicationSettings, {
      read: Effect.sync(
        () =>
          ({
            ...defaultSettings,
            general: { ...defaultSettings.general, quota_alerts_enabled: script.enabled },
            quota_notifications: {
              ...defaultSettings.quota_notifications,
              smtp_host: script.smtp.host,
              smtp_port: script.smtp.port,
              smtp_security: "none",
              sender_address: "depot@example.org",
              has_password: false
            }
          }) as never
      )
    }),
    Layer.effect(
      EndpointRecords,
      Effect.map(
        SqlClient.SqlClient,
        (sql) =>
          ({
            list: Effect.orDie(sql`select id, name from storage_endpoints order by id`)
          }) as never
      )
    )
  )
  return Layer.fresh(
    Layer.mergeAll(QuotaAlerts, NotificationRecordsSql.layer).pipe(
      Layer.provideMerge(Layer.mergeAll(gateway, JobLeaseSql.layer, mail)),
      Layer.provide(TestSettings()),
      Layer.provideMerge(TestDatabase.layer)
    )
  )
}

const scriptedMail = (script: Script) =>
  Layer.succeed(Mail, Mail.of({ send: (_server, message) => script.send(message) }))

const realMail = (host: unknown) =>
  MailNodemailer.layer.pipe(
    Layer.provide(Outbound.layer),
    Layer.provide(TestSettings({ applicationSettings: [host as never] }))
  )

const run = Effect.flatMap(QuotaMonitor, (monitor) => monitor.run)

const seed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const unique = crypto.randomUUID()
  const [endpoint] = yield* sql<{ id: number }>`
    insert into storage_endpoints (name, url, features_config, created_at, updated_at)
    values (${unique}, ${`http://${unique}.test`}, '{"features": {}}', now(), now()) returning id`
  const [account] = yield* sql<{ id: number }>`
    insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    values ('acme', 'RGW1', 'acme-root', ${endpoint!.id}, 'key', 'secret', now()) returning id`
  const [user] = yield* sql<{ id: number }>`
    insert into rgw_users (name, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    values ('batch', 'batch', ${endpoint!.id}, 'key', 'secret', now()) returning id`
  const person = (name: string, more: { role?: string; alerts?: boolean; watch?: boolean; active?: boolean } = {}) =>
    Effect.map(
      sql<{ id: number }>`
        insert into ui_users (email, full_name, role, is_active,
          quota_alerts_enabled, quota_alerts_global_watch, created_at, updated_at)
        values (${`${name}@example.org`}, ${name}, ${more.role ?? "ui_user"}, ${more.active ?? true},
          ${more.alerts ?? true},
          ${more.watch ?? false}, now(), now()) returning id`,
      ([row]) => row!.id
    )
  const link = (userId: number, column: "rgw_account_id" | "rgw_user_id", id: number, role: object) =>
    sql`insert into user_associations ${sql.insert({ user_id: userId, [column]: id, ...role })}`
  return { sql, endpoint: endpoint!.id, account: account!.id, user: user!.id, person, link }
})

const notified = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ who: string; title: string }>`
    select u.full_name as who, n.title from notifications n join ui_users u on u.id = n.user_id
    where n.type = 'quota_alert' order by n.id, 1`
)
const titles = Effect.map(notified, (rows) => rows.map(({ title, who }) => `${who}: ${title}`).sort())

const administrator = { manager_role: "account_administrator" }

layer(Layer.empty, { excludeTestServices: true, timeout: "60 seconds" })("the quota monitor", (it) => {
  it.effect(
    "alerts exactly the recipients of an account and of an RGW user, each once, and mails those who want mail",
    () => {
      const script = new Script()
      return Effect.gen(function* () {
        const { account, link, person, sql, user } = yield* seed
        yield* link(yield* person("admin"), "rgw_account_id", account, administrator)
        yield* link(yield* person("silent", { alerts: false }), "rgw_account_id", account, administrator)
        yield* link(yield* person("portal-user"), "rgw_account_id", account, { portal_role: "portal_user" })
        yield* link(yield* person("manager"), "rgw_account_id", account, { portal_role: "portal_manager" })
        yield* link(yield* person("inactive", { active: false }), "rgw_account_id", account, administrator)
        yield* link(yield* person("none", { role: "ui_none" }), "rgw_account_id", account, administrator)
        yield* link(yield* person("batch-user"), "rgw_user_id", user, administrator)
        yield* person("watcher", { role: "ui_admin", watch: true, alerts: false })
        yield* person("stranger", { role: "ui_superadmin" })
        const both = yield* person("both")
        yield* link(both, "rgw_account_id", account, administrator)
        const [group] = yield* sql<{ id: number }>`
        insert into ui_groups (name, created_at, updated_at) values ('ops', now(), now()) returning id`
        yield* sql`insert into ui_group_members (group_id, user_id) values (${group!.id}, ${both})`
        yield* sql`insert into group_associations (group_id, rgw_account_id, manager_role)
        values (${group!.id}, ${account}, 'account_administrator')`
        yield* sql`update application_settings set settings = jsonb_set(settings, '{portal}', '{"enabled": true}')`

        script.quotas.set("RGW1", { enabled: true, max_size_bytes: 10 * GIB, max_objects: 100 })
        script.usage.set("acme-root", { bytes: GIB, objects: 90 })
        assert.deepStrictEqual(yield* run, {
          status: "completed",
          checked_count: 2,
          crossing_count: 1,
          mailed_count: 3,
          notified_count: 5,
          failed_endpoint_count: 0
        } as never)
        const almost = "Quota of acme is almost full"
        assert.deepStrictEqual(
          yield* titles,
          ["admin", "both", "manager", "silent", "watcher"].map((who) => `${who}: ${almost}`)
        )
        assert.deepStrictEqual(
          script.mails.map(({ to }) => to).sort(),
          ["admin", "both", "manager"].map((who) => `${who}@example.org`)
        )
        assert.include(script.mails[0]!.text, "90 of 100 objects (90 %)")
        assert.include(script.mails[0]!.html, almost)

        script.quotas.set("batch", { enabled: true, max_size_bytes: 0, max_objects: null })
        yield* sql`update quota_states set quota_read_at = now() - interval '25 hours'`
        yield* sql`delete from notifications`
        assert.deepInclude(yield* run, { crossing_count: 1, notified_count: 2, mailed_count: 1 })
        assert.deepStrictEqual(yield* titles, ["batch-user: Quota of batch is full", "watcher: Quota of batch is full"])
        for (const table of ["quota_usage_hourly", "quota_usage_daily"])
          assert.lengthOf(yield* sql`select from ${sql(table)}`, 0, "the monitor stores no history")
      }).pipe(Effect.provide(worldOf(script)))
    }
  )

  it.effect(
    "alerts on a rise only, ends an alert in the app alone, and hides a notification when the right is lost",
    () => {
      const script = new Script()
      return Effect.gen(function* () {
        const { account, link, person, sql } = yield* seed
        const admin = yield* person("admin")
        yield* link(admin, "rgw_account_id", account, administrator)
        script.quotas.set("RGW1", { enabled: true, max_size_bytes: 100, max_objects: null })
        const at = (bytes: number) =>
          Effect.suspend(() => {
            script.usage.set("acme-root", { bytes, objects: 1 })
            return Effect.map(run, ({ crossing_count, mailed_count, notified_count }) => [
              crossing_count,
              mailed_count,
              notified_count
            ])
          })
        assert.deepStrictEqual(yield* at(86), [1, 1, 1])
        assert.deepStrictEqual(yield* at(87), [0, 0, 0])
        assert.deepStrictEqual(yield* at(100), [1, 1, 1])
        assert.deepStrictEqual(yield* at(90), [0, 0, 0])
        assert.deepStrictEqual(yield* at(10), [0, 0, 1])
        assert.deepStrictEqual(yield* at(10), [0, 0, 0])
        assert.deepStrictEqual(yield* at(120), [1, 1, 1])
        assert.strictEqual(script.quotaReads, 2, "quotas are read once in their window")
        const records = yield* NotificationRecords
        assert.strictEqual(yield* records.unread(admin), 4)
        yield* sql`delete from user_associations`
        assert.strictEqual(yield* records.unread(admin), 0)
        const page = yield* (yield* QuotaStateRecords).page({ sort_by: "usage", sort_dir: "desc", state: "full" })
        assert.containSubset(page, { total: 1, items: [{ type: "S3Account", name: "acme", usage_ratio: 1.2 }] })
      }).pipe(Effect.provide(worldOf(script)))
    }
  )

  it.effect("counts a failing endpoint, keeps its states, and goes on with the others", () => {
    const script = new Script()
    return Effect.gen(function* () {
      const { endpoint, sql } = yield* seed
      script.quotas.set("RGW1", { enabled: true, max_size_bytes: 100, max_objects: null })
      script.usage.set("acme-root", { bytes: 90, objects: 1 })
      yield* run
      yield* seed
      script.failing.add(endpoint)
      assert.deepInclude(yield* run, { status: "completed", checked_count: 2, failed_endpoint_count: 1 })
      assert.deepStrictEqual(
        yield* sql`select state, count(*)::int as count from quota_states where subject_type = 'S3Account' group by 1`,
        [{ state: "threshold", count: 2 }] as never
      )
    }).pipe(Effect.provide(worldOf(script)))
  })

  it.effect("keeps the state of an account that was deleted on the gateway, which does not fail its endpoint", () => {
    const script = new Script()
    return Effect.gen(function* () {
      const { account, link, person, sql } = yield* seed
      yield* link(yield* person("admin"), "rgw_account_id", account, administrator)
      script.quotas.set("RGW1", { enabled: true, max_size_bytes: 100, max_objects: null })
      script.usage.set("acme-root", { bytes: 90, objects: 1 })
      yield* run
      script.missing.add("acme-root")
      assert.deepInclude(yield* run, { checked_count: 1, crossing_count: 0, failed_endpoint_count: 0 })
      assert.deepStrictEqual(yield* sql`select state from quota_states where subject_type = 'S3Account'`, [
        { state: "threshold" }
      ] as never)
    }).pipe(Effect.provide(worldOf(script)))
  })

  it.effect("reads quotas again after 12 to 24 hours, never all of them in one run", () => {
    const script = new Script()
    return Effect.gen(function* () {
      const { endpoint, sql } = yield* seed
      yield* sql`
        insert into rgw_accounts
          (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
        select n, n, n, ${endpoint}, n, 'secret', now() from generate_series(1, 238) n`
      yield* run
      assert.strictEqual(script.quotaReads, 240)
      const { subjects } = yield* QuotaStateRecords
      const now = yield* DateTime.now
      const dueAfter = Effect.fnUntraced(function* (hours: number) {
        yield* sql`update quota_states set quota_read_at = ${DateTime.toDate(DateTime.subtract(now, { hours }))}`
        const listed = yield* subjects(endpoint, DateTime.subtract(now, { hours: 24 }))
        return listed.filter(({ limits }) => limits === null).length
      })
      const due = yield* Effect.forEach([12, 14, 16, 18, 20, 22, 24.01], dueAfter)
      assert.strictEqual(due[0], 0)
      assert.strictEqual(due.at(-1), 240)
      for (const [index, count] of due.slice(1).entries())
        assert.isBelow(count - due[index]!, 80, `240 subjects over 12 hours: ${due.join(" ")}`)
    }).pipe(Effect.provide(worldOf(script)))
  })

  it.effect("moves the time until full with usage and quota, and says it in the alert", () => {
    const script = new Script()
    return Effect.gen(function* () {
      const { account, link, person, sql } = yield* seed
      yield* link(yield* person("admin"), "rgw_account_id", account, administrator)
      const perDay = { low: 5, likely: 10, high: 20 }
      const forecast = {
        bytes_per_day: perDay,
        objects_per_day: perDay,
        time_until_full: null,
        unknown_reason: "no_quota"
      }
      yield* sql`
        insert into quota_forecasts (subject_type, subject_id, forecast, computed_at)
        values ('S3Account', ${account}, ${JSON.stringify(forecast)}::text::jsonb, now() - interval '20 hours')`
      const stored = Effect.map(
        sql`select likely_days, forecast ->> 'unknown_reason' as reason from quota_forecasts`,
        ([row]) => row
      )
      const measured = (bytes: number, max_size_bytes: number | null) =>
        Effect.gen(function* () {
          script.usage.set("acme-root", { bytes, objects: 1 })
          script.quotas.set("RGW1", { enabled: true, max_size_bytes, max_objects: null })
          yield* sql`update quota_states set quota_read_at = now() - interval '25 hours'`
          yield* run
          return yield* stored
        })
      assert.deepStrictEqual(yield* measured(100, 400), { likely_days: 30, reason: null })
      assert.deepStrictEqual(yield* measured(100, 200), { likely_days: 10, reason: null })
      assert.deepStrictEqual(yield* measured(180, 200), { likely_days: 2, reason: null })
      assert.include(script.mails[0]?.text, "At its present growth the quota is reached in about 2 days")
      assert.deepStrictEqual(yield* measured(300, 200), { likely_days: 0, reason: null })
      assert.deepStrictEqual(yield* measured(300, null), { likely_days: null, reason: "no_quota" })
    }).pipe(Effect.provide(worldOf(script)))
  })

  it.effect("skips mails while the mail settings are incomplete, and does nothing while alerts are off", () => {
    const script = new Script()
    return Effect.gen(function* () {
      const { account, link, person, sql } = yield* seed
      yield* link(yield* person("admin"), "rgw_account_id", account, administrator)
      script.quotas.set("RGW1", { enabled: true, max_size_bytes: 100, max_objects: null })
      script.usage.set("acme-root", { bytes: 90, objects: 1 })
      script.enabled = false
      assert.deepInclude(yield* run, { status: "disabled", checked_count: 0 })
      script.enabled = true
      script.smtp.host = null
      assert.deepInclude(yield* run, { crossing_count: 1, mailed_count: 0, notified_count: 1 })
      script.smtp.host = "localhost"
      assert.deepInclude(yield* run, { mailed_count: 0 })
      assert.deepStrictEqual(yield* sql`select outcome from quota_alert_mails`, [{ outcome: "skipped" }] as never)
    }).pipe(Effect.provide(worldOf(script)))
  })

  it.effect("sends each mail of an alert after a mail server that is down, in the next run that reaches one", () => {
    const script = new Script()
    const host = { path: "quota_notifications.smtp_host", value: "localhost", variable: "SMTP_HOST" }
    return Effect.gen(function* () {
      const { account, link, person, sql } = yield* seed
      for (const name of ["admin", "other"]) yield* link(yield* person(name), "rgw_account_id", account, administrator)
      script.quotas.set("RGW1", { enabled: true, max_size_bytes: 100, max_objects: null })
      script.usage.set("acme-root", { bytes: 90, objects: 1 })
      script.smtp = { host: "localhost", port: yield* Effect.promise(freePort) }
      assert.deepInclude(yield* run, { status: "completed", crossing_count: 1, mailed_count: 0, notified_count: 2 })
      const outcomes = sql`select distinct outcome from quota_alert_mails`
      assert.deepStrictEqual(yield* outcomes, [{ outcome: "pending" }] as never)
      const server = yield* Effect.acquireRelease(
        Effect.promise(() => startSmtpServer()),
        ({ close }) => Effect.promise(close)
      )
      script.smtp = { host: "localhost", port: server.port }
      assert.deepInclude(yield* run, { crossing_count: 0, mailed_count: 2, notified_count: 0 })
      assert.lengthOf(server.mails, 2)
      assert.deepStrictEqual(yield* outcomes, [{ outcome: "sent" }] as never)
    }).pipe(Effect.scoped, Effect.provide(worldOf(script, realMail(host))))
  })

  it.effect("waits for a slow mail server no longer than for one mail, and leaves the others to the next run", () => {
    const script = new Script()
    return Effect.gen(function* () {
      const { account, link, person } = yield* seed
      for (const name of ["one", "two", "three"])
        yield* link(yield* person(name), "rgw_account_id", account, administrator)
      script.quotas.set("RGW1", { enabled: true, max_size_bytes: 100, max_objects: null })
      script.usage.set("acme-root", { bytes: 90, objects: 1 })
      let attempts = 0
      script.send = () =>
        Effect.suspend(() => {
          attempts += 1
          return Effect.fail(new MailRefused({ reason: "timeout", summary: "No answer", next: "Check the server" }))
        })
      assert.deepInclude(yield* run, { status: "completed", mailed_count: 0, notified_count: 3 })
      assert.strictEqual(attempts, 1)
      script.send = (message) => Effect.sync(() => void script.mails.push(message))
      assert.deepInclude(yield* run, { crossing_count: 0, mailed_count: 3 })
    }).pipe(Effect.provide(worldOf(script)))
  })

  it.effect("alerts once, and mails once or once more, after a stop at any step, with two replicas that run on", () => {
    const script = new Script()
    return Effect.gen(function* () {
      const { account, link, person, sql } = yield* seed
      yield* link(yield* person("admin"), "rgw_account_id", account, administrator)
      script.quotas.set("RGW1", { enabled: true, max_size_bytes: 100, max_objects: null })
      script.usage.set("acme-root", { bytes: 90, objects: 1 })
      const deliver = script.send
      const stopAt = (hold: (held: Effect.Effect<never>) => void) =>
        Effect.gen(function* () {
          const reached = yield* Deferred.make<void>()
          hold(Effect.andThen(Deferred.succeed(reached, undefined), Effect.never))
          const stopped = yield* Effect.forkChild(run)
          yield* Deferred.await(reached)
          yield* Fiber.interrupt(stopped)
          script.reading = Effect.void
          script.send = deliver
        })
      const steps: ReadonlyArray<
        readonly [step: string, mails: number, stop: Effect.Effect<unknown, unknown, QuotaMonitor>]
      > = [
        ["while usage is read", 1, stopAt((held) => (script.reading = held))],
        [
          "while the alert is stored",
          1,
          Effect.gen(function* () {
            yield* sql`alter table quota_alert_mails add constraint unwritable check (outcome <> 'pending') not valid`
            assert.isTrue(Exit.isFailure(yield* Effect.exit(run)))
            yield* sql`alter table quota_alert_mails drop constraint unwritable`
          })
        ],
        ["before the mail", 1, stopAt((held) => (script.send = () => held))],
        ["after the mail", 2, stopAt((held) => (script.send = (message) => Effect.andThen(deliver(message), held)))],
        ["after the run", 1, run]
      ]
      for (const [step, mails, stop] of steps) {
        script.mails.length = 0
        yield* sql`delete from quota_states`
        yield* sql`delete from quota_alerts`
        yield* sql`delete from notifications`
        yield* stop
        yield* Effect.all([run, run], { concurrency: 2 })
        yield* run
        assert.lengthOf(yield* notified, 1, step)
        assert.lengthOf(yield* sql`select from quota_alerts`, 1, step)
        assert.lengthOf(script.mails, mails, step)
      }
    }).pipe(Effect.provide(worldOf(script)))
  })

  it.effect("reads a quota again that was read in the future, before a clock was put right", () => {
    const script = new Script()
    return Effect.gen(function* () {
      const { sql } = yield* seed
      script.quotas.set("RGW1", { enabled: true, max_size_bytes: 100, max_objects: null })
      script.usage.set("acme-root", { bytes: 50, objects: 1 })
      yield* run
      yield* sql`update quota_states set quota_read_at = now() + interval '1 year'`
      script.quotas.set("RGW1", { enabled: true, max_size_bytes: 50, max_objects: null })
      assert.deepInclude(yield* run, { crossing_count: 1 })
      assert.lengthOf(yield* sql`select from quota_states where quota_read_at > now()`, 0)
    }).pipe(Effect.provide(worldOf(script)))
  })

  it.effect("stores a crossing once when two processes record the same reading", () => {
    const script = new Script()
    return Effect.gen(function* () {
      const { account, link, person } = yield* seed
      yield* link(yield* person("admin"), "rgw_account_id", account, administrator)
      const records = yield* QuotaStateRecords
      const now = yield* DateTime.now
      const reading = {
        type: "S3Account" as const,
        id: account,
        bytes: 90,
        objects: 1,
        limits: { max_bytes: 100, max_objects: null },
        ratio: 0.9,
        quota_read: true
      }
      const recorded = yield* Effect.all(
        Array.from({ length: 6 }, () =>
          records.record([reading, { ...reading, id: 999_999 }], (before, ratio) => crossing(before, ratio, 0.85), now)
        ),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(
        recorded.reduce((sum, { crossings }) => sum + crossings, 0),
        1
      )
      assert.isTrue(
        recorded.every(({ checked }) => checked === 1),
        "a deleted subject is omitted"
      )
      assert.strictEqual((yield* notified).length, 1)
    }).pipe(Effect.provide(worldOf(script)))
  })

  it.effect("delivers text and HTML to a real mail server, past a recipient that it refuses", () => {
    const script = new Script()
    const host = { path: "quota_notifications.smtp_host", value: "localhost", variable: "SMTP_HOST" }
    return Effect.gen(function* () {
      const server = yield* Effect.acquireRelease(
        Effect.promise(() => startSmtpServer({ refusedRecipient: "gone@example.org" })),
        ({ close }) => Effect.promise(close)
      )
      script.smtp = { host: "localhost", port: server.port }
      const { account, link, person, sql } = yield* seed
      yield* link(yield* person("gone"), "rgw_account_id", account, administrator)
      yield* link(yield* person("admin"), "rgw_account_id", account, administrator)
      script.quotas.set("RGW1", { enabled: true, max_size_bytes: 2 * GIB, max_objects: null })
      script.usage.set("acme-root", { bytes: 2 * GIB, objects: 1 })
      assert.deepInclude(yield* run, { crossing_count: 1, mailed_count: 1, notified_count: 2 })
      assert.strictEqual(server.mails.length, 1)
      for (const part of ["text/plain", "text/html", "Quota of acme is full", "2.0 GiB of 2.0 GiB"])
        assert.include(server.mails[0]!.replaceAll("=\r\n", ""), part)
      assert.deepStrictEqual(yield* sql`select outcome from quota_alert_mails order by id`, [
        { outcome: "refused" },
        { outcome: "sent" }
      ] as never)
    }).pipe(Effect.scoped, Effect.provide(worldOf(script, realMail(host))))
  })
})

import { CreateBucketCommand, PutObjectCommand } from "@aws-sdk/client-s3"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { startSmtpServer } from "../../support/smtpServer.ts"
import { internalToken, type KilledWork, sandboxAccount, until } from "./KilledWork.ts"

export const quotaMail: KilledWork = {
  kind: "an e-mail of a quota alert",
  heldAt: "after the mail server has it, before it is marked as sent",
  truth: "the alert is stored once, and its e-mail sent once or once more, never not at all",
  begin: Effect.fnUntraced(function* (installation) {
    const sql = yield* SqlClient.SqlClient
    const { browser } = installation
    const answered = Promise.withResolvers<void>()
    const smtp = yield* Effect.acquireRelease(
      Effect.promise(() => startSmtpServer({ answered: answered.promise })),
      ({ close }) =>
        Effect.promise(() => {
          answered.resolve()
          return close()
        })
    )
    const { context } = yield* sandboxAccount(installation, async (client) => {
      await client.send(new CreateBucketCommand({ Bucket: "over-quota" }))
      for (const Key of ["a", "b"]) await client.send(new PutObjectCommand({ Bucket: "over-quota", Key, Body: "x" }))
    })
    const send = (method: "PUT" | "POST", path: string, body?: unknown) =>
      Effect.promise(() => browser.send(method, `/api/${path}`, body, { "x-internal-token": internalToken }))
    const settings = yield* Effect.promise(() => browser.get("/api/admin/settings"))
    const saved = yield* send("PUT", "admin/settings", {
      version: settings.body["version"],
      quota_notifications: {
        smtp_host: "localhost",
        smtp_port: smtp.port,
        smtp_security: "none",
        sender_address: "storage@example.org"
      }
    })
    assert.strictEqual(saved.status, 200, saved.text)
    const limited = yield* send("PUT", `admin/accounts/${context}/quotas/account`, {
      enabled: true,
      max_size_bytes: null,
      max_objects: 1
    })
    assert.strictEqual(limited.status, 200, limited.text)
    const run = send("POST", "internal/quota-monitor/run")
    void Effect.runPromise(run).catch(() => null)
    yield* until(() => smtp.mails.length === 1)
    const outcomes = Effect.map(sql<{ outcome: string }>`select outcome from quota_alert_mails`, (rows) =>
      rows.map(({ outcome }) => outcome)
    )
    return {
      afterKill: Effect.gen(function* () {
        assert.deepStrictEqual(yield* outcomes, ["pending"])
        answered.resolve()
      }),
      check: Effect.gen(function* () {
        // the killed process holds the job's lease for most of an hour
        yield* sql`update job_leases set lease_until = now() where job = 'quota-monitor'`
        for (let time = 0; time < 2; time++) {
          const report = yield* run
          assert.deepInclude(report.body, { status: "completed", crossing_count: 0 }, report.text)
        }
        assert.deepStrictEqual(yield* outcomes, ["sent"])
        assert.lengthOf(smtp.mails, 2, "once more, and not again in the run after")
        assert.lengthOf(yield* sql`select 1 from quota_alerts`, 1)
        assert.lengthOf(yield* sql`select 1 from notifications where type = 'quota_alert'`, 1)
      })
    }
  })
}

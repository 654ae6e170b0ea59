import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Settings } from "#services/platform/Settings.ts"
import { Users } from "#services/identity/users/Users.ts"
import { inBrowser, password } from "../rules/people.ts"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { startSmtpServer } from "../support/smtpServer.ts"
import { WholeService } from "../support/WholeService.ts"

const host = { path: "quota_notifications.smtp_host", value: "localhost", variable: "SMTP_HOST" }
const mailbox = "invited@example.org"

const scene = Effect.fnUntraced(function* (email = `${crypto.randomUUID()}@example.org`) {
  const { publicOrigin } = yield* Settings
  const { browser } = yield* inBrowser("ui_superadmin", true)
  const created = yield* (yield* Users).create(
    { email, fullName: "Grace Hopper", role: "ui_user", passwordHash: null },
    yield* DateTime.now
  )
  const id = created?.user.id ?? 0
  const path = `/api/admin/users/${id}/invitation`
  const stranger = new ConsoleBrowser(publicOrigin)
  return {
    browser,
    email,
    id,
    stranger,
    invite: Effect.promise(() => browser.post(path)),
    revoke: Effect.promise(() => browser.send("DELETE", path)),
    security: Effect.promise(() => browser.get(`/api/admin/users/${id}/security`)),
    accept: (link: string, typed = password) =>
      Effect.promise(() =>
        stranger.send("POST", "/api/auth/invitation/accept", { token: tokenOf(link), password: typed })
      )
  }
})

const tokenOf = (link: string) => link.slice(link.indexOf("#token=") + "#token=".length)

layer(WholeService({ applicationSettings: [host] }), { excludeTestServices: true, timeout: "120 seconds" })(
  "invitations",
  (it) => {
    it.effect("without a mail server the link is shown once, opens a session with a new password, and ends", () =>
      Effect.gen(function* () {
        const { accept, email, id, invite, security, stranger } = yield* scene()
        const sql = yield* SqlClient.SqlClient
        const { body, headers, status } = yield* invite
        assert.strictEqual(status, 200)
        assert.deepInclude(body, { recipient: email, mail_problem: null })
        assert.match(headers.get("cache-control") ?? "", /no-transform/)
        const link: string = body["link"]
        assert.strictEqual(new URL(link).pathname, "/login/invitation")
        assert.isNotNull((yield* security).body["invitation"])
        for (const table of ["user_invitations", "audit_logs"])
          assert.notInclude(
            JSON.stringify(yield* sql`select json_agg(t)::text as rows from ${sql(table)} t`),
            tokenOf(link)
          )
        const easy = yield* accept(link, "password12345")
        assert.strictEqual(easy.status, 422, easy.text)
        const accepted = yield* accept(link)
        assert.strictEqual(`${accepted.status} ${accepted.body["next"]}`, "200 ready", accepted.text)
        assert.strictEqual((yield* Effect.promise(() => stranger.get("/api/auth/session"))).body["user"].email, email)
        const after = (yield* security).body
        assert.deepInclude(after, { invitation: null, has_password: true })
        assert.strictEqual((yield* invite).code, "state_conflict")
        const actions = yield* sql<{
          action: string
        }>`select action from audit_logs where entity_type = 'ui_user' and entity_id = ${String(id)} order by id`
        assert.deepStrictEqual(
          actions.map(({ action }) => action),
          ["ui_user.invite", "ui_user.invitation_accept", "session.login"]
        )
      })
    )

    it.effect("used, expired, revoked, replaced and forged links and those of inactive users are answered alike", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { accept, id, invite, revoke } = yield* scene()
        const answers: Array<string> = []
        const refused = Effect.fnUntraced(function* (link: string) {
          const { body, status } = yield* accept(link)
          answers.push(JSON.stringify([status, { ...body, request_id: "", instance: "" }]))
        })
        const replaced = (yield* invite).body["link"]
        const revoked = (yield* invite).body["link"]
        yield* refused(replaced)
        assert.strictEqual((yield* revoke).status, 204)
        assert.strictEqual((yield* revoke).status, 404)
        yield* refused(revoked)
        const expired = (yield* invite).body["link"]
        yield* sql`
          update user_invitations set created_at = now() - interval '8 days', expires_at = now() - interval '1 day'
          where user_id = ${id}`
        yield* refused(expired)
        const ofInactive = (yield* invite).body["link"]
        yield* sql`update ui_users set is_active = false where id = ${id}`
        yield* refused(ofInactive)
        yield* sql`update ui_users set is_active = true where id = ${id}`
        yield* refused(ofInactive)
        yield* refused(`#token=${"x".repeat(43)}`)
        const used = (yield* invite).body["link"]
        assert.strictEqual((yield* accept(used)).status, 200)
        yield* refused(used)
        assert.lengthOf(new Set(answers), 1, answers.join("\n"))
        assert.match(answers[0] ?? "", /^\[401,.*"invalid_credentials"/)
        const [noted] = yield* sql<{
          count: number
        }>`select count(*)::int as count from audit_logs where action = 'ui_user.invitation_refused'`
        assert.isAtLeast(noted?.count ?? 0, answers.length)
      })
    )

    it.effect("of two who accept one link at once, one gets in", () =>
      Effect.gen(function* () {
        const { accept, invite } = yield* scene()
        const link = (yield* invite).body["link"]
        const answers = yield* Effect.all([accept(link), accept(link)], { concurrency: 2 })
        assert.sameMembers(
          answers.map(({ status }) => status),
          [200, 401]
        )
      })
    )

    it.effect("guesses count as sign-ins of their network, and a good link costs none", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { accept, invite } = yield* scene()
        const link = (yield* invite).body["link"]
        yield* sql`delete from rate_limits`
        const statuses = yield* Effect.forEach(Array.from({ length: 31 }), () => accept("#token=guess"))
        assert.deepStrictEqual([...new Set(statuses.map(({ status }) => status))], [401, 429])
        assert.strictEqual((yield* accept(link)).status, 429)
        yield* sql`delete from rate_limits`
        assert.strictEqual((yield* accept(link)).status, 200)
      })
    )

    it.effect("with a mail server the link is in the e-mail alone; one that refuses it leaves the link to copy", () =>
      Effect.gen(function* () {
        const { accept, browser, invite } = yield* scene(mailbox)
        const smtp = yield* Effect.acquireRelease(
          Effect.promise(() => startSmtpServer({ refusedRecipient: "refused@example.org" })),
          (server) => Effect.promise(() => server.close())
        )
        const saved = yield* Effect.promise(() =>
          browser.send("PUT", "/api/admin/settings", {
            quota_notifications: {
              smtp_port: smtp.port,
              smtp_security: "none",
              sender_address: "console@example.org"
            }
          })
        )
        assert.strictEqual(saved.status, 200, saved.text)
        const { body, text } = yield* invite
        assert.deepInclude(body, { recipient: mailbox, link: null, mail_problem: null })
        const mail = (smtp.mails[0] ?? "").replaceAll("=\r\n", "").replaceAll("=3D", "=")
        const link = /http\S+#token=[\w-]+/.exec(mail)?.[0] ?? ""
        assert.notInclude(text, tokenOf(link))
        assert.strictEqual((yield* accept(link)).status, 200)
        const other = yield* scene("refused@example.org")
        const answer = (yield* other.invite).body
        assert.isString(answer["mail_problem"])
        assert.strictEqual((yield* other.accept(answer["link"])).status, 200)
      })
    )

    it.effect("an administrator invites no superadmin", () =>
      Effect.gen(function* () {
        const { browser } = yield* inBrowser("ui_admin", true)
        const boss = yield* (yield* Users).create(
          { email: `${crypto.randomUUID()}@example.org`, fullName: "Boss", role: "ui_superadmin", passwordHash: null },
          yield* DateTime.now
        )
        const answer = yield* Effect.promise(() => browser.post(`/api/admin/users/${boss?.user.id}/invitation`))
        assert.strictEqual(answer.status, 403, answer.text)
      })
    )
  }
)

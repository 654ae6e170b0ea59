import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Fiber, Redacted, Result, Stream } from "effect"
import { IpNetwork } from "effect/net"
import { SqlClient } from "effect/sql"
import type { UiRole } from "#domain/platform/access/Caller.ts"
import { cookieNames } from "#http/sessionCookies.ts"
import { makeSandbox } from "#sandbox/Sandbox.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { Settings } from "#services/platform/Settings.ts"
import { administrator } from "../services/support/storageFixture.ts"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"
import { WholeService } from "../support/WholeService.ts"
import { enrolled, password, somebody } from "./people.ts"

const browserAt = Effect.map(Settings, ({ publicOrigin }) => new ConsoleBrowser(publicOrigin))

const inBrowser = Effect.fnUntraced(function* (role: UiRole, verified = true) {
  const record = yield* somebody(role)
  const opened = yield* (yield* Sessions).open(record, verified ? yield* DateTime.now : null)
  const browser = yield* browserAt
  browser.enter({ [cookieNames.access]: Redacted.value(opened.access) }, opened.csrf)
  return { browser, record, opened }
})

const asked = (work: () => Promise<{ readonly status: number; readonly code: string }>) =>
  Effect.map(Effect.promise(work), ({ code, status }) => `${status} ${code}`.trim())

const World = WholeService({
  mfaRecentMinutes: 15,
  allowedStorageHosts: ["localhost", "*.example.org"],
  outbound: { oidcHosts: [], ldapHosts: [], privateHosts: ["localhost"] }
})

layer(World, { excludeTestServices: true, timeout: "120 seconds" })("Authentication, rules", (it) => {
  it.effect(
    "classes: every cookie is host-only, HttpOnly, Secure and Lax; the refresh value goes to /api/auth alone",
    () =>
      Effect.gen(function* () {
        const record = yield* somebody("ui_user")
        const browser = yield* browserAt
        const answer = yield* Effect.promise(() =>
          browser.post("/api/auth/login", { email: record.user.email, password })
        )
        assert.strictEqual(answer.body["next"], "ready", answer.text)
        for (const name of [cookieNames.access, cookieNames.refresh]) {
          const cookie = browser.cookies.get(name)
          assert.match(cookie?.attributes ?? "", /HttpOnly/)
          assert.match(cookie?.attributes ?? "", /Secure/)
          assert.match(cookie?.attributes ?? "", /SameSite=Lax/i)
          assert.notMatch(cookie?.attributes ?? "", /Domain/i)
          assert.strictEqual(cookie?.path, name === cookieNames.refresh ? "/api/auth" : "/")
        }
        assert.match(browser.cookies.get(cookieNames.access)?.attributes ?? "", /Max-Age=300/)
      })
  )

  it.effect("rules 3 and 4: answers are never cached, and no body carries an access or refresh value", () =>
    Effect.gen(function* () {
      const record = yield* somebody("ui_user")
      const browser = yield* browserAt
      const steps = [
        yield* Effect.promise(() => browser.post("/api/auth/login", { email: record.user.email, password })),
        yield* Effect.promise(() => browser.get("/api/auth/session")),
        yield* Effect.promise(() => browser.post("/api/auth/refresh"))
      ]
      for (const { headers, status, text } of steps) {
        assert.strictEqual(status, 200, text)
        assert.strictEqual(headers.get("cache-control"), "no-store")
        for (const name of [cookieNames.access, cookieNames.refresh])
          assert.notInclude(text, browser.cookies.get(name)?.value ?? "?")
      }
    })
  )

  it.effect("a wrong password, an unknown e-mail and a deactivated user are one answer", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [right, idle] = [yield* somebody(), yield* somebody()]
      yield* sql`update ui_users set is_active = false where id = ${idle.user.id}`
      const browser = yield* browserAt
      const tries = [
        [right.user.email, "wrong"],
        ["nobody@example.org", "wrong"],
        [idle.user.email, password]
      ]
      const answers = yield* Effect.forEach(tries, ([email, secret]) =>
        Effect.promise(async () => {
          const { body, status } = await browser.post("/api/auth/login", { email, password: secret })
          return { ...body, status, request_id: "" }
        })
      )
      for (const answer of answers) assert.deepStrictEqual(answer, answers[0])
    })
  )

  it.effect("pre-authentication opens nothing but enrolment, authentication and recovery", () =>
    Effect.gen(function* () {
      const { record } = yield* enrolled("ui_admin")
      const browser = yield* browserAt
      const answer = yield* Effect.promise(() =>
        browser.post("/api/auth/login", { email: record.user.email, password })
      )
      assert.strictEqual(answer.body["next"], "webauthn_authentication")
      assert.isFalse(browser.cookies.has(cookieNames.access))
      for (const path of [
        "/api/me/security",
        "/api/admin/users",
        "/api/me/execution-contexts?workspace=browser",
        "/api/onboarding",
        "/api/me/sessions"
      ]) {
        assert.strictEqual(yield* asked(() => browser.get(path)), "401 unauthenticated", path)
      }
      assert.strictEqual(yield* asked(() => browser.post("/api/auth/step-up/options")), "401 unauthenticated")
      assert.strictEqual(yield* asked(() => browser.post("/api/auth/logout-all")), "401 unauthenticated")
      assert.strictEqual(yield* asked(() => browser.post("/api/auth/webauthn/authentication/options")), "200")
      assert.strictEqual(
        yield* asked(() => browser.post("/api/auth/webauthn/registration/options")),
        "403 forbidden",
        "not beside the passkey that is asked for"
      )
    })
  )

  it.effect(
    "rule 6 over the wire: every critical action is refused without a fresh passkey, before anything is read",
    () =>
      Effect.gen(function* () {
        const { browser } = yield* inBrowser("ui_superadmin", false)
        const critical: ReadonlyArray<readonly [method: string, path: string, body?: object]> = [
          ["POST", "/api/admin/identity/link-requests/1/approve"],
          ["POST", "/api/admin/users/1/identities", { provider_type: "oidc", provider_id: "x", subject: "s" }],
          ["POST", "/api/admin/users/1/identities/1/revoke"],
          ["POST", "/api/admin/users/1/identities/1/restore"],
          ["POST", "/api/admin/users/1/reset-mfa"],
          ["PUT", "/api/admin/users/1/password", { password: "a password of theirs" }],
          ["POST", "/api/admin/users", { email: "x@example.org", full_name: "X", role: "ui_user" }],
          ["DELETE", "/api/admin/users/1"],
          ["POST", "/api/auth/api-tokens", { name: "t", scopes: ["profile.read"] }],
          [
            "PUT",
            "/api/admin/settings/authentication",
            { require_passkey_for_admins: false, require_passkey_for_users: false }
          ],
          [
            "POST",
            "/api/admin/oidc-providers",
            { id: "x", label: "X", enabled: true, config: { issuer: "https://a.example", client_id: "c" } }
          ],
          ["DELETE", "/api/admin/oidc-providers/x"],
          [
            "POST",
            "/api/admin/ldap-providers",
            { id: "x", label: "X", enabled: true, config: { url: "ldaps://a.example", base_dn: "dc=x" } }
          ],
          ["DELETE", "/api/admin/ldap-providers/x"]
        ]
        for (const [method, path, body] of critical) {
          assert.strictEqual(
            yield* asked(() => browser.send(method, path, body)),
            "403 step_up_required",
            `${method} ${path}`
          )
        }
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{
          rows: number
        }>`select count(*)::int as rows from audit_logs where action = 'access.denied'
          and metadata ->> 'code' = 'step_up_required'`
        assert.isAtLeast(row?.rows ?? 0, critical.length - 1, "and each refusal is in the audit trail")
      })
  )

  it.effect("rule 5: inventories and what takes access away need no fresh passkey", () =>
    Effect.gen(function* () {
      const { browser } = yield* inBrowser("ui_superadmin", false)
      const other = yield* inBrowser("ui_user")
      for (const path of [
        "/api/admin/identity/link-requests",
        "/api/admin/identity/sessions",
        "/api/auth/api-tokens?include_ended=true",
        `/api/admin/users/${other.record.user.id}/security`,
        "/api/admin/settings/authentication",
        "/api/admin/oidc-providers",
        "/api/admin/ldap-providers"
      ]) {
        assert.strictEqual(yield* asked(() => browser.get(path)), "200", path)
      }
      assert.strictEqual(
        yield* asked(() => browser.send("DELETE", `/api/admin/identity/sessions/${other.opened.sessionId}`)),
        "200"
      )
      assert.strictEqual(yield* asked(() => other.browser.get("/api/me/security")), "401 session_revoked")
    })
  )

  it.effect(
    "the sessions of a privileged account are shown to superadmins and to their owner, wherever sessions are shown",
    () =>
      Effect.gen(function* () {
        const [superadmin, admin, other, person] = [
          yield* inBrowser("ui_superadmin", true),
          yield* inBrowser("ui_admin", true),
          yield* inBrowser("ui_admin", true),
          yield* inBrowser("ui_user", false)
        ]
        const seen = (viewer: typeof admin, owner: typeof admin) =>
          Effect.gen(function* () {
            const security = yield* Effect.promise(() =>
              viewer.browser.get(`/api/admin/users/${owner.record.user.id}/security`)
            )
            const one = yield* asked(() => viewer.browser.get(`/api/admin/identity/sessions/${owner.opened.sessionId}`))
            const sessions = (security.body as { sessions: ReadonlyArray<{ id: string }> | null }).sessions
            return [sessions?.map(({ id }) => id) ?? null, one]
          })
        for (const owner of [superadmin, other])
          assert.deepStrictEqual(yield* seen(admin, owner), [null, "404 not_found"])
        for (const owner of [admin, person])
          assert.deepStrictEqual(yield* seen(admin, owner), [[owner.opened.sessionId], "200"])
        for (const owner of [superadmin, other, person])
          assert.deepStrictEqual(yield* seen(superadmin, owner), [[owner.opened.sessionId], "200"])
      })
  )

  it.effect("rule 7: the same again, or a full name alone, needs no fresh passkey; anything else does", () =>
    Effect.gen(function* () {
      const { browser } = yield* inBrowser("ui_superadmin", false)
      const target = yield* somebody("ui_user")
      const path = `/api/admin/users/${target.user.id}`
      const put = (body: object) => asked(() => browser.send("PUT", path, body))
      assert.strictEqual(
        yield* put({ email: target.user.email, full_name: target.user.full_name, role: "ui_user", is_active: true }),
        "200"
      )
      assert.strictEqual(yield* put({ full_name: "New Name", role: "ui_user" }), "200")
      for (const body of [
        { role: "ui_none" },
        { email: "other@example.org" },
        { is_active: false },
        { full_name: "X", role: "ui_none" }
      ]) {
        assert.strictEqual(yield* put(body), "403 step_up_required", JSON.stringify(body))
      }
      const settings = yield* Effect.promise(() => browser.get("/api/admin/settings/authentication"))
      assert.strictEqual(
        yield* asked(() => browser.send("PUT", "/api/admin/settings/authentication", settings.body)),
        "200"
      )
      const rows = yield* (yield* SqlClient.SqlClient)`
      select 1 from audit_logs where action = 'access.denied' and entity_id = 'PUT /api/admin/users/:user_id'
        and metadata ->> 'code' = 'step_up_required'`
      assert.strictEqual(rows.length, 4, "refused inside the transaction, and in the audit trail all the same")
    })
  )

  it.effect("rule 7: with the policy off an interactive session of the right role is enough", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { browser } = yield* inBrowser("ui_superadmin", false)
      yield* sql`update application_settings set settings = '{"require_passkey_for_admins": false}'`
      const target = yield* somebody("ui_user")
      assert.strictEqual(
        yield* asked(() => browser.send("PUT", `/api/admin/users/${target.user.id}`, { role: "ui_none" })),
        "200"
      )
      const plain = yield* inBrowser("ui_user", false)
      assert.strictEqual(
        yield* asked(() => plain.browser.send("PUT", `/api/admin/users/${target.user.id}`, { role: "ui_user" })),
        "403 forbidden"
      )
      yield* sql`update application_settings set settings = '{}'`
    })
  )

  it.effect("rule 9: after the passkey the refused request goes through, with the same cookies", () =>
    Effect.gen(function* () {
      const { authenticator, opened } = yield* enrolled("ui_superadmin")
      const sql = yield* SqlClient.SqlClient
      yield* sql`update auth_sessions set mfa_verified_at = now() - interval '16 minutes'
        where id = ${opened.sessionId}::uuid`
      const browser = yield* browserAt
      browser.enter({ [cookieNames.access]: Redacted.value(opened.access) }, opened.csrf)
      const create = () => browser.post("/api/auth/api-tokens", { name: "t", scopes: ["admin.read"] })
      assert.strictEqual(yield* asked(create), "403 step_up_required")
      const options = yield* Effect.promise(() => browser.post("/api/auth/step-up/options"))
      const verified = yield* Effect.promise(() =>
        browser.post("/api/auth/step-up/verify", authenticator.get(options.body as never))
      )
      assert.strictEqual(verified.status, 204, verified.text)
      assert.isNull(verified.headers.get("set-cookie"))
      assert.strictEqual(yield* asked(create), "201")
    })
  )

  it.effect("API tokens: their owner sees where and when they were used last, and revoking ends them at once", () =>
    Effect.gen(function* () {
      const { browser } = yield* inBrowser("ui_user")
      const created = yield* Effect.promise(() =>
        browser.post("/api/auth/api-tokens", { name: "automation", scopes: ["profile.read"], expires_in_days: 7 })
      )
      assert.strictEqual(created.status, 201, created.text)
      const machine = yield* browserAt
      const use = () =>
        machine.send("GET", "/api/onboarding", undefined, { authorization: `Bearer ${created.body["token"]}` })
      assert.strictEqual(yield* asked(use), "200")
      const listed = yield* Effect.promise(() => browser.get("/api/me/api-tokens"))
      const [token] = listed.body as unknown as ReadonlyArray<{
        id: string
        last_used_at: string
        last_used_address: string
        state: string
      }>
      assert.strictEqual(token?.state, "active")
      assert.match(token?.last_used_at ?? "", /^\d{4}-/)
      assert.match(token?.last_used_address ?? "", /127\.0\.0\.1|::1/)
      assert.notInclude(listed.text, created.body["token"])
      for (const role of ["ui_user", "ui_admin"] as const) {
        const stranger = yield* inBrowser(role)
        assert.strictEqual(
          yield* asked(() => stranger.browser.send("DELETE", `/api/auth/api-tokens/${token?.id}`)),
          "404 not_found",
          "somebody else's"
        )
      }
      assert.strictEqual(yield* asked(() => browser.send("DELETE", `/api/auth/api-tokens/${token?.id}`)), "200")
      assert.strictEqual(yield* asked(use), "401 token_revoked")
      assert.notInclude((yield* Effect.promise(() => browser.get("/api/me/api-tokens"))).text, token?.id ?? "?")
      assert.include(
        (yield* Effect.promise(() => browser.get("/api/me/api-tokens?include_ended=true"))).text,
        '"revoked"'
      )
      const boss = yield* inBrowser("ui_superadmin", false)
      assert.include(
        (yield* Effect.promise(() => boss.browser.get("/api/auth/api-tokens?include_ended=true"))).text,
        token?.id ?? "?"
      )
      for (const days of [0, 91, 1.5]) {
        assert.strictEqual(
          yield* asked(() =>
            browser.post("/api/auth/api-tokens", { name: "t", scopes: ["profile.read"], expires_in_days: days })
          ),
          "422 validation_failed"
        )
      }
      assert.strictEqual(
        yield* asked(() => browser.post("/api/auth/api-tokens", { name: "t", scopes: [] })),
        "422 validation_failed"
      )
    })
  )

  it.effect(
    "an administrator manages standard accounts only; nobody locks themselves, or the last superadmin, out",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [plain, boss] = [yield* inBrowser("ui_admin"), yield* inBrowser("ui_superadmin")]
        const [user, admin] = [yield* somebody("ui_user"), yield* somebody("ui_admin")]
        const path = (id: number) => `/api/admin/users/${id}`
        assert.strictEqual(
          yield* asked(() => plain.browser.send("PUT", path(user.user.id), { role: "ui_none" })),
          "200"
        )
        for (const body of [{ role: "ui_admin" }, { role: "ui_superadmin" }]) {
          assert.strictEqual(yield* asked(() => plain.browser.send("PUT", path(user.user.id), body)), "403 forbidden")
        }
        for (const attempt of [
          () => plain.browser.send("PUT", path(admin.user.id), { is_active: false }),
          () => plain.browser.send("DELETE", path(admin.user.id)),
          () => plain.browser.post(`${path(admin.user.id)}/reset-mfa`),
          () => plain.browser.send("PUT", `${path(admin.user.id)}/password`, { password: "a password of mine" }),
          () =>
            plain.browser.post("/api/admin/users", { email: "new-admin@example.org", full_name: "X", role: "ui_admin" })
        ])
          assert.strictEqual(yield* asked(attempt), "403 forbidden")
        assert.strictEqual(yield* asked(() => plain.browser.get("/api/auth/api-tokens")), "403 forbidden")
        for (const attempt of [
          () => boss.browser.send("PUT", path(boss.record.user.id), { role: "ui_user" }),
          () => boss.browser.send("DELETE", path(boss.record.user.id))
        ]) {
          assert.strictEqual(yield* asked(attempt), "409 state_conflict")
        }
        const other = yield* somebody("ui_superadmin")
        yield* sql`update ui_users set is_active = false where role = 'ui_superadmin'
          and id not in (${boss.record.user.id}, ${other.user.id})`
        const fellow = yield* (yield* Sessions).open(other, yield* DateTime.now)
        const theirs = yield* browserAt
        theirs.enter({ [cookieNames.access]: Redacted.value(fellow.access) }, fellow.csrf)
        assert.strictEqual(
          yield* asked(() => boss.browser.send("PUT", path(other.user.id), { is_active: false })),
          "200"
        )
        assert.strictEqual(yield* asked(() => theirs.get("/api/me/security")), "401 session_revoked")
        assert.strictEqual(
          yield* asked(() => boss.browser.send("PUT", path(other.user.id), { role: "ui_owner" })),
          "422 validation_failed",
          "removed and unknown roles"
        )
      })
  )

  it.effect("two superadmins who deactivate each other at once: one of them stays", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (let round = 0; round < 5; round++) {
        yield* sql`update ui_users set is_active = false where role = 'ui_superadmin'`
        const [one, other] = [yield* inBrowser("ui_superadmin"), yield* inBrowser("ui_superadmin")]
        const deactivate = (by: typeof one, whom: typeof one) =>
          asked(() => by.browser.send("PUT", `/api/admin/users/${whom.record.user.id}`, { is_active: false }))
        const answers = yield* Effect.all([deactivate(one, other), deactivate(other, one)], { concurrency: 2 })
        const [row] = yield* sql<{
          active: number
        }>`select count(*)::int as active from ui_users where role = 'ui_superadmin' and is_active`
        assert.strictEqual(row?.active, 1, answers.join(", "))
        assert.strictEqual(answers.filter((answer) => answer === "200").length, 1, answers.join(", "))
      }
    })
  )

  it.effect("a revocation is announced to every replica within a second, and enforced without the announcement", () =>
    Effect.gen(function* () {
      const { browser, opened } = yield* inBrowser("ui_user")
      const live = yield* LiveEvents
      const heard = yield* live.changes.pipe(
        Stream.filter((event) => event._tag === "SessionRevoked" && event.sessionId === opened.sessionId),
        Stream.take(1),
        Stream.runDrain,
        Effect.forkScoped
      )
      const boss = yield* inBrowser("ui_superadmin", false)
      yield* Effect.sleep("50 millis")
      yield* Effect.promise(() => boss.browser.send("DELETE", `/api/admin/identity/sessions/${opened.sessionId}`))
      yield* Fiber.join(heard).pipe(Effect.timeout("1 second"))
      assert.strictEqual(yield* asked(() => browser.get("/api/me/security")), "401 session_revoked")
    })
  )

  it.effect(
    "open sessions: administrators see and end those of standard accounts and S3 keys, superadmins all, page by page",
    () =>
      Effect.gen(function* () {
        const [plain, boss, user] = [
          yield* inBrowser("ui_admin"),
          yield* inBrowser("ui_superadmin"),
          yield* inBrowser("ui_user")
        ]
        const seenBy = (browser: ConsoleBrowser, query = "?limit=500") =>
          Effect.map(
            Effect.promise(() => browser.get(`/api/admin/identity/sessions${query}`)),
            ({ body }) => body as { items: ReadonlyArray<{ id: string }>; next_cursor: string | null }
          )
        const ids = (page: { items: ReadonlyArray<{ id: string }> }) => page.items.map(({ id }) => id)
        const theirs = ids(yield* seenBy(plain.browser))
        assert.includeMembers(theirs, [plain.opened.sessionId, user.opened.sessionId])
        assert.notInclude(theirs, boss.opened.sessionId)
        const all = ids(yield* seenBy(boss.browser))
        assert.includeMembers(all, [plain.opened.sessionId, user.opened.sessionId, boss.opened.sessionId])
        assert.deepStrictEqual(ids(yield* seenBy(boss.browser, `?search=${user.record.user.email}`)), [
          user.opened.sessionId
        ])
        const paged: Array<string> = []
        for (let cursor: string | null = ""; cursor !== null; ) {
          const page: Effect.Success<ReturnType<typeof seenBy>> = yield* seenBy(
            boss.browser,
            `?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`
          )
          paged.push(...ids(page))
          cursor = page.next_cursor
        }
        assert.deepStrictEqual(paged, all, "pages are the whole, in order, nothing twice")
        assert.strictEqual(
          yield* asked(() => boss.browser.get("/api/admin/identity/sessions?cursor=made-up")),
          "422 validation_failed"
        )
        const one = (browser: ConsoleBrowser, id: string) =>
          Effect.promise(() => browser.get(`/api/admin/identity/sessions/${id}`))
        assert.strictEqual(
          (yield* one(plain.browser, user.opened.sessionId)).body["id"],
          user.opened.sessionId,
          "one by its id"
        )
        assert.strictEqual((yield* one(plain.browser, plain.opened.sessionId)).body["current"], true)
        assert.strictEqual(
          (yield* one(plain.browser, boss.opened.sessionId)).status,
          404,
          "what the list does not show"
        )
        assert.strictEqual((yield* one(boss.browser, crypto.randomUUID())).status, 404)
        assert.strictEqual((yield* one(boss.browser, "no-uuid")).status, 422)
        assert.strictEqual(
          yield* asked(() => plain.browser.send("DELETE", `/api/admin/identity/sessions/${boss.opened.sessionId}`)),
          "404 not_found"
        )
        assert.strictEqual(yield* asked(() => boss.browser.get("/api/me/security")), "200")
        assert.strictEqual(
          yield* asked(() => plain.browser.send("DELETE", `/api/admin/identity/sessions/${user.opened.sessionId}`)),
          "200"
        )
        assert.strictEqual(
          yield* asked(() => plain.browser.send("DELETE", `/api/admin/identity/sessions/${user.opened.sessionId}`)),
          "404 not_found"
        )
        assert.strictEqual(
          yield* asked(() => plain.browser.post(`/api/admin/users/${boss.record.user.id}/revoke-sessions`)),
          "403 forbidden"
        )
      })
  )

  it.effect("one's own sessions: seen with their device, ended one by one, and everywhere", () =>
    Effect.gen(function* () {
      const record = yield* somebody("ui_user")
      const [phone, laptop] = [yield* browserAt, yield* browserAt]
      const login = (browser: ConsoleBrowser, agent: string) =>
        Effect.promise(() =>
          browser.send("POST", "/api/auth/login", { email: record.user.email, password }, { "user-agent": agent })
        )
      yield* login(
        phone,
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
          "Version/18.0 Mobile/15E148 Safari/604.1"
      )
      yield* login(laptop, "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
      const seen = (yield* Effect.promise(() => laptop.get("/api/me/sessions"))).body as unknown as ReadonlyArray<{
        id: string
        device: string
        current: boolean
        client_address: string
      }>
      assert.deepStrictEqual(
        seen.map(({ current, device }) => [device, current]),
        [
          ["Firefox on Linux", true],
          ["Safari on iPhone", false]
        ]
      )
      assert.strictEqual(yield* asked(() => laptop.send("DELETE", `/api/me/sessions/${seen[1]?.id}`)), "200")
      assert.strictEqual(yield* asked(() => phone.get("/api/me/sessions")), "401 session_revoked")
      const stranger = yield* inBrowser("ui_user")
      assert.strictEqual(
        yield* asked(() => stranger.browser.send("DELETE", `/api/me/sessions/${seen[0]?.id}`)),
        "404 not_found"
      )
      yield* login(phone, "x")
      const elsewhere = yield* Effect.promise(() => laptop.post("/api/auth/logout-others"))
      assert.deepStrictEqual([elsewhere.status, elsewhere.body], [200, { ended: 1 }])
      assert.strictEqual(yield* asked(() => phone.get("/api/me/sessions")), "401 session_revoked")
      assert.match(yield* asked(() => laptop.get("/api/me/sessions")), /^200/)
      yield* login(phone, "x")
      assert.strictEqual(yield* asked(() => laptop.post("/api/auth/logout-all")), "204")
      for (const browser of [phone, laptop]) assert.match(yield* asked(() => browser.get("/api/me/sessions")), /^401/)
    })
  )

  it.effect("direct S3 session: keys that the gateway takes open the object browser, and nothing else", () =>
    Effect.gen(function* () {
      const gateway = yield* makeSandbox({ dir: yield* temporaryFolder(), seed: true })
      const [account] = gateway.accounts
      const endpoint = yield* (yield* StorageEndpoints).create(administrator, {
        name: `S3 ${crypto.randomUUID()}`,
        url: gateway.url,
        features_config: { features: {} }
      })
      const browser = yield* browserAt
      const login = (body: object) => Effect.promise(() => browser.post("/api/auth/login/s3", body))
      const keys = { access_key: account?.accessKey, secret_key: account?.secretKey }
      assert.strictEqual(
        (yield* login({ ...keys, secret_key: "not the secret", endpoint_id: endpoint.id })).code,
        "invalid_credentials"
      )
      assert.isFalse(browser.cookies.has(cookieNames.s3))
      assert.strictEqual((yield* login({ ...keys, endpoint_id: 424242 })).status, 422)
      assert.strictEqual((yield* login({ ...keys })).status, 422)
      const answer = yield* login({ ...keys, endpoint_id: endpoint.id })
      assert.strictEqual(answer.status, 200, answer.text)
      for (const secret of [account?.secretKey ?? "?", browser.cookies.get(cookieNames.s3)?.value ?? "?"])
        assert.notInclude(answer.text, secret)
      const session = yield* Effect.promise(() => browser.session())
      assert.deepStrictEqual(
        [session["kind"], session["workspaces"], session["access_key"]],
        ["s3", ["browser"], account?.accessKey]
      )
      const contexts = yield* Effect.promise(() => browser.get("/api/me/execution-contexts?workspace=browser"))
      assert.deepStrictEqual(
        (contexts.body as unknown as ReadonlyArray<{ id: string }>).map(({ id }) => id),
        ["s3-session"]
      )
      const search = () => browser.get("/api/browser/buckets/search?context_id=s3-session")
      yield* Effect.promise(search)
      const listed = yield* Effect.promise(search).pipe(
        Effect.repeat({ until: ({ body }) => (body["total"] ?? 0) > 0, times: 50 }),
        Effect.delay("20 millis")
      )
      const [bucket] = listed.body["items"]
      assert.isString(bucket?.name, listed.text)
      const objects = `/api/browser/buckets/${bucket.name}/objects?context_id=`
      assert.strictEqual(yield* asked(() => browser.get(`${objects}s3-session`)), "200")
      assert.strictEqual(yield* asked(() => browser.get(`${objects}1`)), "404 not_found")
      for (const path of [
        "/api/me/security",
        "/api/admin/users",
        "/api/manager/buckets?context_id=s3-session",
        "/api/onboarding",
        "/api/auth/api-tokens"
      ]) {
        assert.strictEqual(yield* asked(() => browser.get(path)), "401 unauthenticated", path)
      }
      const { csrf } = browser
      browser.csrf = "wrong"
      assert.strictEqual(
        yield* asked(() =>
          browser.post(`/api/browser/buckets/${bucket.name}/folders?context_id=s3-session`, { prefix: "x/" })
        ),
        "403 csrf_failed"
      )
      assert.strictEqual(yield* asked(() => browser.post("/api/auth/logout")), "403 csrf_failed")
      browser.csrf = csrf
      assert.strictEqual(
        yield* asked(() =>
          browser.post(`/api/browser/buckets/${bucket.name}/folders?context_id=s3-session`, { prefix: "x/" })
        ),
        "201"
      )
      const cookie = browser.cookies.get(cookieNames.s3)?.value ?? ""
      assert.strictEqual(yield* asked(() => browser.post("/api/auth/logout")), "204")
      browser.enter({ [cookieNames.s3]: cookie }, csrf ?? "")
      assert.strictEqual(yield* asked(search), "401 session_revoked")
    })
  )

  it.effect("direct S3 session: an address that is typed in must have an allowed host, in whatever spelling", () =>
    Effect.gen(function* () {
      const gateway = yield* makeSandbox({ dir: yield* temporaryFolder(), seed: true })
      const [account] = gateway.accounts
      const browser = yield* browserAt
      const port = new URL(gateway.url).port
      const login = (endpoint_url: string) =>
        asked(() =>
          browser.post("/api/auth/login/s3", {
            access_key: account?.accessKey,
            secret_key: account?.secretKey,
            endpoint_url
          })
        )
      for (const host of [
        "127.0.0.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "127.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "example.org",
        "evil.org",
        "localhost.evil.org"
      ]) {
        assert.strictEqual(yield* login(`http://${host}:${port}`), "422 validation_failed", host)
      }
      assert.match(yield* login("https://nobody.example.org"), /^50[234] /)
      assert.strictEqual(yield* login(`http://localhost:${port}`), "200")
      yield* (yield* SqlClient.SqlClient)`delete from rate_limits`
    })
  )

  it.effect("direct S3 session: ten tries in five minutes for an access key", () =>
    Effect.gen(function* () {
      const gateway = yield* makeSandbox({ dir: yield* temporaryFolder(), seed: true })
      const browser = yield* browserAt
      const body = {
        access_key: `AKIA${crypto.randomUUID()}`,
        secret_key: "wrong",
        endpoint_url: gateway.url.replace("127.0.0.1", "localhost")
      }
      for (let wrong = 0; wrong < 10; wrong++)
        assert.strictEqual(yield* asked(() => browser.post("/api/auth/login/s3", body)), "401 invalid_credentials")
      const answer = yield* Effect.promise(() => browser.post("/api/auth/login/s3", body))
      assert.deepStrictEqual([answer.status, answer.code], [429, "rate_limited"])
      assert.isAbove(Number(answer.headers.get("retry-after")), 0)
      yield* (yield* SqlClient.SqlClient)`delete from rate_limits`
    })
  )
})

layer(
  WholeService({
    trustedProxies: ["127.0.0.1/32", "::1/128", "10.0.0.0/8"].map((text) =>
      Result.getOrThrow(IpNetwork.fromString(text))
    )
  }),
  { excludeTestServices: true, timeout: "60 seconds" }
)("Network boundaries, behind a proxy", (it) => {
  it.effect(
    "rule 1: the chain is read right to left: an injected left-most address chooses no rate-limit identity",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const browser = yield* browserAt
        const addressOf = Effect.fnUntraced(function* (forwarded: string) {
          yield* sql`delete from rate_limits`
          yield* Effect.promise(() =>
            browser.send(
              "POST",
              "/api/auth/login",
              { email: "x@example.org", password: "x" },
              { "x-forwarded-for": forwarded }
            )
          )
          const [row] = yield* sql<{ key: string }>`select key from rate_limits where key like 'login/address/%'`
          return row?.key.slice("login/address/".length)
        })
        assert.strictEqual(yield* addressOf("203.0.113.7"), "203.0.113.7")
        assert.strictEqual(yield* addressOf("1.1.1.1, 203.0.113.7"), "203.0.113.7", "what the client claimed itself")
        assert.strictEqual(yield* addressOf("1.1.1.1, 203.0.113.7, 10.1.2.3"), "203.0.113.7", "past our own proxies")
        assert.notStrictEqual(yield* addressOf("1.1.1.1, not-an-address"), "1.1.1.1")
      })
  )
})

layer(WholeService(), { excludeTestServices: true, timeout: "60 seconds" })(
  "Network boundaries, without a proxy",
  (it) => {
    it.effect("rule 1: X-Forwarded-For of a peer that is no trusted proxy is ignored", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const browser = yield* browserAt
        for (let index = 0; index < 3; index++) {
          yield* Effect.promise(() =>
            browser.send(
              "POST",
              "/api/auth/login",
              { email: "x@example.org", password: "x" },
              { "x-forwarded-for": `203.0.113.${index}` }
            )
          )
        }
        const rows = yield* sql<{
          key: string
          count: number
        }>`select key, count from rate_limits where key like 'login/address/%'`
        assert.strictEqual(rows.length, 1)
        assert.strictEqual(rows[0]?.count, 3)
      })
    )
  }
)

import { assert, it as check, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#domain/platform/access/Caller.ts"
import { LdapConfig, OidcConfig } from "#domain/identity/federation/Federation.ts"
import { linkDecision } from "#domain/identity/federation/IdentityLink.ts"
import { cookieNames } from "#http/sessionCookies.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Providers } from "#services/identity/federation/Providers.ts"
import { Settings } from "#services/platform/Settings.ts"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { type OidcAccount, startOidcProvider } from "../support/oidc/oidcProvider.ts"
import { requirement } from "../support/Requirement.ts"
import { slapdLack, startSlapd } from "../support/slapd.ts"
import { WholeService } from "../support/WholeService.ts"
import { again, somebody } from "./people.ts"
import { opensslLack } from "../support/certificates.ts"

const World = WholeService({
  outbound: { oidcHosts: ["localhost"], ldapHosts: ["localhost"], privateHosts: ["localhost"] }
})

const person = (sub: string, email: string, verified = true): OidcAccount => ({
  sub,
  email,
  email_verified: verified,
  name: "Some Name"
})

const admin = Effect.gen(function* () {
  const record = yield* somebody("ui_superadmin")
  return Caller.cases.Session.make({
    session_id: crypto.randomUUID(),
    user: record.user,
    mfa_verified_at: null,
    authenticated_at: yield* DateTime.now
  })
})

const administrator = Effect.fnUntraced(function* (role: "ui_admin" | "ui_superadmin", verified = true) {
  const { publicOrigin } = yield* Settings
  const record = yield* somebody(role)
  const opened = yield* (yield* Sessions).open(record, verified ? yield* DateTime.now : null)
  const browser = new ConsoleBrowser(publicOrigin)
  browser.enter({ [cookieNames.access]: Redacted.value(opened.access) }, opened.csrf)
  return { browser, record }
})

const oidc = Effect.fnUntraced(function* (accounts: ReadonlyArray<OidcAccount>) {
  const { publicOrigin } = yield* Settings
  // every test here comes from one address
  yield* (yield* SqlClient.SqlClient)`delete from rate_limits`
  const ids = {
    manual: `manual-${crypto.randomUUID().slice(0, 8)}`,
    trusted: `trusted-${crypto.randomUUID().slice(0, 8)}`
  }
  const server = yield* Effect.acquireRelease(
    Effect.promise(() =>
      startOidcProvider({
        redirectUris: Object.values(ids).map((id) => `${publicOrigin}/api/auth/oidc/${id}/callback`),
        accounts
      })
    ),
    ({ close }) => Effect.promise(close)
  )
  const providers = yield* Providers
  const caller = yield* admin
  for (const [policy, id] of [
    ["manual", ids.manual],
    ["trusted_email", ids.trusted]
  ] as const) {
    const config = yield* Schema.decodeEffect(OidcConfig)({
      issuer: server.issuer,
      client_id: server.clientId,
      linking_policy: policy,
      trusted_domains: ["example.org"],
      ca_certificate: server.caPem
    })
    yield* providers.oidc.create(caller, id, {
      label: `Corp ${policy}`,
      enabled: true,
      config,
      secret: Redacted.make(server.clientSecret)
    })
  }
  const walk = (id: string, sub: string, browser = new ConsoleBrowser(publicOrigin)) =>
    Effect.promise(async () => {
      const started = await browser.post(`/api/auth/oidc/${id}/start`, { redirect_path: "/manager/buckets" })
      assert.strictEqual(started.status, 200, started.text)
      const callback = await server.signIn(started.body["authorization_url"], sub)
      const back = await browser.get(`${callback.pathname}${callback.search}`)
      assert.strictEqual(back.status, 303, back.text)
      return {
        browser,
        callback,
        location: back.location ?? "",
        authorizationUrl: new URL(started.body["authorization_url"])
      }
    })
  return { ...ids, server, walk, publicOrigin }
})

const rowsOf = (userId: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ provider_id: string }>`select provider_id from external_identities where user_id = ${userId}`
  )

const notified = (requestId: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ role: string }>`
        select u.role from notifications n join ui_users u on u.id = n.user_id
        where n.type = 'identity_link_request' and (n.payload_json ->> 'request_id')::int = ${requestId}`,
      (rows) => rows.map(({ role }) => role)
    )
  )

const requestOf = (email: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ id: number; status: string }>`select id, status from identity_link_requests where email = ${email}`,
      ([row]) => row ?? { id: 0, status: "none" }
    )
  )

const unique = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@example.org`

requirement("openssl", opensslLack())("Federation over TLS", () => {
  layer(World, { excludeTestServices: true, timeout: "120 seconds" })("Federation, OpenID Connect", (it) => {
    it.effect(
      "rule 1: PKCE S256, state and nonce go out; the session comes in cookies, and nothing of it in the address",
      () =>
        Effect.gen(function* () {
          const email = unique("new")
          const world = yield* oidc([person("sub-new", email)])
          const { authorizationUrl, browser, location } = yield* world.walk(world.manual, "sub-new")
          assert.strictEqual(authorizationUrl.searchParams.get("code_challenge_method"), "S256")
          for (const name of ["code_challenge", "state", "nonce"])
            assert.isAbove(authorizationUrl.searchParams.get(name)?.length ?? 0, 20)
          assert.strictEqual(location, "/manager/buckets")
          assert.isTrue(browser.cookies.has(cookieNames.access))
          assert.match(browser.cookies.get(cookieNames.access)?.attributes ?? "", /HttpOnly; Secure; SameSite=Lax/i)
          assert.match(
            browser.cookies.get(cookieNames.oidc)?.attributes ?? "",
            /Max-Age=300.*HttpOnly; Secure; SameSite=Lax/i
          )
          assert.strictEqual((yield* Effect.promise(() => browser.session()))["user"].email, email)
        })
    )

    it.effect("rule 1: a callback is good once, for the browser and the provider that it began with", () =>
      Effect.gen(function* () {
        const world = yield* oidc([person("sub-a", unique("a"))])
        const browser = new ConsoleBrowser(world.publicOrigin)
        const start = () =>
          Effect.promise(async () => {
            const { body } = await browser.post(`/api/auth/oidc/${world.manual}/start`, { redirect_path: "/" })
            return world.server.signIn(body["authorization_url"], "sub-a")
          })
        const refusedAt = (at: ConsoleBrowser, callback: URL, path = callback.pathname) =>
          Effect.promise(async () => (await at.get(`${path}${callback.search}`)).location)
        const stolen = yield* start()
        assert.strictEqual(
          yield* refusedAt(new ConsoleBrowser(world.publicOrigin), stolen),
          "/login?error=invalid_credentials",
          "another browser"
        )
        assert.strictEqual(
          yield* refusedAt(browser, stolen),
          "/login?error=invalid_credentials",
          "a state that was shown is spent"
        )
        const thief = new ConsoleBrowser(world.publicOrigin)
        yield* Effect.promise(() => thief.post(`/api/auth/oidc/${world.manual}/start`, { redirect_path: "/" }))
        assert.strictEqual(
          yield* refusedAt(thief, yield* start()),
          "/login?error=invalid_credentials",
          "another browser that began something of its own"
        )
        const moved = yield* start()
        assert.strictEqual(
          yield* refusedAt(browser, moved, moved.pathname.replace(world.manual, world.trusted)),
          "/login?error=invalid_credentials",
          "another provider"
        )
        const right = yield* start()
        assert.strictEqual(yield* refusedAt(browser, right), "/")
        assert.strictEqual(yield* refusedAt(browser, right), "/login?error=invalid_credentials", "the same again")
      })
    )

    it.effect("rule 1: two tabs of one browser sign in side by side", () =>
      Effect.gen(function* () {
        const world = yield* oidc([person("sub-tabs", unique("tabs"))])
        const browser = new ConsoleBrowser(world.publicOrigin)
        const start = Effect.promise(async () => {
          const { body } = await browser.post(`/api/auth/oidc/${world.manual}/start`, { redirect_path: "/browser" })
          return world.server.signIn(body["authorization_url"], "sub-tabs")
        })
        const [one, other] = [yield* start, yield* start]
        for (const { pathname, search } of [one, other]) {
          assert.strictEqual((yield* Effect.promise(() => browser.get(`${pathname}${search}`))).location, "/browser")
        }
      })
    )

    it.effect("rule 1: a state that is five minutes old is refused, and its proof is stored as ciphertext", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const world = yield* oidc([person("sub-late", unique("late"))])
        const browser = new ConsoleBrowser(world.publicOrigin)
        const callback = yield* Effect.promise(async () => {
          const { body } = await browser.post(`/api/auth/oidc/${world.manual}/start`, { redirect_path: "/" })
          return world.server.signIn(body["authorization_url"], "sub-late")
        })
        const [row] = yield* sql<{ proof: string; alive: number }>`
        select proof, extract(epoch from expires_at - now())::float8 as alive from oidc_states
          where provider_id = ${world.manual}`
        assert.match(row?.proof ?? "", /^v1\./)
        assert.closeTo(row?.alive ?? 0, 300, 10)
        yield* sql`update oidc_states set expires_at = now() where provider_id = ${world.manual}`
        assert.strictEqual(
          (yield* Effect.promise(() => browser.get(`${callback.pathname}${callback.search}`))).location,
          "/login?error=invalid_credentials"
        )
      })
    )

    it.effect(
      "rule 1: whoever presses Cancel at the provider is told so, and an address elsewhere is no place to come back to",
      () =>
        Effect.gen(function* () {
          const world = yield* oidc([person("sub-c", unique("c"))])
          const browser = new ConsoleBrowser(world.publicOrigin)
          const callback = yield* Effect.promise(async () => {
            const { body } = await browser.post(`/api/auth/oidc/${world.manual}/start`, { redirect_path: "/" })
            return world.server.cancel(body["authorization_url"])
          })
          assert.strictEqual(
            (yield* Effect.promise(() => browser.get(`${callback.pathname}${callback.search}`))).location,
            "/login?error=invalid_credentials"
          )
          for (const path of [
            "https://evil.example",
            "//evil.example",
            "/\\evil.example",
            "\\evil",
            "",
            "/a\nb",
            "/\t/evil.example",
            "/.//evil.example",
            "javascript:alert(1)"
          ]) {
            const answer = yield* Effect.promise(() =>
              browser.post(`/api/auth/oidc/${world.manual}/start`, { redirect_path: path })
            )
            assert.strictEqual(answer.status, 422, path)
          }
          assert.strictEqual(
            (yield* Effect.promise(() => browser.post("/api/auth/oidc/nobody/start", { redirect_path: "/" }))).status,
            404
          )
        })
    )

    it.effect("rule 1: an unverified e-mail signs nobody in", () =>
      Effect.gen(function* () {
        const world = yield* oidc([person("sub-unverified", unique("unverified"), false)])
        assert.strictEqual(
          (yield* world.walk(world.trusted, "sub-unverified")).location,
          "/login?error=invalid_credentials&next=%2Fmanager%2Fbuckets"
        )
      })
    )

    it.effect("rule 3: an unknown e-mail becomes an account without rights, once, whoever races", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const email = unique("jit")
        const world = yield* oidc([person("sub-jit", email)])
        const walks = yield* Effect.forEach([1, 2, 3], () => world.walk(world.manual, "sub-jit"), { concurrency: 3 })
        assert.deepStrictEqual(
          walks.map(({ location }) => location),
          ["/manager/buckets", "/manager/buckets", "/manager/buckets"]
        )
        const users = yield* sql<{
          role: string
          password_hash: string | null
        }>`select role, password_hash from ui_users where email = ${email}`
        assert.deepStrictEqual(users, [{ role: "ui_none", password_hash: null }])
      })
    )

    it.effect(
      "rule 3: under manual a known e-mail waits for an administrator, who approves; then the person is in",
      () =>
        Effect.gen(function* () {
          const target = yield* somebody("ui_user")
          const world = yield* oidc([person("sub-secret-subject", target.user.email)])
          const asked = yield* world.walk(world.manual, "sub-secret-subject")
          assert.strictEqual(asked.location, "/login?error=link_pending&next=%2Fmanager%2Fbuckets")
          assert.isFalse(asked.browser.cookies.has(cookieNames.access))
          const request = yield* requestOf(target.user.email)
          assert.strictEqual(request.status, "pending")
          const { browser } = yield* administrator("ui_admin")
          const roles = yield* notified(request.id)
          assert.isTrue(roles.every((role) => role === "ui_admin" || role === "ui_superadmin") && roles.length > 0)
          yield* world.walk(world.manual, "sub-secret-subject")
          assert.strictEqual(
            (yield* notified(request.id)).length,
            roles.length,
            "an unchanged pending request does not notify again"
          )

          const stale = (yield* administrator("ui_admin", false)).browser
          const approve = `/api/admin/identity/link-requests/${request.id}/approve`
          assert.strictEqual((yield* Effect.promise(() => stale.post(approve))).code, "step_up_required")
          const approved = yield* Effect.promise(() => browser.post(approve))
          assert.strictEqual(approved.body["status"], "approved", approved.text)
          assert.notInclude(approved.text, "sub-secret-subject")
          assert.strictEqual((yield* again(target)).authVersion, target.authVersion + 1)
          assert.strictEqual((yield* Effect.promise(() => browser.post(approve))).code, "state_conflict")
          const signedIn = yield* world.walk(world.manual, "sub-secret-subject")
          assert.strictEqual(signedIn.location, "/manager/buckets")
          assert.strictEqual((yield* Effect.promise(() => signedIn.browser.session()))["user"].id, target.user.id)
        })
    )

    it.effect("rule 3: trusted_email links one active standard local-password account by itself", () =>
      Effect.gen(function* () {
        const target = yield* somebody("ui_user")
        const world = yield* oidc([person("sub-trusted", target.user.email.toUpperCase())])
        assert.strictEqual((yield* world.walk(world.trusted, "sub-trusted")).location, "/manager/buckets")
        assert.deepStrictEqual(yield* rowsOf(target.user.id), [{ provider_id: world.trusted }])
      })
    )

    it.effect("rule 3: under trusted_email privileged, inactive, federated and foreign matches stay manual", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [boss, idle, linked, foreign] = [
          yield* somebody("ui_admin"),
          yield* somebody(),
          yield* somebody(),
          yield* somebody()
        ]
        yield* sql`update ui_users set is_active = false where id = ${idle.user.id}`
        yield* sql`
        insert into external_identities (user_id, provider_type, provider_id, subject, created_at, revoked_at)
        values (${linked.user.id}, 'oidc', 'older', 'x', now(), now())`
        const elsewhere = `${crypto.randomUUID()}@sub.example.org`
        yield* sql`update ui_users set email = ${elsewhere} where id = ${foreign.user.id}`
        const accounts = [
          person("boss", boss.user.email),
          person("idle", idle.user.email),
          person("linked", linked.user.email),
          person("foreign", elsewhere)
        ]
        const world = yield* oidc(accounts)
        for (const { email = "", sub } of accounts) {
          assert.strictEqual(
            (yield* world.walk(world.trusted, sub)).location,
            "/login?error=link_pending&next=%2Fmanager%2Fbuckets",
            sub
          )
          assert.strictEqual((yield* requestOf(email)).status, "pending", sub)
        }
        const privileged = yield* requestOf(boss.user.email)
        assert.deepStrictEqual(Array.from(new Set(yield* notified(privileged.id))), ["ui_superadmin"])
      })
    )

    it.effect(
      "rule 4: the mapping key is provider and subject: a changed e-mail is still the same person, another " +
        "subject is not",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const email = unique("same")
          const world = yield* oidc([person("sub-one", email), person("sub-two", email)])
          yield* world.walk(world.manual, "sub-one")
          yield* sql`update ui_users set email = ${unique("renamed")} where email = ${email}`
          assert.strictEqual((yield* world.walk(world.manual, "sub-one")).location, "/manager/buckets")
          const other = yield* world.walk(world.manual, "sub-two")
          assert.strictEqual((yield* Effect.promise(() => other.browser.session()))["user"].email, email)
          const [row] = yield* sql<{ users: number }>`
        select count(distinct user_id)::int as users from external_identities where provider_id = ${world.manual}`
          assert.strictEqual(row?.users, 2)
        })
    )

    it.effect(
      "rule 4: a known person whose account is deactivated gets nothing, not even a session that opens nothing",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const email = unique("idle")
          const world = yield* oidc([person("sub-idle", email)])
          yield* world.walk(world.manual, "sub-idle")
          yield* sql`update ui_users set is_active = false where email = ${email}`
          const { browser, location } = yield* world.walk(world.manual, "sub-idle")
          assert.strictEqual(location, "/login?error=invalid_credentials&next=%2Fmanager%2Fbuckets")
          assert.isFalse(browser.cookies.has(cookieNames.access))
        })
    )

    it.effect("rule 4: no subject is in the audit trail, in notifications or in any answer to administrators", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const target = yield* somebody()
        const world = yield* oidc([person("canary-subject", target.user.email)])
        yield* world.walk(world.manual, "canary-subject")
        const { browser } = yield* administrator("ui_superadmin")
        const { id } = yield* requestOf(target.user.email)
        const texts = [
          (yield* Effect.promise(() => browser.get("/api/admin/identity/link-requests"))).text,
          (yield* Effect.promise(() => browser.post(`/api/admin/identity/link-requests/${id}/approve`))).text,
          (yield* Effect.promise(() => browser.get(`/api/admin/users/${target.user.id}/security`))).text,
          JSON.stringify(yield* sql`select a::text from audit_logs a`),
          JSON.stringify(yield* sql`select n::text from notifications n`)
        ]
        for (const text of texts) assert.notInclude(text, "canary-subject")
      })
    )

    it.effect(
      "rule 5: administrators decide for standard accounts, superadmins for privileged ones too, and nobody " +
        "sees what is not theirs",
      () =>
        Effect.gen(function* () {
          const boss = yield* somebody("ui_admin")
          const world = yield* oidc([person("sub-boss", boss.user.email)])
          yield* world.walk(world.manual, "sub-boss")
          const { id } = yield* requestOf(boss.user.email)
          const plain = (yield* administrator("ui_admin")).browser
          assert.strictEqual(
            (yield* Effect.promise(() => plain.post(`/api/admin/identity/link-requests/${id}/approve`))).status,
            404
          )
          assert.strictEqual(
            (yield* Effect.promise(() => plain.post(`/api/admin/identity/link-requests/${id}/reject`))).status,
            404
          )
          assert.notInclude(
            (yield* Effect.promise(() => plain.get("/api/admin/identity/link-requests?limit=500"))).text,
            boss.user.email
          )
          const top = (yield* administrator("ui_superadmin")).browser
          assert.strictEqual(
            (yield* Effect.promise(() => plain.get(`/api/admin/identity/link-requests/${id}`))).status,
            404
          )
          assert.strictEqual(
            (yield* Effect.promise(() => top.get(`/api/admin/identity/link-requests/${id}`))).body["status"],
            "pending"
          )
          assert.strictEqual(
            (yield* Effect.promise(() => top.get("/api/admin/identity/link-requests/2147483647"))).status,
            404
          )
          assert.strictEqual(
            (yield* Effect.promise(() => top.post(`/api/admin/identity/link-requests/${id}/approve`))).body["status"],
            "approved"
          )
          assert.strictEqual(
            (yield* Effect.promise(() => top.get(`/api/admin/identity/link-requests/${id}`))).body["status"],
            "approved",
            "whatever became of it"
          )
          assert.match((yield* world.walk(world.manual, "sub-boss")).location, /^\/login\/enroll\?next=/)
        })
    )

    it.effect("link requests: pending, rejected, expired and asked again, with their notifications", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const target = yield* somebody()
        const world = yield* oidc([person("sub-states", target.user.email)])
        yield* world.walk(world.manual, "sub-states")
        const { id } = yield* requestOf(target.user.email)
        const first = (yield* notified(id)).length
        const [row] = yield* sql<{
          days: number
        }>`select extract(epoch from expires_at - requested_at)::float8 / 86400 as days from identity_link_requests
          where id = ${id}`
        assert.strictEqual(row?.days, 7)
        yield* sql`update identity_link_requests set expires_at = now() where id = ${id}`
        const { browser } = yield* administrator("ui_superadmin", false)
        const shown = yield* Effect.promise(() =>
          browser.get("/api/admin/identity/link-requests?status=expired&limit=500")
        )
        assert.include(shown.text, target.user.email)
        assert.strictEqual(
          (yield* Effect.promise(() => browser.post(`/api/admin/identity/link-requests/${id}/reject`))).code,
          "state_conflict",
          "nobody decides what expired"
        )
        yield* world.walk(world.manual, "sub-states")
        assert.strictEqual((yield* requestOf(target.user.email)).status, "pending")
        assert.isAbove((yield* notified(id)).length, first, "asked again, told again")
        assert.strictEqual(
          (yield* Effect.promise(() => browser.post(`/api/admin/identity/link-requests/${id}/reject`))).body["status"],
          "rejected"
        )
        assert.strictEqual(
          (yield* world.walk(world.manual, "sub-states")).location,
          "/login?error=invalid_credentials&next=%2Fmanager%2Fbuckets"
        )
        assert.strictEqual((yield* requestOf(target.user.email)).status, "rejected")
      })
    )

    it.effect(
      "WebAuthn rule 10: revoking an external identity ends every session of its " +
        "user, and the identity signs nobody in",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const email = unique("revoked")
          const world = yield* oidc([person("sub-revoked", email)])
          const { browser } = yield* world.walk(world.manual, "sub-revoked")
          const [row] = yield* sql<{
            id: number
            user_id: number
          }>`select i.id, i.user_id from external_identities i join ui_users u on u.id = i.user_id
            where u.email = ${email}`
          const top = (yield* administrator("ui_superadmin")).browser
          const path = `/api/admin/users/${row?.user_id}/identities/${row?.id}`
          assert.strictEqual((yield* Effect.promise(() => top.post(`${path}/revoke`))).status, 200)
          assert.strictEqual((yield* Effect.promise(() => browser.get("/api/me/security"))).code, "session_revoked")
          assert.strictEqual(
            (yield* world.walk(world.manual, "sub-revoked")).location,
            "/login?error=invalid_credentials&next=%2Fmanager%2Fbuckets"
          )
          assert.strictEqual((yield* Effect.promise(() => top.post(`${path}/restore`))).status, 204)
          assert.strictEqual((yield* world.walk(world.manual, "sub-revoked")).location, "/manager/buckets")
        })
    )

    it.effect(
      "deleting a provider revokes its identities, and a provider of that name later opens nothing of theirs",
      () =>
        Effect.gen(function* () {
          const email = unique("deleted")
          const world = yield* oidc([person("sub-deleted", email)])
          const { browser } = yield* world.walk(world.manual, "sub-deleted")
          const top = (yield* administrator("ui_superadmin")).browser
          const listed = (yield* Effect.promise(() => top.get("/api/admin/oidc-providers")))
            .body as unknown as ReadonlyArray<{
            id: string
            config: object
            has_secret: boolean
            identity_count: number
          }>
          const mine = listed.find(({ id }) => id === world.manual)
          assert.deepStrictEqual([mine?.has_secret, mine?.identity_count], [true, 1])
          assert.notInclude(JSON.stringify(listed), world.server.clientSecret)
          assert.strictEqual(
            (yield* Effect.promise(() => top.send("DELETE", `/api/admin/oidc-providers/${world.manual}`))).status,
            200
          )
          assert.strictEqual((yield* Effect.promise(() => browser.get("/api/me/security"))).code, "session_revoked")
          const recreated = yield* Effect.promise(() =>
            top.post("/api/admin/oidc-providers", {
              id: world.manual,
              label: "Again",
              enabled: true,
              config: mine?.config,
              client_secret: world.server.clientSecret
            })
          )
          assert.strictEqual(recreated.status, 201, recreated.text)
          assert.strictEqual(
            (yield* world.walk(world.manual, "sub-deleted")).location,
            "/login?error=invalid_credentials&next=%2Fmanager%2Fbuckets"
          )
        })
    )

    it.effect("a provider that is down says so with one code, and leaves nothing half-done", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const world = yield* oidc([person("sub-down", unique("down"))])
        const browser = new ConsoleBrowser(world.publicOrigin)
        const callback = yield* Effect.promise(async () => {
          const { body } = await browser.post(`/api/auth/oidc/${world.manual}/start`, { redirect_path: "/" })
          return world.server.signIn(body["authorization_url"], "sub-down")
        })
        yield* Effect.promise(world.server.close)
        assert.strictEqual(
          (yield* Effect.promise(() => browser.get(`${callback.pathname}${callback.search}`))).location,
          "/login?error=unavailable"
        )
        assert.deepStrictEqual(yield* sql`select 1 from external_identities where provider_id = ${world.manual}`, [])
        const top = (yield* administrator("ui_superadmin")).browser
        const listed = (yield* Effect.promise(() => top.get("/api/admin/oidc-providers")))
          .body as unknown as ReadonlyArray<{ id: string; config: object }>
        const config = listed.find(({ id }) => id === world.manual)?.config
        const report = yield* Effect.promise(() =>
          top.post("/api/admin/oidc-providers/test", { id: world.manual, config })
        )
        assert.isFalse(report.body["ok"], report.text)
      })
    )

    it.effect(
      "a test with client_secret null uses no stored secret; left out, the stored one " +
        "goes to its own address and no other",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const world = yield* oidc([person("sub-trial", unique("trial"))])
          const top = (yield* administrator("ui_superadmin")).browser
          const listed = (yield* Effect.promise(() => top.get("/api/admin/oidc-providers")))
            .body as unknown as ReadonlyArray<{ id: string; config: object }>
          const config = listed.find(({ id }) => id === world.manual)?.config
          yield* sql`update identity_providers set secret = 'v1.gone.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
            where id = ${world.manual}`
          const trial = (changes: object) =>
            Effect.promise(() => top.post("/api/admin/oidc-providers/test", { id: world.manual, config, ...changes }))
          assert.deepStrictEqual(
            [(yield* trial({ client_secret: null })).status, (yield* trial({ client_secret: "given" })).status],
            [200, 200]
          )
          assert.strictEqual((yield* trial({})).code, "unavailable")
          assert.strictEqual((yield* trial({ config: { ...config, client_id: "another" } })).status, 200)
        })
    )

    it.effect(
      "a secret whose key left the ring takes its provider away, and neither the login page nor the list with it",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const world = yield* oidc([person("sub-unread", unique("unread"))])
          yield* sql`update identity_providers set secret = 'v1.gone.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
            where id = ${world.manual}`
          const { browser } = yield* administrator("ui_superadmin")
          assert.include((yield* Effect.promise(() => browser.get("/api/auth/providers"))).text, world.manual)
          assert.include((yield* Effect.promise(() => browser.get("/api/admin/oidc-providers"))).text, world.manual)
          const start = yield* Effect.promise(() =>
            browser.post(`/api/auth/oidc/${world.manual}/start`, { redirect_path: "/" })
          )
          assert.deepStrictEqual([start.status, start.code], [503, "unavailable"])
          assert.strictEqual((yield* world.walk(world.trusted, "sub-unread")).location, "/manager/buckets")
        })
    )

    it.effect("changing a provider's address asks for its secret again; an unchanged update asks for nothing", () =>
      Effect.gen(function* () {
        const world = yield* oidc([person("sub-x", unique("x"))])
        const stale = (yield* administrator("ui_superadmin", false)).browser
        const listed = (yield* Effect.promise(() => stale.get("/api/admin/oidc-providers")))
          .body as unknown as ReadonlyArray<{ id: string; label: string; config: { issuer: string } }>
        const mine = listed.find(({ id }) => id === world.manual)
        const path = `/api/admin/oidc-providers/${world.manual}`
        const put = (browser: ConsoleBrowser, changes: object) =>
          Effect.promise(() =>
            browser.send("PUT", path, { label: mine?.label, enabled: true, config: mine?.config, ...changes })
          )
        assert.strictEqual((yield* put(stale, {})).status, 200, "unchanged")
        assert.strictEqual((yield* put(stale, { label: "Another" })).code, "step_up_required")
        const fresh = (yield* administrator("ui_superadmin")).browser
        const moved = yield* put(fresh, { config: { ...mine?.config, issuer: "https://localhost:1" } })
        assert.deepStrictEqual([moved.status, moved.body["errors"][0].path], [422, ["payload", "client_secret"]])
        assert.strictEqual((yield* put(fresh, { label: "Another" })).body["label"], "Another")
      })
    )
  })
})

requirement("slapd", slapdLack())("Federation, LDAP", () => {
  layer(World, { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    const ldap = Effect.fnUntraced(function* (changes: Partial<(typeof LdapConfig)["Encoded"]> = {}) {
      const { publicOrigin } = yield* Settings
      const slapd = yield* Effect.acquireRelease(
        Effect.promise(() => startSlapd()),
        ({ close }) => Effect.promise(close)
      )
      const id = `ldap-${crypto.randomUUID().slice(0, 8)}`
      const config = yield* Schema.decodeEffect(LdapConfig)({
        url: slapd.url,
        bind_dn: slapd.readerDn,
        base_dn: slapd.baseDn,
        ca_certificate: slapd.caPem,
        ...changes
      })
      yield* (yield* Providers).ldap.create(yield* admin, id, {
        label: "Directory",
        enabled: true,
        config,
        secret: Redacted.make(slapd.readerPassword)
      })
      const browser = new ConsoleBrowser(publicOrigin)
      const login = (username: string, password: string, at = browser) =>
        Effect.promise(() => at.post(`/api/auth/login/ldap/${id}`, { username, password }))
      return { slapd, id, login, browser, publicOrigin }
    })

    it.effect(
      "rule 2: over LDAPS an unknown person becomes an account without rights, and a wrong password is nobody",
      () =>
        Effect.gen(function* () {
          const { browser, login } = yield* ldap()
          assert.strictEqual((yield* login("ada", "not her password")).code, "invalid_credentials")
          assert.strictEqual((yield* login("nobody", "x")).code, "invalid_credentials")
          assert.strictEqual((yield* login("*", "ada's password")).code, "invalid_credentials")
          const answer = yield* login("ada", "ada's password")
          assert.deepStrictEqual([answer.status, answer.body["next"]], [200, "ready"], answer.text)
          assert.strictEqual((yield* Effect.promise(() => browser.session()))["user"].role, "ui_none")
        })
    )

    it.effect(
      "rule 3: an e-mail that is taken waits for an administrator; under trusted_email it links by itself",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const target = yield* somebody()
          yield* sql`update ui_users set email = 'grace@example.org' where id = ${target.user.id}`
          const manual = yield* ldap()
          assert.deepStrictEqual(
            (({ code, status }) => [status, code])(yield* manual.login("grace", "grace's password")),
            [403, "link_pending"]
          )
          const trusted = yield* ldap({ linking_policy: "trusted_email", trusted_domains: ["example.org"] })
          assert.strictEqual((yield* trusted.login("grace", "grace's password")).status, 200)
          assert.deepStrictEqual(yield* rowsOf(target.user.id), [{ provider_id: trusted.id }])
        })
    )

    it.effect(
      "ten failures in five minutes lock a name, not the directory, and a server that is down is not a wrong password",
      () =>
        Effect.gen(function* () {
          const { login, slapd } = yield* ldap()
          for (let failure = 0; failure < 10; failure++) yield* login("twin-1", "wrong")
          assert.strictEqual((yield* login("twin-1", "twin's password")).status, 429)
          yield* (yield* SqlClient.SqlClient)`delete from rate_limits`
          assert.strictEqual((yield* login("twin-1", "twin's password")).status, 200)
          yield* Effect.promise(slapd.close)
          const down = yield* login("ada", "ada's password")
          assert.deepStrictEqual([down.status, down.code], [503, "unavailable"])
          assert.notInclude(down.text, "localhost")
        })
    )
  })
})

check("rule 3 as a table: nothing but the one safe match links by itself", () => {
  const trusted = { linking_policy: "trusted_email" as const, trusted_domains: ["example.org"] }
  const safe = { role: "ui_user" as const, isActive: true, hasPassword: true, hasIdentity: false }
  const identity = { email: "a@Example.org", emailVerified: true }
  assert.strictEqual(linkDecision(trusted, identity, safe)._tag, "Link")
  assert.strictEqual(linkDecision(trusted, identity, { ...safe, role: "ui_none" })._tag, "Link")
  const unsafe = [
    linkDecision({ ...trusted, linking_policy: "manual" }, identity, safe),
    linkDecision(trusted, { ...identity, emailVerified: false }, safe),
    ...["a@sub.example.org", "a@example.org.evil", "a@evil.org", "example.org@evil", "a@notexample.org"].map((email) =>
      linkDecision(trusted, { ...identity, email }, safe)
    ),
    linkDecision({ ...trusted, trusted_domains: [] }, identity, safe),
    ...[
      { role: "ui_admin" as const },
      { role: "ui_superadmin" as const },
      { isActive: false },
      { hasPassword: false },
      { hasIdentity: true }
    ].map((change) => linkDecision(trusted, identity, { ...safe, ...change }))
  ]
  for (const decision of unsafe) assert.strictEqual(decision._tag, "Ask")
  assert.strictEqual(linkDecision(trusted, identity, null)._tag, "Create")
})

const configured = Effect.gen(function* () {
  const config = yield* Schema.decodeEffect(OidcConfig)({ issuer: "https://login.example.org", client_id: "stowage" })
  return [{ id: "from-outside", label: "From outside", config, client_secret: Redacted.make("a configured secret") }]
}).pipe(Effect.orDie)

layer(Layer.unwrap(Effect.map(configured, (entries) => WholeService({ providers: { oidc: entries, ldap: [] } }))), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("Federation, providers of the environment", (it) => {
  it.effect("are offered and shown without their secret, and nobody changes, doubles or deletes them here", () =>
    Effect.gen(function* () {
      const { browser } = yield* administrator("ui_superadmin")
      const offered = yield* Effect.promise(() => browser.get("/api/auth/providers"))
      assert.include(offered.text, "From outside")
      const listed = yield* Effect.promise(() => browser.get("/api/admin/oidc-providers"))
      const [shown] = listed.body as unknown as ReadonlyArray<{ source: string; has_secret: boolean; config: object }>
      assert.deepStrictEqual([shown?.source, shown?.has_secret], ["environment", true])
      assert.notInclude(listed.text, "a configured secret")
      const body = { label: "X", enabled: false, config: shown?.config }
      assert.strictEqual(
        (yield* Effect.promise(() => browser.send("PUT", "/api/admin/oidc-providers/from-outside", body))).code,
        "state_conflict"
      )
      assert.strictEqual(
        (yield* Effect.promise(() => browser.send("DELETE", "/api/admin/oidc-providers/from-outside"))).code,
        "state_conflict"
      )
      assert.strictEqual(
        (yield* Effect.promise(() => browser.post("/api/admin/oidc-providers", { id: "from-outside", ...body }))).code,
        "already_exists"
      )
    })
  )
})

import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import type { UiRole } from "#domain/platform/access/Caller.ts"
import { cookieNames } from "#http/sessionCookies.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { Users } from "#services/identity/users/Users.ts"
import { somebody } from "../rules/people.ts"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { startSilentServer, startSmtpServer, type SmtpOptions } from "../support/smtpServer.ts"
import { certificateAuthority, opensslLack } from "../support/certificates.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"

const secret = "smtp-canary-9Xq7"

const inBrowser = Effect.fnUntraced(function* (role: UiRole, verified = true) {
  const { publicOrigin } = yield* Settings
  const record = yield* somebody(role)
  const opened = yield* (yield* Sessions).open(record, verified ? yield* DateTime.now : null)
  const browser = new ConsoleBrowser(publicOrigin)
  browser.enter({ [cookieNames.access]: Redacted.value(opened.access) }, opened.csrf)
  return { browser, record }
})

const path = "/api/admin/settings"
const anew = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`update application_settings set settings = '{}', version = 1`
)

const png =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
const svg = `data:image/svg+xml;base64,${btoa("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")}`

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })("the application settings", (it) => {
  it.effect("are one document with defaults; what is left out of a change stays", () =>
    Effect.gen(function* () {
      yield* anew
      const { browser } = yield* inBrowser("ui_superadmin")
      const before = yield* Effect.promise(() => browser.get(path))
      assert.strictEqual(before.status, 200, before.text)
      assert.deepStrictEqual(before.body, {
        version: 1,
        general: { quota_alerts_enabled: true, usage_history_enabled: true, bucket_usage_stats_enabled: true },
        require_passkey_for_admins: true,
        require_passkey_for_users: false,
        quota_notifications: {
          smtp_host: null,
          smtp_port: 587,
          smtp_security: "starttls",
          smtp_username: null,
          sender_address: null,
          sender_name: "",
          has_password: false
        },
        branding: { name: "Stowage", color: null, logo: null, login_note: null },
        locked: [],
        quota_alert_threshold_percent: 85,
        updated_at: null
      })
      const after = yield* Effect.promise(() =>
        browser.send("PUT", path, {
          version: 1,
          branding: { name: " Depot ", login_note: "Line one\nLine <b>two</b>" },
          portal: { allow_private_storage_space_create: true }
        })
      )
      assert.strictEqual(after.status, 200, after.text)
      assert.strictEqual(after.body["version"], 2)
      assert.deepStrictEqual(after.body["branding"], {
        name: "Depot",
        color: null,
        logo: null,
        login_note: "Line one\nLine <b>two</b>"
      })
      assert.deepStrictEqual(after.body["portal"], {
        enabled: false,
        allow_private_storage_space_create: true,
        access_logs_enabled: false,
        requests_enabled: true
      })
      assert.strictEqual(after.body["general"].quota_alerts_enabled, true)
      const without = yield* Effect.promise(() => browser.send("PUT", path, { portal: null }))
      assert.notProperty(without.body, "portal")
      const same = yield* Effect.promise(() => browser.send("PUT", path, { branding: { name: "Depot" } }))
      assert.strictEqual(same.body["version"], without.body["version"], "nothing changed, so the version stays")
    })
  )

  it.effect("two administrators: the second hears stale_plan, and nothing is lost", () =>
    Effect.gen(function* () {
      yield* anew
      const { browser } = yield* inBrowser("ui_superadmin")
      const other = yield* inBrowser("ui_superadmin")
      const {
        body: { version }
      } = yield* Effect.promise(() => browser.get(path))
      const answers = yield* Effect.promise(() =>
        Promise.all([
          browser.send("PUT", path, { version, branding: { name: "First" } }),
          other.browser.send("PUT", path, { version, branding: { login_note: "Second" } })
        ])
      )
      assert.deepStrictEqual(answers.map(({ code, status }) => `${status} ${code}`.trim()).sort(), [
        "200",
        "409 stale_plan"
      ])
    })
  )

  it.effect(
    "only super administrators write; a change of who must have a passkey wants one, other changes and the " +
      "same again do not",
    () =>
      Effect.gen(function* () {
        yield* anew
        const admin = yield* inBrowser("ui_admin")
        assert.strictEqual((yield* Effect.promise(() => admin.browser.get(path))).status, 200)
        assert.strictEqual(
          (yield* Effect.promise(() => admin.browser.send("PUT", path, { branding: { name: "Mine" } }))).code,
          "forbidden"
        )
        assert.strictEqual(
          (yield* Effect.promise(() => admin.browser.post(`${path}/quota-notifications/test-email`))).code,
          "forbidden"
        )
        const person = yield* inBrowser("ui_user")
        assert.strictEqual((yield* Effect.promise(() => person.browser.get(path))).status, 403)
        const unproven = yield* inBrowser("ui_superadmin", false)
        assert.strictEqual(
          (yield* Effect.promise(() => unproven.browser.send("PUT", path, { require_passkey_for_users: true }))).code,
          "step_up_required"
        )
        assert.strictEqual(
          (yield* Effect.promise(() => unproven.browser.send("PUT", path, { require_passkey_for_users: false })))
            .status,
          200
        )
        assert.strictEqual(
          (yield* Effect.promise(() =>
            unproven.browser.send("PUT", path, { general: { quota_alerts_enabled: false } })
          )).status,
          200
        )
        const proven = yield* inBrowser("ui_superadmin")
        assert.strictEqual(
          (yield* Effect.promise(() => proven.browser.send("PUT", path, { require_passkey_for_users: true }))).status,
          200
        )
        assert.deepStrictEqual(yield* (yield* Users).passkeyPolicy, { requireForAdmins: true, requireForUsers: true })
        const older = yield* Effect.promise(() => proven.browser.get("/api/admin/settings/authentication"))
        assert.deepStrictEqual(older.body, { require_passkey_for_admins: true, require_passkey_for_users: true })
      })
  )

  const refusedInput: ReadonlyArray<readonly [title: string, body: object, path: string]> = [
    ["an unknown section", { generals: {} }, "payload.generals"],
    ["an unknown setting", { general: { quota_alerts: true } }, "payload.general.quota_alerts"],
    [
      "0093: allow_portal_key",
      { portal: { allow_private_storage_space_create: true, allow_portal_key: true } },
      "payload.portal.allow_portal_key"
    ],
    [
      "0099: allow_portal_user_bucket_create",
      { portal: { allow_portal_user_bucket_create: true } },
      "payload.portal.allow_portal_user_bucket_create"
    ],
    [
      "0099: bucket_access_policy",
      { portal: { allow_private_storage_space_create: true, bucket_access_policy: {} } },
      "payload.portal.bucket_access_policy"
    ],
    [
      "0099: iam_group_manager_policy",
      { portal: { allow_private_storage_space_create: true, iam_group_manager_policy: {} } },
      "payload.portal.iam_group_manager_policy"
    ],
    [
      "0099: iam_group_user_policy",
      { portal: { allow_private_storage_space_create: true, iam_group_user_policy: {} } },
      "payload.portal.iam_group_user_policy"
    ],
    ["a null section", { general: null }, "payload.general"],
    ["a wrong type", { general: { quota_alerts_enabled: "yes" } }, "payload.general.quota_alerts_enabled"],
    [
      "a password in the document",
      { quota_notifications: { password: secret } },
      "payload.quota_notifications.password"
    ],
    ["a port that is none", { quota_notifications: { smtp_port: 70_000 } }, "payload.quota_notifications.smtp_port"],
    [
      "a host with a line break",
      { quota_notifications: { smtp_host: "mail.example.org\r\nRCPT TO:<eve@example.org>" } },
      "payload.quota_notifications.smtp_host"
    ],
    [
      "a sender with a line break",
      { quota_notifications: { sender_name: "Stowage\r\nBcc: eve@example.org" } },
      "payload.quota_notifications.sender_name"
    ],
    [
      "an address with a line break",
      { quota_notifications: { sender_address: "a@example.org\r\nBcc: eve@example.org" } },
      "payload.quota_notifications.sender_address"
    ],
    ["a name with a line break", { branding: { name: "Stow\nage" } }, "payload.branding.name"],
    ["an empty name", { branding: { name: "  " } }, "payload.branding.name"],
    ["a note with NUL", { branding: { login_note: "a\0b" } }, "payload.branding.login_note"],
    ["a note of 1,001 characters", { branding: { login_note: "x".repeat(1001) } }, "payload.branding.login_note"],
    ["a colour by name", { branding: { color: "red;}body{display:none" } }, "payload.branding.color"],
    ["an SVG logo", { branding: { logo: svg } }, "payload.branding.logo"],
    ["an SVG that calls itself PNG", { branding: { logo: svg.replace("svg+xml", "png") } }, "payload.branding.logo"],
    ["a PNG that calls itself WebP", { branding: { logo: png.replace("png", "webp") } }, "payload.branding.logo"],
    [
      "a logo of 65 KiB",
      {
        branding: {
          logo: `data:image/png;base64,${Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(65 * 1024)]).toString("base64")}`
        }
      },
      "payload.branding.logo"
    ],
    ["a logo elsewhere", { branding: { logo: "https://example.org/logo.png" } }, "payload.branding.logo"],
    [
      "a user name in clear",
      { quota_notifications: { smtp_username: "ada", smtp_security: "none" } },
      "payload.quota_notifications.smtp_security"
    ]
  ]
  for (const [title, body, at] of refusedInput) {
    it.effect(`refuses ${title} with its path, and changes nothing`, () =>
      Effect.gen(function* () {
        const { browser } = yield* inBrowser("ui_superadmin")
        const before = yield* Effect.promise(() => browser.get(path))
        const answer = yield* Effect.promise(() => browser.send("PUT", path, body))
        assert.strictEqual(`${answer.status} ${answer.code}`, "422 validation_failed", answer.text)
        assert.isTrue(
          answer.body["errors"].some(({ path }: { path: ReadonlyArray<string> }) => path.join(".") === at),
          answer.text
        )
        assert.deepStrictEqual((yield* Effect.promise(() => browser.get(path))).body, before.body)
      })
    )
  }

  it.effect(
    "the logo is served as what it is, with a policy under which it can do nothing, " +
      "and each under an address of its own",
    () =>
      Effect.gen(function* () {
        yield* anew
        const { browser } = yield* inBrowser("ui_superadmin")
        const { publicOrigin } = yield* Settings
        const saved = yield* Effect.promise(() =>
          browser.send("PUT", path, { branding: { name: "Depot", color: "#0f7a3d", logo: png } })
        )
        assert.strictEqual(saved.body["branding"].logo, png, "what was saved can be saved again as it is")
        const stranger = new ConsoleBrowser(publicOrigin)
        // the process gets its own change by the database as all others do
        const branding = yield* Effect.promise(async () => {
          for (;;) {
            const { body } = await stranger.get("/api/branding")
            if (body["name"] === "Depot") return body
          }
        })
        assert.deepStrictEqual(Object.keys(branding).sort(), ["color", "login_note", "logo_url", "name"])
        const logo = yield* Effect.promise(() => fetch(publicOrigin + branding["logo_url"]))
        assert.strictEqual(logo.status, 200)
        assert.strictEqual(logo.headers.get("content-type"), "image/png")
        assert.strictEqual(logo.headers.get("content-security-policy"), "default-src 'none'; sandbox")
        assert.strictEqual(logo.headers.get("x-content-type-options"), "nosniff")
        assert.strictEqual(
          Buffer.from(yield* Effect.promise(() => logo.arrayBuffer())).toString("base64"),
          png.split(",")[1]
        )
        for (const other of [
          "/api/branding/logo/99999",
          "/api/branding/logo/0",
          "/api/branding/logo/%zz",
          "/api/branding/logo/..%2f..%2f"
        ]) {
          assert.include([400, 404, 422], (yield* Effect.promise(() => fetch(publicOrigin + other))).status, other)
        }
        const page = yield* Effect.promise(async () => (await fetch(`${publicOrigin}/login`)).text())
        assert.match(page, /<title[^>]*>Sign in · Depot<\/title>/)
        assert.include(page, branding["logo_url"])
        assert.match(
          page,
          /<style id="brand-style" nonce="[^"]+">:root\{--accent:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\)/
        )
      })
  )

  it.effect("whoever has them open hears of a change, whichever process made it", () =>
    Effect.gen(function* () {
      yield* anew
      const { browser } = yield* inBrowser("ui_superadmin")
      const { publicOrigin } = yield* Settings
      const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ")
      const reading = yield* Effect.promise(async () => {
        const stopped = new AbortController()
        const answer = await fetch(`${publicOrigin}${path}/stream`, { headers: { cookie }, signal: stopped.signal })
        assert.strictEqual(answer.status, 200)
        const reader = answer.body!.getReader()
        let text = ""
        const until = async (wanted: RegExp) => {
          while (!wanted.test(text)) {
            const { done, value } = await reader.read()
            if (done) throw new Error(`the stream ended: ${text}`)
            text += new TextDecoder().decode(value)
          }
        }
        await until(/event: version\ndata: \{"version":\d+\}/)
        return { until, stop: () => stopped.abort() }
      })
      yield* (yield* SqlClient.SqlClient)`update application_settings
        set settings = '{"branding": {"name": "Elsewhere"}}'`
      const now = yield* Effect.promise(() => browser.get(path))
      yield* Effect.promise(() => reading.until(new RegExp(`"version":${now.body["version"]}\\}`)))
      reading.stop()
    })
  )

  it.effect(
    "0082: a document in the database that is no such document is a fault of the installation, not a default",
    () =>
      Effect.gen(function* () {
        const { browser } = yield* inBrowser("ui_superadmin")
        yield* (yield* SqlClient.SqlClient)`update application_settings set settings = '{"branding": {"name": 7}}'`
        assert.strictEqual((yield* Effect.promise(() => browser.get(path))).status, 500)
        yield* anew
      })
  )

  it.effect("call to a removed route: /admin/stats/overview is 404", () =>
    Effect.gen(function* () {
      const { browser } = yield* inBrowser("ui_superadmin")
      assert.strictEqual((yield* Effect.promise(() => browser.get("/api/admin/stats/overview"))).code, "not_found")
    })
  )
})

const tried = Effect.fnUntraced(function* (options: SmtpOptions, smtp: object) {
  yield* anew
  yield* (yield* SqlClient.SqlClient)`delete from rate_limits`
  const server = yield* Effect.acquireRelease(
    Effect.promise(() => startSmtpServer(options)),
    ({ close }) => Effect.promise(close)
  )
  const { browser, record } = yield* inBrowser("ui_superadmin")
  const saved = yield* Effect.promise(() =>
    browser.send("PUT", path, {
      branding: { name: "Depot <b>" },
      quota_notifications: {
        smtp_host: "localhost",
        smtp_port: server.port,
        smtp_security: "none",
        sender_address: "depot@example.org",
        ...smtp
      }
    })
  )
  assert.strictEqual(saved.status, 200, saved.text)
  const answer = yield* Effect.promise(() => browser.post(`${path}/quota-notifications/test-email`))
  assert.notInclude(answer.text, secret)
  return { answer, mails: server.mails, email: record.user.email }
})

const mailWorld = WholeService({
  mail: { password: Option.some(Redacted.make(secret)), allowedHosts: ["localhost", "mail.invalid"] },
  outbound: { oidcHosts: [], ldapHosts: [], privateHosts: ["localhost"] }
})

layer(mailWorld, { excludeTestServices: true, timeout: "180 seconds" })("the test e-mail", (it) => {
  it.effect("arrives at the address of the signed-in superadmin, as text and as HTML, with everything escaped", () =>
    Effect.gen(function* () {
      const { answer, email, mails } = yield* tried({}, {})
      assert.strictEqual(answer.status, 200, answer.text)
      assert.deepStrictEqual(answer.body, {
        delivered: true,
        recipient: email,
        summary: `The mail server took the e-mail to ${email}`,
        next: null
      })
      assert.lengthOf(mails, 1)
      const mail = mails[0] ?? ""
      assert.match(mail, new RegExp(`^To: ${email}\\r$`, "m"))
      assert.match(mail, /^From: "?Depot <b>"? <depot@example\.org>\r$/m)
      assert.match(mail, /Content-Type: text\/plain/)
      assert.match(mail, /Content-Type: text\/html/)
      assert.include(mail.replaceAll("=\r\n", ""), "Depot &lt;b&gt;")
      const [entry] = yield* (yield* SqlClient.SqlClient)`select status, metadata from audit_logs
          where action = 'application_settings.test_email' order by id desc limit 1`
      assert.deepInclude(entry as object, { status: "success" })
      assert.notInclude(JSON.stringify(entry), secret)
    })
  )

  it.effect("is 409 while the settings are not complete", () =>
    Effect.gen(function* () {
      yield* anew
      const { browser } = yield* inBrowser("ui_superadmin")
      const answer = yield* Effect.promise(() => browser.post(`${path}/quota-notifications/test-email`))
      assert.strictEqual(`${answer.status} ${answer.code}`, "409 state_conflict", answer.text)
    })
  )

  const failures: ReadonlyArray<readonly [title: string, options: SmtpOptions, smtp: object, summary: RegExp]> = [
    [
      "550 for the recipient",
      { refuses: "recipient" },
      {},
      /^localhost does not take e-mails for this recipient \(550\)$/
    ],
    [
      "550 for the sender",
      { refuses: "sender" },
      {},
      /^localhost does not take e-mails from this sender address \(550\)$/
    ],
    [
      "no STARTTLS where it is asked for",
      {},
      { smtp_security: "starttls" },
      /^localhost does not speak TLS as it was asked to$/
    ],
    ["no TLS where it is asked for", {}, { smtp_security: "tls" }, /^localhost does not speak TLS as it was asked to$/],
    ["nobody at the port", {}, { smtp_port: 1 }, /^localhost refused the connection$/],
    [
      "a host that is not listed",
      {},
      { smtp_host: "mail.elsewhere.example" },
      /^mail\.elsewhere\.example is not on SMTP_ALLOWED_HOSTS$/
    ],
    ["an address in place of a host", {}, { smtp_host: "127.0.0.1" }, /^127\.0\.0\.1 is not on SMTP_ALLOWED_HOSTS$/],
    ["a host that does not exist", {}, { smtp_host: "mail.invalid" }, /^There is no host mail\.invalid$/]
  ]
  for (const [title, options, smtp, summary] of failures) {
    it.effect(`tells in one sentence: ${title}`, () =>
      Effect.gen(function* () {
        const { answer, mails } = yield* tried(options, smtp)
        assert.strictEqual(answer.status, 200, answer.text)
        assert.strictEqual(answer.body["delivered"], false)
        assert.match(answer.body["summary"], summary)
        assert.lengthOf(mails, 0)
      })
    )
  }

  it.effect("a server that hangs ends the attempt in bounded time, whenever it does", () =>
    Effect.gen(function* () {
      for (const greeting of ["", "220 hello\r\n"]) {
        const server = yield* Effect.acquireRelease(
          Effect.promise(() => startSilentServer(greeting)),
          ({ close }) => Effect.promise(close)
        )
        const began = performance.now()
        const { answer } = yield* tried({}, { smtp_port: server.port })
        assert.strictEqual(answer.body["summary"], "localhost did not answer in time")
        assert.isBelow(performance.now() - began, 25_000)
      }
    })
  )

  it.effect("ten tries in five minutes, then 429", () =>
    Effect.gen(function* () {
      yield* anew
      const { browser } = yield* inBrowser("ui_superadmin")
      yield* Effect.promise(() =>
        browser.send("PUT", path, {
          quota_notifications: {
            smtp_host: "localhost",
            smtp_port: 1,
            smtp_security: "none",
            sender_address: "a@example.org"
          }
        })
      )
      const answers = yield* Effect.promise(async () => {
        const codes: Array<string> = []
        for (let at = 0; at < 11; at++) codes.push((await browser.post(`${path}/quota-notifications/test-email`)).code)
        return codes
      })
      assert.strictEqual(answers[9], "")
      assert.strictEqual(answers[10], "rate_limited")
    })
  )
})

requirement("openssl", opensslLack())("the test e-mail, encrypted", () => {
  layer(mailWorld, { excludeTestServices: true, timeout: "120 seconds" })("over TLS", (it) => {
    it.effect("tells a wrong password (535) and a certificate that nobody trusts; delivers over TLS and STARTTLS", () =>
      Effect.gen(function* () {
        const authority = certificateAuthority(yield* temporaryFolder())
        const { certificate: cert, key } = authority.issue("localhost")
        const ways = [
          ["start", "tls"],
          ["later", "starttls"]
        ] as const
        for (const [from, smtp_security] of ways) {
          const { answer, mails } = yield* tried(
            { tls: { key, cert, from }, users: { ada: secret } },
            { smtp_security, smtp_username: "ada" }
          )
          assert.strictEqual(answer.body["summary"], "The certificate of localhost is not trusted", answer.text)
          assert.lengthOf(mails, 0)
        }
        const before = getCACertificates("default")
        yield* Effect.acquireRelease(
          Effect.sync(() => setDefaultCACertificates([...before, authority.certificate])),
          () => Effect.sync(() => setDefaultCACertificates(before))
        )
        for (const [from, smtp_security] of ways) {
          const { answer, mails } = yield* tried(
            { tls: { key, cert, from }, users: { ada: secret } },
            { smtp_security, smtp_username: "ada" }
          )
          assert.strictEqual(answer.body["delivered"], true, answer.text)
          assert.lengthOf(mails, 1)
          const wrong = yield* tried(
            { tls: { key, cert, from }, users: { ada: "another" } },
            { smtp_security, smtp_username: "ada" }
          )
          assert.strictEqual(wrong.answer.body["summary"], "localhost refused the user name or the password (535)")
          assert.notInclude(wrong.answer.text, "secret words", "what the server writes is not repeated")
        }
      })
    )
  })
})

const lockedWorld = WholeService({
  applicationSettings: [
    { path: "branding.name", variable: "BRANDING_NAME", value: "Fixed" },
    { path: "require_passkey_for_admins", variable: "REQUIRE_PASSKEY_FOR_ADMINS", value: false }
  ]
})

layer(lockedWorld, { excludeTestServices: true, timeout: "120 seconds" })(
  "settings that the environment fixes",
  (it) => {
    it.effect(
      "are what it says, shown with their variable, and refused when they are sent otherwise; the same may be sent",
      () =>
        Effect.gen(function* () {
          const { browser } = yield* inBrowser("ui_superadmin")
          const { body } = yield* Effect.promise(() => browser.get(path))
          assert.deepStrictEqual(body["locked"], [
            { path: "branding.name", variable: "BRANDING_NAME" },
            { path: "require_passkey_for_admins", variable: "REQUIRE_PASSKEY_FOR_ADMINS" }
          ])
          assert.strictEqual(body["branding"].name, "Fixed")
          assert.deepStrictEqual(yield* (yield* Users).passkeyPolicy, {
            requireForAdmins: false,
            requireForUsers: false
          })
          const refused = yield* Effect.promise(() =>
            browser.send("PUT", path, { branding: { name: "Other", login_note: "x" } })
          )
          assert.strictEqual(refused.status, 422)
          assert.deepStrictEqual(refused.body["errors"], [
            {
              path: ["payload", "branding", "name"],
              message: "BRANDING_NAME fixes this setting: change it in the environment of the service"
            }
          ])
          const older = yield* Effect.promise(() =>
            browser.send("PUT", "/api/admin/settings/authentication", {
              require_passkey_for_admins: true,
              require_passkey_for_users: false
            })
          )
          assert.strictEqual(older.status, 422, older.text)
          const saved = yield* Effect.promise(() =>
            browser.send("PUT", path, { branding: { name: "Fixed", login_note: "x" } })
          )
          assert.strictEqual(saved.status, 200, saved.text)
          const [row] = yield* (yield* SqlClient.SqlClient)`select settings -> 'branding' ->> 'name' as name,
              settings -> 'branding' ->> 'login_note' as note from application_settings`
          assert.deepStrictEqual(
            { ...row },
            { name: "Stowage", note: "x" },
            "the environment's word is not kept as if it had been said here"
          )
        })
    )
  }
)

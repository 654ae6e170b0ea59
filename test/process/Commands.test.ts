import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { text } from "node:stream/consumers"
import { afterAll } from "vitest"
import { runStowage, stowageProcess } from "../support/cli.ts"
import { dumpOf } from "../support/dump.ts"
import { endWithUs } from "../support/endWithUs.ts"
import { inheritedEnv } from "../support/inheritedEnv.ts"
import { startService } from "../support/ServiceProcess.ts"
import { cipherWith, newKey, seedCredentials, storedCells, write } from "../support/storedCredentials.ts"
import { startHostileProvider } from "../support/oidc/hostileProvider.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

const dataDir = mkdtempSync(path.join(tmpdir(), "stowage-commands-"))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const password = "correct horse battery staple"
const ada = ["create-first-admin", "--email", "ada@example.org", "--full-name", "Ada Lovelace"]

const environment = Effect.map(TestDatabase.url, (url) => ({ DATABASE_URL: url, DATA_DIR: dataDir }))

const runBy = (program: typeof runStowage) =>
  Effect.fnUntraced(function* (args: ReadonlyArray<string>, input = "", more: Record<string, string> = {}) {
    const env = yield* environment
    return yield* Effect.promise(() => program(args, { ...env, ...more }, input))
  })
const run = runBy(runStowage)
const runProcess = runBy(stowageProcess)

const slow = { timeout: "60 seconds", excludeTestServices: true } as const
const minutes = 120_000

layer(TestDatabase.layer, slow)("standard output that takes nothing", (it) => {
  it.effect(
    "makes a command fail, in one line where a disk is full, and in none where its reader has gone",
    () =>
      Effect.gen(function* () {
        const url = yield* TestDatabase.url
        const into = (output: number | "pipe") => {
          const child = spawn(process.execPath, ["layers/commands/main.ts", "export"], {
            cwd: path.resolve(import.meta.dirname, "../.."),
            env: { ...inheritedEnv, DATABASE_URL: url, DATA_DIR: dataDir },
            stdio: ["ignore", output, "pipe"]
          })
          endWithUs(child)
          child.stdout?.destroy()
          return Effect.promise(async () => {
            const [said, [status]] = await Promise.all([text(child.stderr!), once(child, "exit")])
            return [status, said]
          })
        }
        const full = openSync("/dev/full", "w")
        const [status, said] = yield* into(full)
        closeSync(full)
        assert.strictEqual(status, 1)
        assert.match(said, /^stowage: standard output could not be written: .*no space.*$/m)
        assert.deepStrictEqual(yield* into("pipe"), [1, ""])
      }),
    minutes
  )
})

layer(TestDatabase.empty, slow)("a database without tables", (it) => {
  it.effect(
    "is refused by every operator command, in one line that names what mends it",
    () =>
      Effect.gen(function* () {
        for (const args of [ada, ["recover-superadmin"], ["preflight"], ["rotate-credentials"], ["verify-audit"]]) {
          const { status, stderr, stdout } = yield* run(args, `${password}\n`)
          assert.deepStrictEqual([status, stdout], [1, ""], args[0])
          assert.match(stderr, /^stowage: the database is at schema version 0, this build needs \d+: stowage migrate$/m)
        }
      }),
    minutes
  )
})

layer(TestDatabase.layer, slow)("the first administrator and their recovery", (it) => {
  it.effect(
    "a bad e-mail address, name or password is refused in one line, without the password",
    () =>
      Effect.gen(function* () {
        const before = yield* dumpOf
        const attempts: ReadonlyArray<readonly [ReadonlyArray<string>, string, RegExp]> = [
          [["create-first-admin", "--email", "ada", "--full-name", "Ada"], password, /^stowage: --email: .+\n$/],
          [
            ["create-first-admin", "--email", "ada@example.org", "--full-name", "  "],
            password,
            /^stowage: --full-name: .+\n$/
          ],
          [ada, "canary-11ch", /^stowage: password: .+\n$/],
          [ada, "", /^stowage: no answer: nothing was changed\n$/]
        ]
        for (const [args, typed, refusal] of attempts) {
          const { status, stderr, stdout } = yield* run(args, typed === "" ? "" : `${typed}\n`)
          assert.deepStrictEqual([status, stdout], [1, ""])
          assert.match(stderr, refusal)
          assert.notInclude(stderr, "canary")
        }
        assert.strictEqual(yield* dumpOf, before)
      }),
    minutes
  )

  it.effect(
    "is created with the password from standard input, as the sole superadmin with every registered context",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        // a link needs a maker, and there is no user
        yield* seedCredentials(newKey(), 1, false)
        const { status, stderr, stdout } = yield* runProcess(ada, `${password}\n`)
        assert.deepStrictEqual([status, stderr], [0, ""])
        assert.match(stdout, /^Created the first administrator ada@example\.org/)
        assert.deepStrictEqual(yield* sql`select email, full_name, role, is_active from ui_users`, [
          { email: "ada@example.org", full_name: "Ada Lovelace", role: "ui_superadmin", is_active: true }
        ] as never)
        assert.deepStrictEqual(
          yield* sql`select count(*)::int as count from user_associations where manager_role = 'account_administrator'`,
          [{ count: 2 }] as never
        )
        assert.deepStrictEqual(
          yield* sql`select actor_via, entity_label from audit_logs where action = 'setup.complete'`,
          [{ actor_via: "operator", entity_label: "ada@example.org" }] as never
        )
        assert.notInclude(yield* dumpOf, password)
      }),
    minutes
  )

  it.effect(
    "a wrong phrase leaves everything as it was, byte for byte, and exits with 1",
    () =>
      Effect.gen(function* () {
        const before = yield* dumpOf
        for (const phrase of ["yes", "recover Ada@example.org"]) {
          const { status, stderr, stdout } = yield* run(["recover-superadmin"], `${phrase}\n`)
          assert.strictEqual(status, 1)
          assert.include(stdout, "Ada Lovelace <ada@example.org>")
          assert.notInclude(stdout, "Done")
          assert.match(stderr, /nothing was changed\n$/)
        }
        const silent = yield* runProcess(["recover-superadmin"])
        assert.deepStrictEqual([silent.status, silent.stderr], [1, "stowage: no answer: nothing was changed\n"])
        assert.strictEqual(yield* dumpOf, before)
      }),
    minutes
  )

  it.effect(
    "the right phrase ends the sessions of a running service, and the audit trail says who was recovered",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const env = yield* environment
        // so that a password alone opens a session
        yield* sql`update application_settings set settings = '{"require_passkey_for_admins": false}'`
        const service = yield* Effect.acquireRelease(
          Effect.promise(() =>
            startService({ dataDir, env: { ...env, ACCEPT_LOST_CREDENTIALS: "true", SANDBOX_GATEWAY: "false" } })
          ),
          ({ stop }) => Effect.promise(() => stop())
        )
        const { cookie, next } = yield* Effect.promise(async () => {
          const answer = await fetch(`${service.origin}/api/auth/login`, {
            method: "POST",
            headers: { origin: service.origin, "content-type": "application/json" },
            body: JSON.stringify({ email: "ada@example.org", password })
          })
          const cookie = answer.headers
            .getSetCookie()
            .map((line) => line.split(";")[0])
            .join("; ")
          return { cookie, next: ((await answer.json()) as { readonly next: string }).next }
        })
        assert.strictEqual(next, "ready")
        const whoAmI = Effect.promise(async () => {
          const answer = await fetch(`${service.origin}/api/auth/session`, { headers: { cookie } })
          return (await answer.json()) as { readonly authenticated: boolean }
        })
        assert.isTrue((yield* whoAmI).authenticated)
        const [before] = yield* sql<{ version: number }>`select auth_version as version from ui_users`
        const { status, stderr, stdout } = yield* run(["recover-superadmin"], "recover ada@example.org\n")
        assert.deepStrictEqual([status, stderr], [0, ""])
        assert.match(stdout, /Done: .*1 session and 0 API tokens ended\./)
        assert.include(stdout, "The next sign-in follows the passkey policy")
        assert.isFalse((yield* whoAmI).authenticated)
        const [after] = yield* sql<{ version: number }>`select auth_version as version from ui_users`
        assert.isAbove(after?.version ?? 0, before?.version ?? 0)
        assert.deepStrictEqual(
          yield* sql`select actor_via, entity_label from audit_logs where action = 'superadmin.recover'`,
          [{ actor_via: "operator", entity_label: "ada@example.org" }] as never
        )
      }).pipe(Effect.scoped),
    minutes
  )

  it.effect(
    "setup is closed for ever, also when nobody is left",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const eve = ["create-first-admin", "--email", "eve@example.org", "--full-name", "Eve"]
        const refusal = { status: 1, stdout: "", stderr: "stowage: The first administrator exists: setup is closed\n" }
        assert.deepStrictEqual(yield* run(eve, `${password}\n`), refusal)
        yield* sql`delete from ui_users`
        const before = yield* dumpOf
        assert.deepStrictEqual(yield* run(eve, `${password}\n`), refusal)
        assert.strictEqual(yield* dumpOf, before)
      }),
    minutes
  )
})

layer(TestDatabase.layer, slow)("preflight", (it) => {
  const configured = {
    OIDC_PROVIDERS: JSON.stringify([
      { id: "a", label: "A", config: { issuer: "https://login.example.org/realms/a", client_id: "c" } },
      { id: "b", label: "B", config: { issuer: "https://sso.corp.example.org", client_id: "c" } }
    ]),
    LDAP_PROVIDERS: JSON.stringify([
      { id: "l", label: "L", config: { url: "ldaps://Directory.example.org", base_dn: "dc=example" } }
    ])
  }

  it.effect(
    "prints exactly the hosts that no list covers, sorted and once, and exits with 1",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const config = JSON.stringify({ issuer: "https://idp.example.net", client_id: "c" })
        const same = JSON.stringify({ issuer: "https://login.example.org/realms/z", client_id: "c" })
        yield* sql`
      insert into identity_providers (type, id, label, is_enabled, config, created_at, updated_at) values
        ('oidc', 'x', 'X', true, ${config}::text::jsonb, now(), now()),
          ('oidc', 'z', 'Z', false, ${same}::text::jsonb, now(), now())`
        assert.deepStrictEqual(yield* runProcess(["preflight"], "", configured), {
          status: 1,
          stderr: "",
          stdout: "directory.example.org\nidp.example.net\nlogin.example.org\nsso.corp.example.org\n"
        })
      }),
    minutes
  )

  it.effect(
    "a list of the other kind, or an apex under a wildcard, covers nothing",
    () =>
      Effect.gen(function* () {
        const { status, stdout } = yield* run(["preflight"], "", {
          ...configured,
          OIDC_ALLOWED_HOSTS: "*.corp.example.org,idp.example.net,directory.example.org",
          LDAP_ALLOWED_HOSTS: "*.directory.example.org"
        })
        assert.deepStrictEqual([status, stdout], [1, "directory.example.org\nlogin.example.org\n"])
      }),
    minutes
  )

  it.effect(
    "covers connections, sessions at typed addresses, the mail server, storage endpoints and topics beside providers",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`delete from identity_providers`
          const typed = (host: string) =>
            JSON.stringify({
              url: `https://${host}`,
              provider: "other",
              region: "",
              verify_tls: true,
              force_path_style: true
            })
          yield* sql`
      insert into s3_connections (name, custom_endpoint, access_key, secret, seal, created_at, updated_at)
      select 'C' || n, custom, 'key', 'sealed', gen_random_uuid(), now(), now()
      from unnest(array[${typed("s3.example.org")}, ${typed("[2606:4700::1]")}, ${typed("10.0.0.7:9000")}]::jsonb[])
        with ordinality as t (custom, n)`
          yield* sql`
      insert into storage_endpoints (name, url, features_config, created_at, updated_at) values
        ('North', 'https://north.example.org',
          '{"features": {"admin": {"enabled": true, "endpoint": "http://169.254.169.254"}}}', now(), now())`
          yield* sql`
      insert into auth_sessions
        (id, kind, authenticated_at, created_at, idle_expires_at, absolute_expires_at, s3_endpoint, capabilities)
      select gen_random_uuid(), 's3', now(), now(), now() + interval '30 minutes', now() + interval '8 hours', at, '{}'
      from unnest(array[${typed("typed.example.org")}]::jsonb[]) as t (at)`
          yield* sql`update application_settings
            set settings = settings || '{"quota_notifications": {"smtp_host": "mail.example.org"}}'`
          const lists = {
            USER_SUPPLIED_S3_ENDPOINT_ALLOWED_HOSTS: "s3.example.org,[2606:4700::1],10.0.0.7",
            SMTP_ALLOWED_HOSTS: "mail.example.org"
          }
          assert.deepStrictEqual(yield* run(["preflight"]), {
            status: 1,
            stderr: "",
            stdout: "10.0.0.7\n169.254.169.254\n[2606:4700::1]\nmail.example.org\ns3.example.org\ntyped.example.org\n"
          })
          yield* sql`update auth_sessions set revoked_at = now(), revoked_reason = 'logout' where kind = 's3'`
          assert.deepStrictEqual(
            yield* run(["preflight"], "", lists),
            { status: 1, stderr: "", stdout: "10.0.0.7\n169.254.169.254\n" },
            "a private address needs OUTBOUND_PRIVATE_HOSTS too"
          )
          assert.deepStrictEqual(
            (yield* run(["preflight"], "", {
              ...lists,
              OUTBOUND_PRIVATE_HOSTS: "10.0.0.7",
              SMTP_HOST: "relay.example.org",
              SMTP_ALLOWED_HOSTS: ""
            })).stdout,
            "169.254.169.254\n",
            "the mail server of the environment needs no list"
          )
          yield* sql`delete from s3_connections`
          yield* sql`delete from storage_endpoints`
          yield* sql`update application_settings set settings = settings - 'quota_notifications'`
        })
      ),
    minutes
  )

  it.effect(
    "finds the hosts that discovery documents name, and exits with 0 when all are covered",
    () =>
      Effect.gen(function* () {
        const hostile = yield* Effect.acquireRelease(
          Effect.promise(() => startHostileProvider()),
          ({ close }) => Effect.promise(close)
        )
        const elsewhere = hostile.provider({
          discovery: (document) => ({
            body: {
              ...document,
              token_endpoint: "https://tokens.example.org/token",
              jwks_uri: "https://keys.example.org/jwks",
              userinfo_endpoint: "https://unused.example.org"
            }
          })
        })
        const broken = hostile.provider({ discovery: () => ({ status: 500, body: {} }) })
        const preflight = (issuers: ReadonlyArray<{ readonly issuer: string }>) =>
          run(["preflight"], "", {
            ...configured,
            OIDC_PROVIDERS: JSON.stringify(
              issuers.map(({ issuer }, index) => ({
                id: `p${index}`,
                label: `Provider ${index}`,
                config: { issuer, client_id: "c", ca_certificate: hostile.caPem }
              }))
            ),
            OIDC_ALLOWED_HOSTS: "localhost",
            OUTBOUND_PRIVATE_HOSTS: "localhost",
            LDAP_ALLOWED_HOSTS: "directory.example.org"
          })
        const found = yield* preflight([elsewhere, broken])
        assert.deepStrictEqual([found.status, found.stdout], [1, "keys.example.org\ntokens.example.org\n"])
        assert.match(found.stderr, /^stowage: the discovery document of Provider 1 could not be read: [^\n]+\n$/u)
        assert.deepStrictEqual(yield* preflight([hostile.provider({})]), { status: 0, stdout: "", stderr: "" })
      }).pipe(Effect.scoped),
    minutes
  )
})

layer(TestDatabase.layer, slow)("rotate-credentials", (it) => {
  const [oldKey, key] = [newKey(), newKey()]
  const both = { CREDENTIAL_KEYS: `${key},${oldKey}` }

  it.effect(
    "re-encrypts everything with the first key, and a second run changes nothing",
    () =>
      Effect.gen(function* () {
        yield* seedCredentials(oldKey, 130)
        const first = yield* runProcess(["rotate-credentials"], "", both)
        assert.deepStrictEqual([first.status, first.stderr], [0, ""])
        assert.include(
          first.stdout,
          "Re-encrypted 141: 1 in storage_endpoints, 1 in endpoint_s3_keys, 1 in rgw_accounts, 1 in rgw_users, " +
            "1 in s3_connections, 2 in identity_providers, 130 in auth_sessions, 1 in oidc_states, 1 in shares, " +
            "1 in bucket_migrations, 1 in certificate_keys"
        )
        assert.notInclude(first.stdout, "\x1b", "lines, not a bar, where nobody looks")
        const cells = yield* storedCells
        const cipher = yield* cipherWith(key)
        for (const { purpose, text } of cells)
          assert.strictEqual(Redacted.value(yield* cipher.decrypt(purpose, text)), `secret of ${purpose}`)
        const second = yield* run(["rotate-credentials"], "", both)
        assert.strictEqual(second.status, 0)
        assert.include(second.stdout, "Nothing was re-encrypted")
        assert.deepStrictEqual(yield* storedCells, cells)
      }),
    minutes
  )

  it.effect(
    "names what it cannot read by table and id, does the rest, and exits with 1",
    () =>
      Effect.gen(function* () {
        const cells = yield* storedCells
        const old = yield* cipherWith(oldKey)
        const [account, endpoint] = [
          cells.find(({ place }) => place === "rgw_accounts"),
          cells.find(({ place }) => place === "storage_endpoints")
        ]
        if (account === undefined || endpoint === undefined) return assert.fail("nothing is stored")
        yield* write(account, "a-plaintext-canary")
        yield* write(endpoint, yield* old.encrypt(endpoint.purpose, Redacted.make("kept")))
        const { status, stderr, stdout } = yield* run(["rotate-credentials"], "", both)
        assert.strictEqual(status, 1)
        assert.include(stdout, "Re-encrypted 1: 1 in storage_endpoints")
        assert.match(stderr, new RegExp(`^stowage: rgw_accounts ${account.id}: .+\\n$`))
        assert.notInclude(stdout + stderr, "canary")
      }),
    minutes
  )
})

layer(TestDatabase.layer, slow)("verify-audit", (it) => {
  it.effect(
    "says that the trail is whole, where it ends, and which entry was changed",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const url = yield* TestDatabase.url
        yield* run(ada, `${password}\n`)
        const service = yield* Effect.promise(() =>
          startService({ dataDir, env: { DATABASE_URL: url, SANDBOX_GATEWAY: "false" } })
        )
        const waiting = Effect.map(
          sql<{ count: number }>`select count(*)::int as count from audit_unsealed`,
          ([row]) => row?.count ?? 0
        )
        while ((yield* waiting) > 0) yield* Effect.sleep("100 millis")
        yield* Effect.promise(() => service.stop())
        const whole = yield* runProcess(["verify-audit"])
        assert.deepStrictEqual([whole.status, whole.stderr], [0, ""])
        const [, end] = /ends at (\d+:[0-9a-f]{64})/.exec(whole.stdout) ?? []
        assert.isDefined(end)
        assert.strictEqual((yield* run(["verify-audit", "--known", end ?? ""])).status, 0)
        const other = yield* run([
          "verify-audit",
          "--known",
          `${(end ?? "").slice(0, -1)}${end?.endsWith("0") ? "1" : "0"}`
        ])
        assert.deepStrictEqual([other.status, /was changed \(head\)/.test(other.stderr)], [1, true])
        assert.strictEqual((yield* run(["verify-audit", "--known", "x"])).status, 1)
        const unsigned = yield* run(["verify-audit"], "", { JWT_KEYS: newKey() })
        assert.deepStrictEqual([unsigned.status, /not signed with a key of JWT_KEYS/.test(unsigned.stderr)], [1, true])
        yield* sql`update audit_logs set message = 'nothing' where id = 1`
        const edited = yield* run(["verify-audit"])
        assert.deepStrictEqual([edited.status, edited.stdout], [1, ""])
        assert.match(edited.stderr, /the audit trail was changed \(edited\)/)
        assert.match(edited.stderr, /the first bad entry is 1;/)
      }),
    minutes
  )
})

import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Option, Redacted } from "effect"
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { hostname, tmpdir } from "node:os"
import * as path from "node:path"
import { randomBytes } from "node:crypto"
import { readSettings } from "#layers/config/readSettings.ts"
import { variables } from "#layers/config/variables.ts"

const key = () => randomBytes(32).toString("base64url")
const read = (env: Record<string, string>) =>
  readSettings.pipe(Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env }))))

const production = () => ({
  STOWAGE_MODE: "production",
  PUBLIC_ORIGIN: "https://stowage.example.org",
  TRUSTED_PROXY_CIDRS: "10.0.0.0/8,fd00::/8",
  UI_JWT_KEYS: key(),
  API_JWT_KEYS: key(),
  JWT_KEYS: key(),
  CREDENTIAL_KEYS: `${key()},${key()}`,
  DATABASE_URL: "postgres://stowage@database.example.org/stowage"
})

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(path.join(tmpdir(), "stowage-config-"))),
  (dir) => Effect.sync(() => rmSync(dir, { recursive: true, force: true }))
)

describe("configuration", () => {
  it.effect("lists every bad variable at once, without repeating secrets", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        read({
          PORT: "99999",
          LOG_LEVEL: "loud",
          UI_JWT_KEYS: "much-too-short",
          LISTING_TTL_MINUTES: "0",
          PUBLIC_ORIGIN: "http://a.example/path"
        })
      )
      assert.strictEqual(error._tag, "ConfigurationInvalid")
      for (const name of ["PORT", "LOG_LEVEL", "UI_JWT_KEYS", "LISTING_TTL_MINUTES", "PUBLIC_ORIGIN"])
        assert.include(error.message, `${name}: `)
      assert.notInclude(error.message, "much-too-short")
    })
  )

  it.effect(
    "numbers are digits: neither blanks nor other notations are one, and each refusal says in words what is expected",
    () =>
      Effect.gen(function* () {
        const names = [
          "PORT",
          "RUNNER_PORT",
          "SMTP_PORT",
          "SHUTDOWN_DELAY",
          "USER_NOTIFICATIONS_RETENTION_DAYS",
          "GATEWAY_WRITE_TIMEOUT_SECONDS",
          "LEASE_SECONDS",
          "TRACE_SAMPLE_RATIO"
        ]
        for (const value of ["   ", "-1", "9".repeat(400), "NaN", "Infinity", "0x10", "1e1", '"5"', "5,"]) {
          const error = yield* Effect.flip(read(Object.fromEntries(names.map((name) => [name, value]))))
          const lines = error.message.split("\n")
          assert.deepStrictEqual(lines.map((line) => line.split(":")[0]).sort(), [...names].sort(), value)
          for (const line of lines) assert.match(line, /: Expected a (whole )?number from \d+ to \d+$/)
        }
        assert.strictEqual((yield* read({ PORT: "8081\n" })).port, 8081)
      })
  )

  it.effect(
    "addresses, tokens and the id of passkeys that nothing could use are refused, each in one line that " +
      "repeats no secret",
    () =>
      Effect.gen(function* () {
        for (const value of ["   ", "x y", "http://10.0.0.1", "999.1.1.1", "10.0.0.1:8080", "[::1]", "a\u0007b"]) {
          const error = yield* Effect.flip(
            read({
              HOST: value,
              RUNNER_HOST: value,
              RUNNER_BIND: value,
              WEBAUTHN_RP_ID: "example.org",
              METRICS_TOKEN: `secret ${value}x`
            })
          )
          assert.deepStrictEqual(
            error.message.split("\n").map((line) => line.split(":")[0]),
            ["HOST", "METRICS_TOKEN", "RUNNER_HOST", "RUNNER_BIND"],
            value
          )
          assert.notInclude(error.message, "secret ")
        }
        const { host, metricsToken, runner } = yield* read({
          HOST: "::1",
          RUNNER_HOST: "stowage_one\n",
          METRICS_TOKEN: "from-a-file\n"
        })
        assert.strictEqual(host, "::1")
        assert.strictEqual(Option.getOrThrow(runner).host, "stowage_one")
        assert.strictEqual(Redacted.value(Option.getOrThrow(metricsToken)), "from-a-file")
        for (const WEBAUTHN_RP_ID of ["other.org", "x y", "wage.example.org", "https://stowage.example.org"]) {
          assert.match(
            (yield* Effect.flip(read({ ...production(), WEBAUTHN_RP_ID }))).message,
            /^WEBAUTHN_RP_ID: [^\n]*stowage\.example\.org[^\n]*$/
          )
        }
        assert.strictEqual(
          (yield* read({ ...production(), WEBAUTHN_RP_ID: "example.org" })).webauthn.rpId,
          "example.org"
        )
      })
  )

  it.effect(
    "OTEL_SERVICE_NAME names the service to the collector, else OTEL_RESOURCE_ATTRIBUTES, else we; an instance " +
      "is host and port unless that is said",
    () =>
      Effect.gen(function* () {
        const resource = (env: Record<string, string>) =>
          Effect.map(read({ PORT: "8081", ...env }), ({ telemetry }) => telemetry.resource)
        const instanceId = `${hostname()}:8081`
        assert.deepStrictEqual(yield* resource({}), { serviceName: "stowage", instanceId })
        assert.deepStrictEqual(
          yield* resource({ OTEL_SERVICE_NAME: "ours", OTEL_RESOURCE_ATTRIBUTES: "service.name=theirs" }),
          { serviceName: "ours", instanceId }
        )
        assert.deepStrictEqual(
          yield* resource({ OTEL_RESOURCE_ATTRIBUTES: "service.name=theirs, service.instance.id=seven" }),
          {}
        )
      })
  )

  it.effect("production refuses one key in two rings and tokens that are easily guessed, without repeating them", () =>
    Effect.gen(function* () {
      const shared = key()
      const cases: ReadonlyArray<readonly [Record<string, string>, Array<string>]> = [
        [{ API_JWT_KEYS: `${key()},${shared}`, CREDENTIAL_KEYS: shared }, ["CREDENTIAL_KEYS"]],
        [{ UI_JWT_KEYS: shared, JWT_KEYS: `${shared},${key()}`, API_JWT_KEYS: shared }, ["API_JWT_KEYS", "JWT_KEYS"]],
        [{ INTERNAL_CRON_TOKEN: "x", METRICS_TOKEN: "short-Metrics-token" }, ["INTERNAL_CRON_TOKEN", "METRICS_TOKEN"]]
      ]
      for (const [env, names] of cases) {
        const error = yield* Effect.flip(read({ ...production(), ...env }))
        assert.deepStrictEqual(
          error._tag === "ConfigurationInvalid" && error.issues.map((issue) => issue.variable),
          names
        )
        for (const value of [shared, "short-Metrics-token"]) assert.notInclude(error.message, value)
      }
      yield* read({
        ...production(),
        UI_JWT_KEYS: `${shared},${shared}`,
        INTERNAL_CRON_TOKEN: key(),
        METRICS_TOKEN: key()
      })
      yield* read({ INTERNAL_CRON_TOKEN: "x" })
    })
  )

  it.effect("production refuses empty key rings, empty TRUSTED_PROXY_CIDRS, and the embedded database", () =>
    Effect.gen(function* () {
      for (const name of [
        "UI_JWT_KEYS",
        "API_JWT_KEYS",
        "JWT_KEYS",
        "CREDENTIAL_KEYS",
        "TRUSTED_PROXY_CIDRS",
        "PUBLIC_ORIGIN",
        "DATABASE_URL"
      ]) {
        const { [name as keyof ReturnType<typeof production>]: _, ...env } = production()
        const error = yield* Effect.flip(read(env))
        assert.deepStrictEqual(error._tag === "ConfigurationInvalid" && error.issues.map((issue) => issue.variable), [
          name
        ])
      }
    })
  )

  it.effect(
    "TRUSTED_PROXY_CIDRS=0.0.0.0/0 is refused at start, in production and " +
      "development, and so is what comes to the same",
    () =>
      Effect.gen(function* () {
        for (const TRUSTED_PROXY_CIDRS of [
          "0.0.0.0/0",
          "::/0",
          "10.0.0.0/8,0.0.0.0/0",
          "0.0.0.0/1,128.0.0.0/1",
          "::ffff:0:0/96",
          "::/1",
          "2000::/3"
        ]) {
          for (const env of [{ ...production(), TRUSTED_PROXY_CIDRS }, { TRUSTED_PROXY_CIDRS }]) {
            const error = yield* Effect.flip(read(env))
            assert.deepStrictEqual(
              error._tag === "ConfigurationInvalid" && error.issues.map((issue) => issue.variable),
              ["TRUSTED_PROXY_CIDRS"],
              TRUSTED_PROXY_CIDRS
            )
          }
        }
        for (const TRUSTED_PROXY_CIDRS of ["10.0.0.0/8", "fc00::/7", "127.0.0.1/32,::1/128", "fe80::/10"])
          yield* read({ ...production(), TRUSTED_PROXY_CIDRS })
      })
  )

  it.effect("a complete production configuration is accepted and never runs the sandbox", () =>
    Effect.gen(function* () {
      const settings = yield* read({ ...production(), SANDBOX_GATEWAY: "true" })
      assert.isFalse(settings.sandbox)
      assert.strictEqual(settings.rings.credentials.length, 2)
      assert.strictEqual(settings.webauthn.rpId, "stowage.example.org")
      assert.strictEqual(settings.trustedProxies.length, 2)
    })
  )

  it.effect("singular FERNET_KEY and CREDENTIAL_KEY are ignored", () =>
    Effect.gen(function* () {
      const { CREDENTIAL_KEYS: _, ...env } = production()
      const error = yield* Effect.flip(read({ ...env, CREDENTIAL_KEY: key(), FERNET_KEY: key() }))
      assert.include(error.message, "CREDENTIAL_KEYS")
    })
  )

  it.effect("development makes its keys once and keeps them for their owner alone", () =>
    Effect.gen(function* () {
      const dir = yield* folder
      const first = yield* read({ DATA_DIR: dir })
      const second = yield* read({ DATA_DIR: dir })
      assert.strictEqual(Redacted.value(first.rings.ui[0].secret), Redacted.value(second.rings.ui[0].secret))
      assert.strictEqual(statSync(path.join(dir, "keys.json")).mode & 0o777, 0o600)
      assert.notInclude(JSON.stringify(first), Redacted.value(first.rings.ui[0].secret))
    })
  )

  it.effect("a spoilt keys file stops the start instead of orphaning stored credentials", () =>
    Effect.gen(function* () {
      const dir = yield* folder
      writeFileSync(path.join(dir, "keys.json"), "{}")
      const error = yield* Effect.flip(read({ DATA_DIR: dir }))
      assert.strictEqual(error._tag, "DevelopmentKeysUnusable")
    })
  )

  it("docs/configuration.md describes every variable, and no other", () => {
    const page = readFileSync(path.resolve(import.meta.dirname, "../../../docs/configuration.md"), "utf8")
    const described = Array.from(page.matchAll(/^\| `([A-Z0-9_]+)` \|/gm), (match) => match[1])
    const extra = ["STOWAGE_HEAP_MB", "NODE_COMPILE_CACHE"]
    assert.deepStrictEqual(
      described.filter((name) => !extra.includes(name!)).sort(),
      Object.values(variables)
        .map(({ name }) => name)
        .sort()
    )
  })
})

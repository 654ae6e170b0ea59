import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Logger, Redacted, References, Tracer } from "effect"
import { SqlClient } from "effect/sql"
import { Api } from "#api/Api.ts"
import { assertAccessDeclared, type DeclaredAccess } from "#http/middleware/AccessDeclared.ts"
import { cookieNames } from "#http/sessionCookies.ts"
import { Main } from "#layers/Main.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { addressOf, mutates } from "../access/addressOf.ts"
import { firstAdministrator } from "../support/firstAdministrator.ts"
import { freePort } from "../support/freePort.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { TestSettings } from "../support/testSettings.ts"
import { textOf } from "../support/textOf.ts"

const canary = "canary0f5ecret9Xq7"

const lines: Array<string> = []
const spans: Array<Tracer.NativeSpan> = []

const Overheard = Layer.mergeAll(
  Logger.layer([
    Logger.map(Logger.formatJson, (line) => {
      lines.push(line)
    })
  ]),
  Layer.succeed(References.MinimumLogLevel, "All"),
  Layer.succeed(
    Tracer.Tracer,
    Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      }
    })
  )
)

const World = Layer.unwrap(
  Effect.map(Effect.promise(freePort), (port) => {
    const publicOrigin = `http://localhost:${port}`
    return Main.pipe(
      Layer.provideMerge(TestDatabase.layer),
      Layer.provideMerge(
        TestSettings({
          port,
          publicOrigin,
          webauthn: { rpId: "localhost", origin: publicOrigin },
          allowedStorageHosts: ["localhost"],
          outbound: { oidcHosts: ["localhost"], ldapHosts: ["localhost"], privateHosts: ["localhost"] }
        })
      ),
      Layer.provideMerge(Overheard)
    )
  })
)

const oidcConfig = { issuer: "https://localhost:1", client_id: "stowage" }
const ldapConfig = { url: "ldaps://localhost:1", base_dn: "dc=example", bind_dn: "cn=reader" }

const bodies: Record<string, object> = {
  "POST /api/auth/login": { email: "ada@example.org", password: canary },
  "POST /api/auth/login/s3": {
    access_key: "AKIA",
    secret_key: canary,
    session_token: canary,
    endpoint_url: "http://localhost:1"
  },
  "POST /api/auth/login/ldap/:provider_id": { username: "ada", password: canary },
  "POST /api/auth/invitation/accept": { token: canary, password: canary },
  "POST /api/auth/bootstrap": { email: "eve@example.org", full_name: "Eve", password: canary },
  "POST /api/auth/recovery-codes/use": { code: canary },
  "PUT /api/me/password": { current_password: canary, new_password: `${canary} and more` },
  "POST /api/admin/users": {
    email: `${crypto.randomUUID()}@example.org`,
    full_name: "New",
    role: "ui_none",
    password: canary
  },
  "PUT /api/admin/users/:user_id/password": { password: canary },
  "POST /api/admin/users/:user_id/identities": { provider_type: "oidc", provider_id: "corp", subject: canary },
  "POST /api/admin/oidc-providers": {
    id: "corp",
    label: "Corp",
    enabled: true,
    config: oidcConfig,
    client_secret: canary
  },
  "PUT /api/admin/oidc-providers/:provider_id": {
    label: "Corp",
    enabled: true,
    config: oidcConfig,
    client_secret: canary
  },
  "POST /api/admin/oidc-providers/test": { config: oidcConfig, client_secret: canary },
  "POST /api/admin/ldap-providers": {
    id: "dir",
    label: "Directory",
    enabled: true,
    config: ldapConfig,
    bind_password: canary
  },
  "PUT /api/admin/ldap-providers/:provider_id": {
    label: "Directory",
    enabled: true,
    config: ldapConfig,
    bind_password: canary
  },
  "POST /api/admin/ldap-providers/test": { config: ldapConfig, bind_password: canary },
  "POST /api/admin/storage-endpoints": {
    name: "Canary",
    url: "http://localhost:1",
    features_config: { features: { admin: { enabled: true } } },
    admin_access_key: "AKIA",
    admin_secret_key: canary
  },
  ...Object.fromEntries(
    ["/api/admin/s3-connections", "/api/connections"].flatMap((path) => [
      [
        `POST ${path}`,
        {
          name: "Canary",
          custom_endpoint: { url: "http://localhost:1" },
          access_key: "AKIA",
          secret_key: canary,
          session_token: canary
        }
      ],
      [
        `POST ${path}/probe`,
        {
          custom_endpoint: { url: "http://localhost:1" },
          access_key: "AKIA",
          secret_key: canary,
          session_token: canary
        }
      ],
      [`PUT ${path}/:id`, { access_key: "AKIA", secret_key: canary, session_token: canary }],
      [`POST ${path}/:id/keys`, { access_key: "AKIA", secret_key: canary, session_token: canary }]
    ])
  ),
  "POST /api/admin/apply": {
    document: {
      version: 1,
      users: [
        {
          email: `${crypto.randomUUID()}@example.org`,
          full_name: "New",
          role: "ui_none",
          password: { env: "PASSWORD" }
        }
      ],
      oidc_providers: [
        {
          id: "applied",
          label: "Applied",
          enabled: true,
          config: { issuer: "https://localhost:1", client_id: "stowage" },
          client_secret: { file: "secret" }
        }
      ],
      s3_connections: [
        {
          name: "Applied",
          custom_endpoint: { url: "http://localhost:1" },
          access_key: "AKIA",
          secret_key: { env: "PASSWORD" }
        }
      ]
    },
    secrets: [
      { reference: { env: "PASSWORD" }, value: canary },
      { reference: { file: "secret" }, value: canary }
    ]
  },
  "POST /api/admin/storage-endpoints/detect-features": {
    url: "http://localhost:1",
    admin_access_key: "AKIA",
    admin_secret_key: canary
  }
}

const spoilt = (endpoint: DeclaredAccess): ReadonlyArray<unknown> => {
  const body = bodies[`${endpoint.method} ${endpoint.path}`]
  return [
    { unknown_property: canary },
    canary,
    [canary],
    ...Object.keys(body ?? {}).map((name) => ({ ...body, [name]: { deep: canary } }))
  ]
}

layer(World, { excludeTestServices: true, timeout: "300 seconds" })("a secret", (it) => {
  it.effect(
    "that is sent to any route turns up in no log, trace, audit row, answer or row of the database",
    () =>
      Effect.gen(function* () {
        const { publicOrigin } = yield* Settings
        const sessions = yield* Sessions
        const admin = yield* firstAdministrator
        const endpoints = yield* Effect.orDie(assertAccessDeclared(Api))
        const told: Array<string> = []
        const send = (endpoint: DeclaredAccess, headers: Record<string, string>, body: unknown, query = "") =>
          Effect.promise(async () => {
            const response = await fetch(`${publicOrigin}${addressOf(endpoint)}${query}`, {
              method: endpoint.method,
              redirect: "manual",
              headers: {
                ...headers,
                ...(mutates(endpoint) ? { origin: publicOrigin, "content-type": "application/json" } : {})
              },
              ...(mutates(endpoint) ? { body: typeof body === "string" ? body : JSON.stringify(body) } : {})
            })
            const text = `${await textOf(response)} ${JSON.stringify([...response.headers])}`
            if (text.includes(canary)) told.push(`${endpoint.method} ${endpoint.path}: ${text.slice(0, 500)}`)
            return response.status
          })

        const asEverybody = Object.values(cookieNames)
          .map((name) => `${name}=${canary}`)
          .join("; ")
        let answered = 0
        for (const endpoint of endpoints) {
          if (endpoint.path.endsWith("/logout-all")) continue
          const current = yield* sessions.open(
            { ...admin, authVersion: yield* authVersion(admin.user.id) },
            yield* DateTime.now
          )
          const signedIn = {
            cookie: `${cookieNames.access}=${Redacted.value(current.access)}`,
            "x-csrf-token": current.csrf
          }
          const attempts = [
            send(endpoint, { cookie: asEverybody, "x-csrf-token": canary }, {}),
            send(endpoint, { authorization: `Bearer stw_${canary}` }, {}),
            send(
              endpoint,
              { "x-internal-token": canary, "x-service-bootstrap-token": canary },
              bodies["POST /api/auth/bootstrap"] ?? {}
            ),
            ...spoilt(endpoint).map((body) => send(endpoint, signedIn, body)),
            ...(bodies[`${endpoint.method} ${endpoint.path}`] === undefined
              ? []
              : [send(endpoint, signedIn, bodies[`${endpoint.method} ${endpoint.path}`])]),
            send(endpoint, {}, {}, `?code=${canary}&state=${canary}&unknown=${canary}`)
          ]
          for (const attempt of attempts) {
            const status = yield* attempt
            answered++
            assert.notStrictEqual(status, 500, `${endpoint.method} ${endpoint.path}`)
          }
        }
        assert.isAbove(answered, endpoints.length * 5)
        assert.deepStrictEqual(told, [], "answers")
        assert.deepStrictEqual(
          lines.filter((line) => line.includes(canary)).map((line) => line.slice(0, 500)),
          [],
          "logs"
        )
        const marked = spans.flatMap((span) =>
          [...span.attributes, ...span.events].map(
            (part) =>
              `${span.name} ${JSON.stringify(part, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))}`
          )
        )
        assert.isAbove(marked.length, 1000)
        assert.deepStrictEqual(
          marked.filter((text) => text.includes(canary)).map((text) => text.slice(0, 500)),
          [],
          "traces"
        )
        assert.deepStrictEqual(yield* tablesWith(canary), [], "the database")
        assert.isTrue(
          (yield* tablesWith("ada@example.org")).includes("audit_logs"),
          "what is looked through is really there"
        )
      }),
    300_000
  )
})

const authVersion = (id: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql<{ v: number }>`select auth_version as v from ui_users where id = ${id}`, ([row]) => row?.v ?? 1)
  )

/** Tables with a row that contains a text, except identity subjects, which are stored as they are. */
const tablesWith = Effect.fnUntraced(function* (text: string) {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{
    table_name: string
  }>`select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
  const found: Array<string> = []
  for (const { table_name } of tables) {
    const rows = yield* sql<{ text: string }>`select (to_jsonb(t) - 'subject')::text as text from ${sql(table_name)} t`
    if (rows.some((row) => row.text.includes(text))) found.push(table_name)
  }
  return found
})

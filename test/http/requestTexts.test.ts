import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { HttpApi } from "effect/http-api"
import { Api } from "#api/Api.ts"
import { cookieNames } from "#http/sessionCookies.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { SqlClient } from "effect/sql"
import { addressOf } from "../access/addressOf.ts"
import { administratorPassword, firstAdministrator } from "../support/firstAdministrator.ts"
import { type StringField, stringFields } from "../support/stringFields.ts"
import { WholeService } from "../support/WholeService.ts"

type Place = "params" | "query" | "payload"

interface Field {
  readonly endpoint: string
  readonly method: string
  readonly path: string
  readonly place: Place
  readonly context: string
  readonly field: StringField
}

const fields: ReadonlyArray<Field> = (() => {
  const found: Array<Field> = []
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint }) => {
      const { method, path } = endpoint
      const asks = (parameter: string) =>
        endpoint.query !== undefined && stringFields(endpoint.query).some(({ path: [name] }) => name === parameter)
      const context = asks("context_id")
        ? "context_id=1"
        : path.startsWith("/api/portal/") && asks("account_id")
          ? "account_id=1"
          : ""
      const add = (place: Place, schema: Parameters<typeof stringFields>[0]) =>
        found.push(
          ...stringFields(schema).map((field) => ({
            endpoint: `${method} ${path}`,
            method,
            path,
            place,
            context,
            field
          }))
        )
      if (endpoint.params !== undefined) add("params", endpoint.params)
      if (endpoint.query !== undefined) add("query", endpoint.query)
      for (const { encoding, schemas } of endpoint.payload.values()) {
        if (encoding._tag === "Json") for (const schema of schemas) add("payload", schema)
      }
    }
  })
  return found
})()

const credentials = new Set([
  "POST /api/auth/login email",
  "POST /api/auth/login password",
  "POST /api/auth/login/ldap/:provider_id username",
  "POST /api/auth/login/ldap/:provider_id password",
  "POST /api/auth/recovery-codes/use code",
  "POST /api/auth/invitation/accept token"
])
const isCredential = ({ endpoint, field }: Field) => credentials.has(`${endpoint} ${field.path.join(".")}`)

const nameOf = ({ endpoint, field, place }: Field) => `${endpoint} ${place}.${field.path.join(".")}`

const unkept = ["a\0b", "a\ud800b", "\udc00"]

const firstAccount = (userId: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const now = new Date()
    yield* sql`
      with endpoint as (
        insert into storage_endpoints (name, url, features_config, created_at, updated_at)
        values ('Nowhere', 'http://localhost:9', '{"features": {}}', ${now}, ${now}) on conflict do nothing returning id
      ), account as (
        insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret,
          portal_settings, created_at)
        select 'Nobody', 'RGW00000000000000001', 'root', id, 'key', 'unreadable', '{"enabled": true}', ${now}
        from endpoint returning id
      )
      insert into user_associations (user_id, rgw_account_id, manager_role, portal_role,
        allow_manager_browser_data_access)
      select ${userId}, id, 'account_administrator', 'portal_manager', true from account`
  })

const caller = Effect.gen(function* () {
  const { publicOrigin } = yield* Settings
  const admin = yield* firstAdministrator
  yield* firstAccount(admin.user.id)
  yield* (yield* SqlClient.SqlClient)`
    update ui_users set privileges = array['cluster_admin', 'storage_ops'] where id = ${admin.user.id}`
  const sessions = yield* Sessions
  const session = yield* sessions.open(admin, yield* DateTime.now)
  const pending = yield* sessions.openPending(admin, "webauthn_authentication")
  const open = {
    cookie:
      `${cookieNames.access}=${Redacted.value(session.access)}; ` +
      `${cookieNames.refresh}=${Redacted.value(session.refresh)}`,
    csrf: session.csrf
  }
  const waiting = { cookie: `${cookieNames.preAuth}=${Redacted.value(pending.token)}`, csrf: pending.csrf }

  const send = (method: string, address: string, body: unknown) =>
    Effect.promise(async () => {
      const { cookie, csrf } =
        /\/(webauthn\/authentication|recovery-codes\/use)/.test(address) && !address.includes("step-up")
          ? waiting
          : open
      const mutation = method !== "GET"
      const response = await fetch(`${publicOrigin}${address}`, {
        method,
        headers: {
          cookie,
          origin: publicOrigin,
          "x-csrf-token": csrf,
          ...(mutation ? { "content-type": "application/json" } : {})
        },
        ...(mutation ? { body: JSON.stringify(body) } : {})
      })
      const answer = (await response.json().catch(() => ({}))) as {
        readonly code?: string
        readonly errors?: ReadonlyArray<{ readonly path: ReadonlyArray<string> }>
      }
      return {
        status: response.status,
        code: answer.code ?? "",
        paths: (answer.errors ?? []).map(({ path }) => path.join("."))
      }
    })

  const sendAt = ({ context, field, method, path, place }: Field, text: string) => {
    const [name] = field.path
    const marker = "marked-here"
    const marked = path
      .replace(place === "params" ? `:${String(name)}` : "no parameter", marker)
      .replace(":part_number", "1")
      .replace(":endpoint_id", "1")
      .replace(":feature", "tags")
      .replace(":entity", "users")
    const address = addressOf({ path: marked } as Parameters<typeof addressOf>[0]).replace(marker, () =>
      encodeURIComponent(text)
    )
    const sent = place === "query" ? [`${String(name)}=${encodeURIComponent(text)}`] : []
    const query = [...sent, ...(context === "" || context.startsWith(`${String(name)}=`) ? [] : [context])].join("&")
    return send(method, query === "" ? address : `${address}?${query}`, place === "payload" ? field.holding(text) : {})
  }
  return { send, sendAt }
})

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })(
  "texts that PostgreSQL cannot hold",
  (it) => {
    it.effect(
      "every string field of every endpoint answers them 422 and names the field",
      () =>
        Effect.gen(function* () {
          const { sendAt } = yield* caller
          assert.isAbove(fields.length, 100)
          const answers = yield* Effect.forEach(
            fields.filter((field) => !isCredential(field)),
            (field) =>
              Effect.forEach(field.place === "payload" ? unkept : unkept.slice(0, 1), (text) =>
                Effect.map(sendAt(field, text), ({ code, paths, status }) => {
                  // a context is looked up as it is written: without a match it is 400
                  const context = field.place === "query" && field.field.path[0] === "context_id"
                  // the link is looked up first: without one, every path below it is 404
                  const right = field.path.startsWith("/api/share/")
                    ? status === 404
                    : context
                      ? status === 422 || (status === 400 && code === "invalid_context")
                      : status === 422 &&
                        paths.some((path) => `${path}.`.startsWith(`${field.place}.${field.field.path[0]}.`))
                  return right ? [] : [`${nameOf(field)} ${JSON.stringify(text)}: ${status} ${code} ${paths.join(" ")}`]
                })
              ),
            { concurrency: 8 }
          )
          assert.deepStrictEqual(answers.flat(2), [])
        }),
      { timeout: 240_000 }
    )

    it.effect("at sign-in they are 401, as any wrong proof", () =>
      Effect.gen(function* () {
        const { send } = yield* caller
        const sql = yield* SqlClient.SqlClient
        const answers: Array<string> = []
        for (const text of unkept) {
          for (const [address, body] of [
            ["/api/auth/login", { email: text, password: "some password" }],
            ["/api/auth/login", { email: "ada@example.org", password: text }],
            ["/api/auth/login", { email: `ada@example.org${text}`, password: text }],
            ["/api/auth/recovery-codes/use", { code: text }],
            ["/api/auth/invitation/accept", { token: text, password: "correct horse battery staple" }]
          ] as const) {
            const { code, status } = yield* send("POST", address, body)
            answers.push(`${status} ${code}`)
            yield* sql`delete from rate_limits`
          }
        }
        assert.deepStrictEqual([...new Set(answers)], ["401 invalid_credentials"])
      })
    )

    it.effect("headers that are kept or counted may hold whatever HTTP lets through", () =>
      Effect.gen(function* () {
        const { publicOrigin } = yield* Settings
        const sql = yield* SqlClient.SqlClient
        const login = (headers: Record<string, string>) =>
          Effect.promise(async () => {
            const response = await fetch(`${publicOrigin}/api/auth/login`, {
              method: "POST",
              headers: { origin: publicOrigin, "content-type": "application/json", ...headers },
              body: JSON.stringify({ email: "ada@example.org", password: administratorPassword })
            })
            return response.status
          })
        for (const text of ["\x85\x9f\xff", "a\tb", "x".repeat(8_000)]) {
          assert.strictEqual(yield* login({ "user-agent": text }), 200, JSON.stringify(text))
          assert.strictEqual(yield* login({ "x-forwarded-for": text }), 200, JSON.stringify(text))
          yield* sql`delete from rate_limits`
        }
      })
    )

    it.effect("bytes that are no UTF-8 in a path or a query are 400, 404 or 422, never a fault of ours", () =>
      Effect.gen(function* () {
        const { send } = yield* caller
        for (const address of [
          "/api/admin/users?search=%ED%A0%80",
          "/api/admin/users?search=%ff",
          "/api/admin/users?%ff=1",
          "/api/admin/users/%ff",
          "/api/admin/users/%ED%A0%80",
          "/api/manager/buckets/%ff?context_id=1",
          "/api/manager/buckets?context_id=%ff",
          "/api/admin/identity/sessions?cursor=%ff"
        ]) {
          const { status } = yield* send("GET", address, null)
          assert.include([200, 400, 404, 422], status, address)
        }
      })
    )

    it.effect("a cursor that unpacks into what is none of ours is 422", () =>
      Effect.gen(function* () {
        const { send } = yield* caller
        for (const parts of [
          ["\0", "\0"],
          ["2026-01-01T00:00:00Z", "not an id"],
          ["never", "7c9e6679-7425-40de-944b-e07fc1f90ae7"],
          [],
          ["1e99"],
          ["-1", "x", "y"],
          ["\ud800"]
        ]) {
          const cursor = Buffer.from(JSON.stringify(parts)).toString("base64url")
          for (const address of ["/api/admin/identity/sessions", "/api/admin/identity/link-requests"]) {
            const { status } = yield* send("GET", `${address}?cursor=${cursor}`, null)
            assert.include([200, 422], status, `${address} ${JSON.stringify(parts)}`)
          }
        }
      })
    )
  }
)

import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted, SchemaAST } from "effect"
import { SqlClient } from "effect/sql"
import { cookieNames } from "#http/sessionCookies.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { addressOf } from "../access/addressOf.ts"
import { again, enrolled, somebody } from "../rules/people.ts"
import { badBodies } from "../support/badBodies.ts"
import { contractEndpoints, exampleOf } from "../support/contractEndpoints.ts"
import { WholeService } from "../support/WholeService.ts"

const concerned = /^\/api\/(admin|me|connections|notifications|users|onboarding)(\/|$)/

/** Fields of earlier requests, or of answers under other names (specification: Resources, Compatibility boundaries). */
const removed = [
  "user_ids",
  "group_ids",
  "s3_user_ids",
  "user_details",
  "group_details",
  "admin_endpoint",
  "allow_portal_key",
  "db_id",
  "is_s3_user",
  "is_root",
  "root_user_email",
  "root_user_id",
  "quota_max_size_gb",
  "max_buckets",
  "max_users",
  "max_roles",
  "max_groups",
  "role_name",
  "tags_json",
  "is_temporary",
  "temp_user_uid",
  "temp_access_key_id",
  "allow_portal_user_bucket_create",
  "effective_access"
]

const endpoints = contractEndpoints(concerned)

interface Answer {
  readonly status: number
  readonly code: string
  readonly paths: ReadonlyArray<ReadonlyArray<string>>
}

const restless = ["auth_sessions", "rate_limits", "api_tokens", "job_leases", "job_runs", "schema_migrations"]

/** Rows of the tables that a request may change, as one text a table; earlier entries are sealed by then. */
const rows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const waiting = Effect.map(
    sql<{ count: number }>`select count(*)::int as count from audit_unsealed`,
    ([row]) => row?.count ?? 0
  )
  while ((yield* waiting) > 0) yield* Effect.sleep("50 millis")
  const tables = yield* sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not like 'cluster%' order by 1`
  return new Map(
    yield* Effect.forEach(
      tables.filter(({ name }) => !restless.includes(name)),
      ({ name }) =>
        Effect.map(
          sql<{
            rows: string
          }>`select coalesce(string_agg(t::text, chr(10) order by t::text), '') as rows from ${sql(name)} t`,
          ([row]) => [name, row?.rows ?? ""] as const
        )
    )
  )
})

const superadmin = Effect.gen(function* () {
  const { publicOrigin } = yield* Settings
  const { record } = yield* enrolled("ui_superadmin")
  const session = yield* (yield* Sessions).open(yield* again(record), yield* DateTime.now)
  const cookie = `${cookieNames.access}=${Redacted.value(session.access)}`
  return (method: string, address: string, body?: unknown) =>
    Effect.promise(async (): Promise<Answer> => {
      const mutation = method !== "GET"
      const response = await fetch(`${publicOrigin}${address}`, {
        method,
        headers: {
          cookie,
          origin: publicOrigin,
          "x-csrf-token": session.csrf,
          ...(body === undefined ? {} : { "content-type": "application/json" })
        },
        ...(mutation && body !== undefined ? { body: JSON.stringify(body) } : {})
      })
      const text = await response.text()
      const answer = (text.startsWith("{") ? JSON.parse(text) : {}) as {
        readonly code?: string
        readonly errors?: ReadonlyArray<{ readonly path: ReadonlyArray<string> }>
      }
      return { status: response.status, code: answer.code ?? "", paths: (answer.errors ?? []).map(({ path }) => path) }
    })
})

const along = (one: ReadonlyArray<string>, other: ReadonlyArray<string>) =>
  one.slice(0, other.length).join("/") === other.slice(0, one.length).join("/")

const unchanged = Effect.fnUntraced(function* (before: Effect.Success<typeof rows>) {
  const after = yield* rows
  assert.deepStrictEqual(
    [...after].filter(([name, text]) => before.get(name) !== text).map(([name]) => name),
    [],
    "tables that changed"
  )
})

layer(WholeService(), { excludeTestServices: true, timeout: "400 seconds" })(
  "bad input, made of the declarations",
  (it) => {
    it.effect(
      "every body that is wrong in one place is 422 at that place, and changes nothing in any table",
      () =>
        Effect.gen(function* () {
          const send = yield* superadmin
          const before = yield* rows
          const tried = endpoints.flatMap((endpoint) =>
            endpoint.bodies.flatMap((schema) =>
              badBodies(schema, exampleOf(schema), removed).map((bad) => ({ endpoint, ...bad }))
            )
          )
          const answers = yield* Effect.forEach(
            tried,
            ({ body, endpoint, kind, place }) =>
              Effect.map(
                send(endpoint.method, addressOf({ path: endpoint.path } as Parameters<typeof addressOf>[0]), body),
                ({ code, paths, status }) => {
                  const wanted = ["payload", ...place.map(String)]
                  const right =
                    (kind === "oversize" && status === 413) ||
                    (status === 422 && paths.some((path) => path[0] === "payload" && along(path, wanted)))
                  return right
                    ? []
                    : [
                        `${endpoint.name}: ${kind} at ${wanted.join(".")}: ${status} ${code} ${paths
                          .map((path) => path.join("."))
                          .join(" ")
                          .slice(0, 200)}`
                      ]
                }
              ),
            { concurrency: 6 }
          )
          assert.deepStrictEqual(answers.flat(), [])
          const kinds = new Map<string, number>()
          for (const { kind } of tried) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
          console.log(
            `${tried.length} bad bodies: ${Array.from(kinds, ([kind, count]) => `${count} ${kind}`).join(", ")}`
          )
          for (const kind of ["unknown property", "removed field", "null list", "wrong type", "oversize", "duplicate"])
            assert.isAbove(kinds.get(kind) ?? 0, 10, kind)
          yield* unchanged(before)
        }),
      { timeout: 400_000 }
    )

    it.effect(
      "no body, another form of body, and JSON that is none, are 4xx and never a fault of ours",
      () =>
        Effect.gen(function* () {
          const send = yield* superadmin
          const before = yield* rows
          const strict = endpoints.filter(({ bodies }) => bodies.length > 0)
          const answers = yield* Effect.forEach(
            strict,
            (endpoint) =>
              Effect.forEach([undefined, null, [], "text", 7, true], (body) =>
                Effect.map(
                  send(endpoint.method, addressOf({ path: endpoint.path } as Parameters<typeof addressOf>[0]), body),
                  ({ code, status }) =>
                    [400, 404, 415, 422].includes(status)
                      ? []
                      : [`${endpoint.name} ${JSON.stringify(body)}: ${status} ${code}`]
                )
              ),
            { concurrency: 6 }
          )
          assert.deepStrictEqual(answers.flat(2), [])
          yield* unchanged(before)
        }),
      { timeout: 400_000 }
    )

    it.effect(
      "every query takes what it declares and nothing else",
      () =>
        Effect.gen(function* () {
          const send = yield* superadmin
          const before = yield* rows
          const answers = yield* Effect.forEach(
            endpoints,
            ({ bodies, method, name, path, query }) => {
              const address = addressOf({ path } as Parameters<typeof addressOf>[0])
              const body = method === "GET" || bodies.length === 0 ? undefined : exampleOf(bodies[0]!)
              const encoded = query === undefined ? null : SchemaAST.toEncoded(query.ast)
              const names = encoded?._tag === "Objects" ? encoded.propertySignatures.map((one) => String(one.name)) : []
              const wrong = [
                "no_such_parameter=1",
                ...names
                  .filter((one) => ["page", "page_size", "limit", "cursor", "sort_by", "sort_dir"].includes(one))
                  .flatMap((one) => [`${one}=%00`, `${one}=-1`, `${one}=1e99`, `${one}=${"9".repeat(400)}`])
              ]
              return Effect.forEach(wrong, (text) =>
                Effect.map(send(method, `${address}?${text}`, body), ({ code, paths, status }) =>
                  status === 422 && paths.some((one) => one[0] === "query" && text.startsWith(one[1] ?? "?"))
                    ? []
                    : [`${name}?${text.slice(0, 60)}: ${status} ${code} ${paths.join(" ")}`]
                )
              )
            },
            { concurrency: 6 }
          )
          assert.deepStrictEqual(answers.flat(2), [])
          yield* unchanged(before)
        }),
      { timeout: 400_000 }
    )

    it.effect(
      "every id in a path that names nothing, or is none, is 404 or 422",
      () =>
        Effect.gen(function* () {
          const send = yield* superadmin
          const before = yield* rows
          const withIds = endpoints.filter(({ path }) => path.includes("/:"))
          assert.isAbove(withIds.length, 40)
          const answers = yield* Effect.forEach(
            withIds,
            ({ bodies, method, name, path }) => {
              const body = method === "GET" || bodies.length === 0 ? undefined : exampleOf(bodies[0]!)
              return Effect.forEach(
                [
                  "0",
                  "-1",
                  "2147483648",
                  "1e3",
                  "0x10",
                  "1.5",
                  "NaN",
                  "%00",
                  "..%2f..%2fusers",
                  "x".repeat(3_000),
                  "%F0%9F%98%80"
                ],
                (text) =>
                  Effect.map(send(method, path.replace(/:[a-z_]+/g, text), body), ({ code, status }) =>
                    [400, 404, 409, 414, 422].includes(status)
                      ? []
                      : [`${name} with ${text.slice(0, 20)}: ${status} ${code}`]
                  )
              )
            },
            { concurrency: 6 }
          )
          assert.deepStrictEqual(answers.flat(2), [])
          yield* unchanged(before)
        }),
      { timeout: 400_000 }
    )

    it.effect(
      "what is somebody else's own is 404, whatever is done with it, and stays as it was",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const send = yield* superadmin
          const { user } = yield* somebody("ui_user")
          const idOf = (statement: Effect.Effect<ReadonlyArray<object>, unknown>) =>
            Effect.map(Effect.orDie(statement), ([row]) => String((row as { readonly id: number | string }).id))
          const now = new Date()
          const connection = yield* idOf(sql`
      insert into s3_connections (name, owner_user_id, custom_endpoint, access_key, secret, seal, created_at,
        updated_at)
      values ('Theirs', ${user.id},
        ${JSON.stringify({ url: "https://s3.example.org", provider: "other", region: "", force_path_style: true, verify_tls: true })}::text::jsonb, 'key', 'sealed', gen_random_uuid(), ${now}, ${now}) returning id`)
          const notification = yield* idOf(sql`
      insert into notifications (user_id, type, severity, title, message, payload_json, created_at)
        values (${user.id}, 'note', 'info', 't', 'm', '{}', ${now}) returning id`)
          const passkey = yield* idOf(sql`
      insert into webauthn_credentials (user_id, credential_id, public_key, counter, name, device_type, backed_up,
        created_at)
      values (${user.id}, ${crypto.randomUUID()}, '\\x00', 0, 'Theirs', 'singleDevice', false, ${now}) returning id`)
          yield* (yield* Sessions).open(
            yield* Effect.map(somebody("ui_user"), (record) => ({ ...record, user: { ...record.user } })),
            yield* DateTime.now
          )
          const session = yield* idOf(sql`select id::text as id from auth_sessions order by created_at desc limit 1`)
          const theirs: Readonly<Record<string, string>> = {
            "/api/connections/:id": connection,
            "/api/notifications/:notification_id": notification,
            "/api/me/passkeys/:passkey_id": passkey,
            "/api/me/sessions/:session_id": session
          }
          const own = endpoints.filter(
            ({ path }) => /^\/api\/(me|connections|notifications|users)\//.test(path) && path.includes("/:")
          )
          const before = yield* rows
          const answers = yield* Effect.forEach(own, ({ bodies, method, name, path }) => {
            const base = Object.keys(theirs).find((start) => path === start || path.startsWith(`${start}/`))
            if (base === undefined) return Effect.succeed([`${name}: nobody says whose this may be`])
            const address = path.replace(base, base.replace(/:[a-z_]+/, theirs[base] ?? "")).replace(/:[a-z_]+/g, "1")
            return Effect.map(
              send(method, address, method === "GET" || bodies.length === 0 ? undefined : exampleOf(bodies[0]!)),
              ({ code, status }) => (status === 404 ? [] : [`${name}: ${status} ${code}`])
            )
          })
          assert.isAbove(own.length, 8)
          assert.deepStrictEqual(answers.flat(), [])
          yield* unchanged(before)
        }),
      { timeout: 200_000 }
    )
  }
)

import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { cookieNames } from "#http/sessionCookies.ts"
import { keyRing } from "#layers/config/keyRings.ts"
import * as TokensJose from "#layers/crypto/TokensJose.ts"
import { Tokens } from "#services/platform/Tokens.ts"
import { startService } from "../support/ServiceProcess.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { TestSettings, testSettings } from "../support/testSettings.ts"

const buckets = 10_000

const listings = Effect.fnUntraced(function* (count: number) {
  const sql = yield* SqlClient.SqlClient
  const [user] = yield* sql<{ id: number }>`
    insert into ui_users (email, full_name, created_at, updated_at)
      values (${`${crypto.randomUUID()}@example.org`}, 'Ada', now(), now()) returning id`
  const name = crypto.randomUUID()
  const [endpoint] = yield* sql<{ id: number }>`
    insert into storage_endpoints (name, url, features_config, created_at, updated_at)
    values (${name}, ${`http://${name}.test`}, '{"features": {}}', now(), now()) returning id`
  const accounts = yield* sql<{ id: number }>`
    insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    select 'acme ' || n, 'RGW' || n, 'root', ${endpoint!.id}, 'key', 'secret', now()
      from generate_series(1, ${count}::int) n returning id`
  yield* sql`
    insert into user_associations (user_id, rgw_account_id, manager_role)
    select ${user!.id}::int, id, 'account_administrator' from rgw_accounts where storage_endpoint_id = ${endpoint!.id}`
  yield* sql`
    insert into bucket_listings (key, state, version, generation, refreshed_at)
    select 'endpoint:' || storage_endpoint_id || '/owner:' || rgw_account_id, 'complete', 1, 1, now() from rgw_accounts
      where storage_endpoint_id = ${endpoint!.id}`
  yield* sql`
    insert into bucket_listing_rows (key, tenant, name, owner, created_at, used_bytes, object_count, versioning,
      object_lock, has_statistics, generation, version)
    select l.key, '', 'bucket-with-a-name-' || n, 'root', now(), n * 1000003::bigint, n, 'off', false, true, 1, 1
    from bucket_listings l, generate_series(1, ${buckets}::int) n where l.key like ${`endpoint:${endpoint!.id}/%`}`
  const session = crypto.randomUUID()
  yield* sql`
    insert into auth_sessions (id, kind, user_id, auth_version, authenticated_at, created_at, idle_expires_at,
      absolute_expires_at)
    values (${session}, 'ui', ${user!.id}, 1, now(), now(), now() + interval '12 hours', now() + interval '7 days')`
  return { session, contexts: accounts.map(({ id }) => id) }
})

const running = Effect.fnUntraced(function* (heap: number, session: string) {
  const key = randomBytes(32).toString("base64url")
  const ring = keyRing([key])
  if (ring === null) return yield* Effect.die(new Error("no key"))
  const databaseUrl = yield* TestDatabase.url
  const service = yield* Effect.acquireRelease(
    Effect.promise(() =>
      startService({
        env: {
          DATABASE_URL: databaseUrl,
          UI_JWT_KEYS: key,
          SANDBOX_GATEWAY: "false",
          ACCEPT_LOST_CREDENTIALS: "true",
          HOST: "127.0.0.1"
        },
        program: [`--max-old-space-size=${heap}`, "--max-semi-space-size=8", "layers/commands/main.ts", "serve"]
      })
    ),
    (started) => Effect.promise(() => started.stop("SIGKILL"))
  )
  const until = DateTime.addDuration(yield* DateTime.now, "1 hour")
  const access = yield* Effect.flatMap(Tokens, (tokens) => tokens.sign("access", session, until)).pipe(
    Effect.provide(TokensJose.layer.pipe(Layer.provide(TestSettings({ rings: { ...testSettings().rings, ui: ring } }))))
  )
  const read = async (context: number) => {
    const response = await fetch(`${service.origin}/api/manager/buckets?context_id=${context}`, {
      headers: { cookie: `${cookieNames.access}=${Redacted.value(access)}` }
    })
    return { status: response.status, retry: response.headers.get("retry-after"), text: await response.text() }
  }
  return { service, read }
})

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "120 seconds" })("the memory of the service", (it) => {
  it.effect(
    "a hundred callers who read ten thousand buckets at once are all answered, with the heap that npm start gives",
    () =>
      Effect.gen(function* () {
        const {
          contexts: [context],
          session
        } = yield* listings(1)
        const { read } = yield* running(192, session)
        const answers = yield* Effect.promise(() => Promise.all(Array.from({ length: 100 }, () => read(context!))))
        assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [200])
        assert.lengthOf(new Set(answers.map(({ text }) => text)), 1)
        assert.strictEqual(JSON.parse(answers[0]!.text).items.length, buckets)
      }),
    120_000
  )

  it.effect(
    "with the smallest heap, crowds that read many large listings are answered or told to come back; the process lives",
    () =>
      Effect.gen(function* () {
        const { contexts, session } = yield* listings(20)
        const { read, service } = yield* running(128, session)
        const answers = yield* Effect.promise(() =>
          Promise.all(contexts.flatMap((context) => Array.from({ length: 5 }, () => read(context))))
        )
        for (const { retry, status, text } of answers) {
          if (status === 200) assert.strictEqual(JSON.parse(text).items.length, buckets)
          else {
            assert.deepStrictEqual([status, retry, JSON.parse(text).code], [503, "5", "unavailable"])
            assert.match(JSON.parse(text).detail, /STOWAGE_HEAP_MB/)
          }
        }
        assert.isTrue(answers.some(({ status }) => status === 200))
        assert.isNull(service.child.exitCode, service.output())
        const later = yield* Effect.promise(() => read(contexts[0]!)).pipe(
          Effect.repeat({ schedule: Schedule.spaced("2 seconds"), until: ({ status }) => status === 200 }),
          Effect.timeout("30 seconds")
        )
        assert.strictEqual(later.status, 200)
      }),
    120_000
  )
})

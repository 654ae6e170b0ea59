// Times every admin list over HTTP beside a bare node-postgres statement for the same rows without links.
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { Client } from "pg"
import { cookieNames } from "#http/sessionCookies.ts"
import { startService } from "../test/support/ServiceProcess.ts"
import { seedPeople } from "../test/support/seedPeople.ts"
import { dataFolder } from "./support/dataFolder.ts"
import { type Latency, printLatencies } from "./support/figures.ts"
import { listingDatabase } from "./support/listingDatabase.ts"
import { benchSize } from "./support/size.ts"

const rounds = benchSize("ROUNDS", 100, 1)
const MAX_MEDIAN_MILLIS = 50
const seeded = {
  users: benchSize("USERS", 10_000, 60),
  groups: benchSize("GROUPS", 500, 5),
  accounts: benchSize("ACCOUNTS", 2_000, 10),
  s3Users: benchSize("S3_USERS", 2_000, 10),
  connections: benchSize("CONNECTIONS", 500, 5),
  notifications: benchSize("NOTIFICATIONS", 20_000, 20)
}

interface Question {
  readonly what: string
  readonly path: string
  readonly bare: ReadonlyArray<string>
}

const page = (table: string, columns: string, order: string, where = "true", offset = 0) => [
  `select ${columns} from ${table} where ${where} order by ${order}, id limit 25 offset ${offset}`,
  `select count(*) from ${table} where ${where}`
]
const users = (order: string, where?: string, offset?: number) =>
  page(
    "ui_users",
    "id, email, full_name, role, is_active, privileges, manager_tools, created_at, last_login_at",
    order,
    where,
    offset
  )
const accounts = (order: string, where?: string, offset?: number) =>
  page("rgw_accounts", "id, name, rgw_account_id, rgw_user_uid, storage_endpoint_id, created_at", order, where, offset)
const like = (text: string, ...columns: ReadonlyArray<string>) =>
  columns.map((column) => `${column} ilike '%${text}%'`).join(" or ")

const questions: ReadonlyArray<Question> = [
  { what: "users", path: "users?page=1&page_size=25", bare: users("lower(email)") },
  { what: "users, page 390", path: "users?page=390&page_size=25", bare: users("lower(email)", "true", 389 * 25) },
  { what: "users, by name", path: "users?page=1&page_size=25&sort_by=full_name", bare: users("lower(full_name)") },
  {
    what: "users, by last sign-in",
    path: "users?page=1&page_size=25&sort_by=last_login_at&sort_dir=desc",
    bare: users("last_login_at desc nulls last")
  },
  {
    what: "users, search: one",
    path: "users?page=1&page_size=25&search=person-04242",
    bare: users("lower(email)", like("person-04242", "email", "full_name"))
  },
  {
    what: "users, search: a hundred",
    path: "users?page=1&page_size=25&search=-042",
    bare: users("lower(email)", like("-042", "email", "full_name"))
  },
  {
    what: "users, search: all",
    path: "users?page=1&page_size=25&search=example.org",
    bare: users("lower(email)", like("example.org", "email", "full_name"))
  },
  {
    what: "users, search: nobody",
    path: "users?page=1&page_size=25&search=nowhere+to+be+found",
    bare: users("lower(email)", like("nowhere to be found", "email", "full_name"))
  },
  {
    what: "users, roles and no passkey",
    path: "users?page=1&page_size=25&role=ui_admin,ui_user&passkey=false",
    bare: users("lower(email)", "role in ('ui_admin', 'ui_user')")
  },
  {
    what: "groups",
    path: "groups?page=1&page_size=25",
    bare: page("ui_groups", "id, name, description", "lower(name)")
  },
  {
    what: "groups, by members",
    path: "groups?page=1&page_size=25&sort_by=member_count&sort_dir=desc",
    bare: page(
      "ui_groups g",
      "id, name, description",
      "(select count(*) from ui_group_members m where m.group_id = g.id) desc"
    )
  },
  {
    what: "groups, search",
    path: "groups?page=1&page_size=25&search=group-042",
    bare: page("ui_groups", "id, name, description", "lower(name)", like("group-042", "name", "description"))
  },
  { what: "accounts", path: "accounts?page=1&page_size=25", bare: accounts("lower(name)") },
  { what: "accounts, page 78", path: "accounts?page=78&page_size=25", bare: accounts("lower(name)", "true", 77 * 25) },
  {
    what: "accounts, search: one",
    path: "accounts?page=1&page_size=25&search=account-01234",
    bare: accounts("lower(name)", like("account-01234", "name", "rgw_account_id", "rgw_user_uid"))
  },
  {
    what: "accounts, search: all",
    path: "accounts?page=1&page_size=25&search=account",
    bare: accounts("lower(name)", like("account", "name", "rgw_account_id", "rgw_user_uid"))
  },
  {
    what: "RGW users",
    path: "s3-users?page=1&page_size=25",
    bare: page("rgw_users", "id, name, rgw_user_uid, storage_endpoint_id, created_at", "lower(name)")
  },
  {
    what: "RGW users, search",
    path: "s3-users?page=1&page_size=25&search=user-00777",
    bare: page(
      "rgw_users",
      "id, name, rgw_user_uid, storage_endpoint_id, created_at",
      "lower(name)",
      like("user-00777", "name", "rgw_user_uid")
    )
  },
  {
    what: "connections",
    path: "s3-connections?page=1&page_size=25",
    bare: page(
      "s3_connections",
      "id, name, access_key, storage_endpoint_id, created_at",
      "lower(name)",
      "owner_user_id is null"
    )
  },
  {
    what: "connections, search",
    path: "s3-connections?page=1&page_size=25&search=connection-042",
    bare: page(
      "s3_connections",
      "id, name, access_key, storage_endpoint_id, created_at",
      "lower(name)",
      "owner_user_id is null and name ilike '%connection-042%'"
    )
  },
  {
    what: "a chooser of users",
    path: "link-choices/user?page=1&page_size=100&search=person-04",
    bare: page("ui_users", "id, full_name, email", "lower(full_name)", like("person-04", "full_name", "email"))
  },
  {
    what: "a chooser of accounts",
    path: "link-choices/account?page=1&page_size=100",
    bare: page("rgw_accounts", "id, name, rgw_account_id", "lower(name)")
  },
  {
    what: "notifications",
    path: "../notifications?limit=50",
    bare: ["select * from notifications where user_id = 1 order by created_at desc, id desc limit 51"]
  },
  {
    what: "sessions",
    path: "identity/sessions?limit=50",
    bare: ["select * from auth_sessions where revoked_at is null order by created_at desc, id desc limit 51"]
  },
  { what: "overview: summary", path: "stats/summary", bare: [] },
  { what: "overview: storage", path: "stats/storage", bare: [] },
  { what: "overview: traffic", path: "stats/traffic", bare: [] }
]

const measure = Effect.gen(function* () {
  const dataDir = yield* dataFolder
  const key = randomBytes(32).toString("base64url")
  const database = yield* listingDatabase(dataDir, key, 1)
  yield* Effect.provide(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`update ui_users set role = 'ui_superadmin'`
      yield* seedPeople(seeded)
      yield* sql`update auth_sessions s set auth_version = u.auth_version from ui_users u where u.id = s.user_id`
    }),
    PgClient.layer({ url: Redacted.make(database.url), maxConnections: 1 })
  )
  const service = yield* Effect.acquireRelease(
    Effect.promise(() =>
      startService({
        env: {
          DATABASE_URL: database.url,
          UI_JWT_KEYS: key,
          CREDENTIAL_KEYS: key,
          SANDBOX_GATEWAY: "false",
          HOST: "127.0.0.1"
        }
      })
    ),
    (started) => Effect.promise(() => started.stop())
  )
  const bare = new Client({ connectionString: database.url })
  yield* Effect.acquireRelease(
    Effect.promise(() => bare.connect()),
    () => Effect.promise(() => bare.end())
  )
  const cookie = `${cookieNames.access}=${database.access}`

  const ask = (path: string) =>
    Effect.promise(async () => {
      const response = await fetch(new URL(`/api/admin/${path}`, service.origin), { headers: { cookie } })
      const body = await response.text()
      if (!response.ok) throw new Error(`${path}: ${body}`)
      return body.length
    })
  const timed = <A>(work: Effect.Effect<A>) =>
    Effect.gen(function* () {
      const began = performance.now()
      const made = yield* work
      return [performance.now() - began, made] as const
    })

  const rows: Array<Latency> = []
  for (const { bare: statements, path, what } of questions) {
    const [ours, theirs]: [Array<number>, Array<number>] = [[], []]
    for (let round = -5; round < rounds; round++) {
      const [mine] = yield* timed(ask(path))
      const [other] = yield* timed(
        Effect.promise(async () => {
          for (const text of statements) await bare.query(text)
        })
      )
      if (round >= 0) {
        ours.push(mine)
        theirs.push(other)
      }
    }
    rows.push({ what, ours, bare: statements.length === 0 ? null : theirs })
  }
  printLatencies(
    `Lists of ${seeded.users} users, ${seeded.groups} groups, ${seeded.accounts} accounts, ` +
      `${seeded.s3Users} RGW users and ${seeded.connections} connections, ${rounds} rounds (ms)`,
    rows,
    MAX_MEDIAN_MILLIS
  )

  console.log("\n  what a chooser reads (bytes of JSON)")
  for (const path of [
    "accounts/minimal",
    "link-choices/account?page=1&page_size=100",
    "users/minimal",
    "link-choices/user?page=1&page_size=100"
  ]) {
    const [took, length] = yield* timed(ask(path))
    console.log(`  ${path.padEnd(46)}${String(length).padStart(9)} in ${took.toFixed(0)} ms`)
  }
})

await Effect.runPromise(Effect.scoped(measure) as Effect.Effect<void>)

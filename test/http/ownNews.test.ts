import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { cookieNames } from "#http/sessionCookies.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { type UserRecord, Users } from "#services/identity/users/Users.ts"
import { UserRights } from "#services/identity/users/UserRights.ts"
import { somebody } from "../rules/people.ts"
import { EventConnection } from "../support/EventConnection.ts"
import { WholeService } from "../support/WholeService.ts"

/** Less than the rule of 5 s and than any poll: only an announcement is so fast. */
const announced = 1_500

const signIn = Effect.fnUntraced(function* (record: UserRecord) {
  const opened = yield* (yield* Sessions).open(record, yield* DateTime.now)
  return { id: record.user.id, cookie: `${cookieNames.access}=${Redacted.value(opened.access)}` }
})
const person = () => Effect.flatMap(somebody("ui_user"), signIn)
const people = Effect.fnUntraced(function* (count: number) {
  const users = yield* Users
  const { passwordHash } = yield* somebody("ui_user")
  return yield* Effect.forEach(
    Array.from({ length: count }),
    () =>
      Effect.gen(function* () {
        const record = yield* users.create(
          { email: `${crypto.randomUUID()}@example.org`, fullName: "One of many", role: "ui_user", passwordHash },
          yield* DateTime.now
        )
        return yield* signIn(record!)
      }),
    { concurrency: 10 }
  )
})
type Person = Effect.Success<ReturnType<typeof person>>

const read = Effect.fnUntraced(function* <A>({ cookie }: Person, path: string) {
  const { publicOrigin } = yield* Settings
  return yield* Effect.promise(
    async () => (await (await fetch(`${publicOrigin}/api${path}`, { headers: { cookie } })).json()) as A
  )
})

const watch = Effect.fnUntraced(function* ({ cookie }: Person) {
  const { publicOrigin } = yield* Settings
  return yield* Effect.acquireRelease(
    Effect.promise(() => EventConnection.open(`${publicOrigin}/api/notifications/stream`, { cookie })),
    (connection) => Effect.sync(() => connection.close())
  )
})

const marksOf = (connection: EventConnection) =>
  connection.frames
    .filter(({ event }) => event === "access")
    .map(({ data }) => (data as { readonly access_mark: string }).access_mark)

const account = Effect.fnUntraced(function* () {
  const sql = yield* SqlClient.SqlClient
  const name = crypto.randomUUID()
  const [endpoint] = yield* sql<{ id: number }>`
    insert into storage_endpoints (name, provider, url, region, verify_tls, features_config, created_at, updated_at)
    values (${name}, 'cluster', ${`http://${name}.example`}, 'eu', true, '{"features":{}}', now(), now()) returning id`
  const [row] = yield* sql<{ id: number }>`
    insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    values ('a', ${name}, ${name}, ${endpoint!.id}, 'AK', 'not a secret', now()) returning id`
  return row!.id
})

const group = Effect.fnUntraced(function* (members: ReadonlyArray<number>) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{
    id: number
  }>`insert into ui_groups (name, created_at, updated_at) values (${crypto.randomUUID()}, now(), now()) returning id`
  for (const member of members)
    yield* sql`insert into ui_group_members (group_id, user_id) values (${row!.id}, ${member})`
  return row!.id
})

const give = Effect.fnUntraced(function* (groupId: number, accountId: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    insert into group_associations (group_id, rgw_account_id, manager_role, allow_manager_browser_data_access)
    values (${groupId}, ${accountId}, 'account_administrator', true)`
})

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })("the stream of one's own", (it) => {
  it.effect("has a mark of links at once: none used between a page's reading and its connection is missed", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const mine = yield* watch(yield* person())
        yield* Effect.promise(() => mine.received(({ event }) => event === "shares"))
      })
    )
  )

  it.effect(
    "tells at once what the session says, and another mark whenever a right is given, lowered or taken, whichever way",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const [ada, bystander] = [yield* person(), yield* person()]
          const [rgw, team] = [yield* account(), yield* group([])]
          const [mine, theirs] = [yield* watch(ada), yield* watch(bystander)]
          yield* Effect.promise(() =>
            Promise.all([mine, theirs].map((one) => one.received(({ event }) => event === "access")))
          )
          const { access_mark } = yield* read<{ readonly access_mark: string }>(ada, "/auth/session")
          assert.deepStrictEqual(marksOf(mine), [access_mark])

          const changes: ReadonlyArray<readonly [string, Effect.Effect<unknown, unknown, SqlClient.SqlClient>]> = [
            [
              "becomes a member of a group that opens a tool",
              Effect.andThen(
                sql`update ui_users set manager_tools = '{}' where id = ${ada.id}`,
                Effect.andThen(
                  sql`update ui_groups set manager_tools = array['usage_stats'] where id = ${team}`,
                  sql`insert into ui_group_members (group_id, user_id) values (${team}, ${ada.id})`
                )
              )
            ],
            ["the group gets an account", give(team, rgw)],
            [
              "loses the objects of it",
              sql`update group_associations set allow_manager_browser_data_access = false where group_id = ${team}`
            ],
            [
              "has a lower role in it",
              sql`update group_associations set manager_role = null, portal_role = 'portal_user'
                where group_id = ${team}`
            ],
            [
              "the group loses a privilege it had",
              Effect.andThen(
                sql`update ui_groups set privileges = array['storage_ops'] where id = ${team}`,
                sql`update ui_groups set privileges = '{}', manager_tools = '{}' where id = ${team}`
              )
            ],
            [
              "is given an account directly",
              sql`insert into user_associations (user_id, rgw_account_id, manager_role)
                values (${ada.id}, ${rgw}, 'account_administrator')`
            ],
            ["leaves the group", sql`delete from ui_group_members where group_id = ${team} and user_id = ${ada.id}`],
            ["the account goes", sql`delete from rgw_accounts where id = ${rgw}`]
          ]
          for (const [what, change] of changes) {
            const known = marksOf(mine).at(-1)
            const began = performance.now()
            yield* change
            yield* Effect.promise(() =>
              mine.received(
                (frame) =>
                  frame.event === "access" &&
                  (frame.data as { readonly access_mark: string }).access_mark !== known &&
                  frame === mine.frames.findLast(({ event }) => event === "access")
              )
            )
            assert.isBelow(performance.now() - began, announced, what)
          }
          const after = yield* read<{ readonly access_mark: string }>(ada, "/auth/session")
          yield* Effect.promise(() =>
            mine.received(({ data }) => (data as { readonly access_mark?: string }).access_mark === after.access_mark)
          )
          assert.lengthOf(marksOf(theirs), 1, "nobody else is told")
          const ids = mine.frames.map(({ id }) => Number(id))
          assert.deepStrictEqual(
            ids,
            [...new Set(ids)].sort((one, other) => one - other)
          )
        })
      ),
    60_000
  )

  it.effect("a right that two groups give is not lost with one of them: the mark stays", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rights = yield* UserRights
      const ada = yield* person()
      const rgw = yield* account()
      const [one, other] = [yield* group([ada.id]), yield* group([ada.id])]
      yield* give(one, rgw)
      yield* give(other, rgw)
      const before = yield* rights.marks([ada.id])
      yield* sql`delete from ui_groups where id = ${one}`
      assert.deepStrictEqual(yield* rights.marks([ada.id]), before)
      yield* sql`delete from ui_groups where id = ${other}`
      assert.notDeepEqual(yield* rights.marks([ada.id]), before)
      assert.strictEqual((yield* rights.marks([ada.id, 2_147_483_647])).size, 1)
      assert.strictEqual((yield* rights.marks([])).size, 0)
    })
  )

  it.effect(
    "500 people who watch are told within 5 s that their group is gone, by few " +
      "statements, and lose exactly what it gave",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const many = yield* people(500)
          const rgw = yield* account()
          const team = yield* group([])
          yield* sql`insert into ui_group_members (group_id, user_id) select ${team}, id from ui_users
            where id in (select jsonb_array_elements_text(${JSON.stringify(many.map(({ id }) => id))}::text::jsonb)::int)`
          yield* give(team, rgw)
          const connections = yield* Effect.forEach(many, watch, { concurrency: 20 })
          yield* Effect.promise(() =>
            Promise.all(connections.map((one) => one.received(({ event }) => event === "access", 30_000)))
          )
          const contexts = (who: Person) =>
            Effect.map(
              read<ReadonlyArray<{ readonly id: string }>>(who, "/me/execution-contexts?workspace=browser"),
              (list) => list.map(({ id }) => id)
            )
          const [first] = many
          assert.deepStrictEqual(yield* contexts(first!), [String(rgw)])
          const looks = Effect.map(
            sql<{
              calls: number
            }>`select pg_stat_force_next_flush(), (idx_scan + seq_scan)::int as calls from pg_stat_user_tables
              where relname = 'ui_groups'`,
            ([row]) => row?.calls ?? 0
          )
          yield* Effect.sleep("1500 millis")
          const before = yield* looks
          const known = connections.map((one) => marksOf(one).at(-1))
          const began = performance.now()
          yield* sql`delete from ui_groups where id = ${team}`
          yield* Effect.promise(() =>
            Promise.all(
              connections.map((one, index) =>
                one.received(
                  ({ data, event }) =>
                    event === "access" && (data as { readonly access_mark: string }).access_mark !== known[index],
                  20_000
                )
              )
            )
          )
          assert.isBelow(performance.now() - began, 5_000)
          yield* Effect.sleep("1500 millis")
          const after = yield* looks
          console.log(
            `500 watchers: told after ${Math.round(performance.now() - began - 1_500)} ms, ${after - before} ` +
              "scans of groups"
          )
          assert.deepStrictEqual(yield* contexts(first!), [])
        })
      ),
    120_000
  )

  it.effect("what was announced while nobody listened is made up for", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const ada = yield* person()
        const rgw = yield* account()
        const team = yield* group([ada.id])
        yield* give(team, rgw)
        const mine = yield* watch(ada)
        yield* Effect.promise(() => mine.received(({ event }) => event === "access"))
        const known = marksOf(mine).at(-1)
        yield* sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
          and query ilike 'listen%'`
        yield* sql`delete from ui_groups where id = ${team}`
        yield* Effect.promise(() =>
          mine.received(
            ({ data, event }) => event === "access" && (data as { readonly access_mark: string }).access_mark !== known,
            5_000
          )
        )
      })
    )
  )
})

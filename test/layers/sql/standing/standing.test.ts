import { PgTypes } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type ValidityFacts, validityOf } from "#domain/identity/sessions/SessionValidity.ts"
import { sessionValidity } from "#layers/sql/identity/sessionValidity.ts"
import { readdirSync, readFileSync } from "node:fs"
import { TestDatabase } from "../../../support/TestDatabase.ts"

const now = DateTime.makeUnsafe("2026-11-20T10:00:00.000Z")
const at = (milliseconds: number) => DateTime.toDateUtc(DateTime.add(now, { milliseconds }))

const Offset = Schema.Literals([-86_400_000, -1, 0, 1, 86_400_000])

const Facts = Schema.Struct({
  revoked: Schema.Boolean,
  idle: Offset,
  absolute: Offset,
  owner: Schema.NullOr(
    Schema.Struct({
      active: Schema.Boolean,
      authVersion: Schema.Literals([1, 2, 3]),
      authVersionNow: Schema.Literals([1, 2, 3])
    })
  )
})
type Facts = typeof Facts.Type

const factsOf = ({ absolute, idle, owner, revoked }: Facts): ValidityFacts => ({
  revoked,
  owner,
  endsAt: DateTime.add(now, { milliseconds: Math.min(idle, absolute) })
})

const ownerOf = Effect.fnUntraced(function* ({ active, authVersionNow }: NonNullable<Facts["owner"]>) {
  const sql = yield* SqlClient.SqlClient
  const [user] = yield* sql<{ id: number }>`
    insert into ui_users (email, full_name, is_active, auth_version, created_at, updated_at)
    values (${`${crypto.randomUUID()}@example.org`}, 'Ada', ${active}, ${authVersionNow}, now(), now()) returning id`
  return user!.id
})

/** Its idle end is never after its absolute one. Without owner: of S3 keys. */
const addSession = Effect.fnUntraced(function* ({ absolute, idle, owner, revoked }: Facts) {
  const sql = yield* SqlClient.SqlClient
  const id = crypto.randomUUID()
  yield* sql`insert into auth_sessions ${sql.insert({
    id,
    authenticated_at: at(-90_000_000),
    created_at: at(-90_000_000),
    idle_expires_at: at(Math.min(idle, absolute)),
    absolute_expires_at: at(absolute),
    revoked_at: revoked ? at(-5) : null,
    revoked_reason: revoked ? "test" : null,
    kind: owner === null ? "s3" : "ui",
    user_id: owner === null ? null : yield* ownerOf(owner),
    auth_version: owner?.authVersion ?? null,
    capabilities: owner === null ? PgTypes.jsonb({}) : null
  })}`
  const [row] = yield* sql<{ state: string; stands: boolean }>`
    select ${sessionValidity(sql, "s", now).state} as state, ${sessionValidity(sql, "s", now).isValid} as stands
    from auth_sessions s left join ui_users u on u.id = s.user_id where s.id = ${id}`
  return row!
})

const addToken = Effect.fnUntraced(function* (facts: Facts, owner: NonNullable<Facts["owner"]>) {
  const sql = yield* SqlClient.SqlClient
  const id = crypto.randomUUID()
  yield* sql`
    insert into api_tokens (id, user_id, name, hash, scopes, auth_version, created_at, expires_at, revoked_at)
    values (${id}, ${yield* ownerOf(owner)}, 'token', ${id}, '["manager.read"]', ${owner.authVersion},
      ${at(-90_000_000)}, ${at(facts.absolute)},
      ${facts.revoked ? at(-5) : null})`
  const [row] = yield* sql<{ state: string; stands: boolean }>`
    select ${sessionValidity(sql, "t", now).state} as state, ${sessionValidity(sql, "t", now).isValid} as stands
    from api_tokens t join ui_users u on u.id = t.user_id where t.id = ${id}`
  return row!
})

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "60 seconds" })(
  "standing, the rule and its SQL",
  (it) => {
    it.effect.prop(
      "say the same of every session, of users and of S3 keys",
      { facts: Facts },
      ({ facts }) =>
        Effect.gen(function* () {
          const found = yield* addSession(facts)
          const expected = validityOf(factsOf(facts), now)
          assert.deepStrictEqual(found, { state: expected, stands: expected === "stands" })
        }),
      { arbitrary: { runs: 300 } }
    )

    it.effect.prop(
      "say the same of every API token",
      { facts: Facts },
      ({ facts }) =>
        Effect.gen(function* () {
          const owner = facts.owner ?? { active: true, authVersion: 1, authVersionNow: 1 }
          const found = yield* addToken(facts, owner)
          const expected = validityOf({ ...factsOf({ ...facts, idle: facts.absolute }), owner }, now)
          assert.deepStrictEqual(found, { state: expected, stands: expected === "stands" })
        }),
      { arbitrary: { runs: 300 } }
    )

    it("is written nowhere else", () => {
      const again = /auth_version\s*(?:=|<>|!=)\s*\w+\.auth_version|\b(?:idle|absolute)_expires_at\s*[<>]/
      const files = readdirSync("layers", { recursive: true, encoding: "utf8" }).filter(
        (file) => file.endsWith(".ts") && !file.endsWith("identity/standing.ts")
      )
      assert.isAbove(files.length, 100)
      // invitations are no sessions; the sweep asks when sessions ended, a different check
      assert.deepStrictEqual(files.filter((file) => again.test(readFileSync(`layers/${file}`, "utf8"))).sort(), [
        "sql/identity/InvitationRecordsSql.ts",
        "sql/identity/sessions/SessionRecordsSql.ts"
      ])
    })
  }
)

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#domain/platform/access/Caller.ts"
import { EventConnection } from "../support/EventConnection.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { makeFakeGateway } from "../streams/listings/fakeGateway.ts"
import { associate, many, origin, served, signIn } from "./listingService.ts"

const tokenOf = Effect.fnUntraced(function* ({ user }: typeof Caller.cases.Session.Type) {
  const sql = yield* SqlClient.SqlClient
  const id = crypto.randomUUID()
  yield* sql`
    insert into api_tokens (id, user_id, name, hash, scopes, auth_version, created_at, expires_at)
    values (${id}, ${user.id}, 'token', ${id}, '["manager.read"]', 1, now(), now() + interval '1 day')`
  return Caller.cases.Token.make({ token_id: id, user, scopes: ["manager.read"] })
})

/** Streams of a user and a bystander; `loses` runs after their first pages. Milliseconds until the user's end. */
const afterLosing = (
  loses: (who: {
    readonly session: typeof Caller.cases.Session.Type
    readonly token: typeof Caller.cases.Token.Type
    readonly contextId: string
  }) => Effect.Effect<unknown, unknown, SqlClient.SqlClient>,
  ends: { readonly session: boolean; readonly token: boolean } = { session: true, token: true }
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const gateway = yield* makeFakeGateway(many(3))
    const [session, bystander] = [yield* signIn, yield* signIn]
    const token = yield* tokenOf(session)
    const context = yield* associate(session)
    yield* sql`insert into user_associations (user_id, rgw_account_id, manager_role)
      values (${bystander.user.id}, ${context.id}, 'account_administrator')`
    return yield* Effect.gen(function* () {
      const url = `${yield* origin}/api/manager/buckets/stream?context_id=${context.id}&page=1&page_size=1`
      const open = (caller: string) =>
        Effect.acquireRelease(
          Effect.promise(() => EventConnection.open(url, { "x-caller": caller })),
          (connection) => Effect.sync(() => connection.close())
        )
      const [own, tokens, other] = [yield* open(""), yield* open("token"), yield* open("bystander")]
      yield* Effect.promise(() =>
        Promise.all([own, tokens, other].map((connection) => connection.received(({ event }) => event === "result")))
      )
      const began = performance.now()
      yield* loses({ session, token, contextId: context.id })
      const waits = [...(ends.session ? [own] : []), ...(ends.token ? [tokens] : [])]
      const how = yield* Effect.promise(() => Promise.all(waits.map(({ over }) => over))).pipe(
        Effect.timeout("8 seconds")
      )
      const took = performance.now() - began
      assert.deepStrictEqual(
        how,
        waits.map(() => "ended")
      )
      assert.deepStrictEqual(
        [own.closed, tokens.closed, other.closed],
        [ends.session, ends.token, false],
        "only who lost a right is closed"
      )
      return took
    }).pipe(
      Effect.scoped,
      Effect.provide(
        served(
          gateway,
          session,
          new Map<string, Caller>([
            ["bystander", bystander],
            ["token", token]
          ])
        )
      )
    )
  })

/** Less than the polling interval: only an announcement is so fast. */
const announced = 1_500
const rule = 5_000

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "60 seconds" })("the right to a stream", (it) => {
  it.effect("a revoked session ends its streams at once, and nobody else's", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const took = yield* afterLosing(
        ({ session }) =>
          sql`update auth_sessions set revoked_at = now(), revoked_reason = 'test' where id = ${session.session_id}`,
        { session: true, token: false }
      )
      assert.isBelow(took, announced)
    })
  )

  it.effect("a session whose row goes ends its streams at once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.isBelow(
        yield* afterLosing(({ session }) => sql`delete from auth_sessions where id = ${session.session_id}`, {
          session: true,
          token: false
        }),
        announced
      )
    })
  )

  it.effect("a revoked API token ends its streams at once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.isBelow(
        yield* afterLosing(({ token }) => sql`update api_tokens set revoked_at = now() where id = ${token.token_id}`, {
          session: false,
          token: true
        }),
        announced
      )
    })
  )

  it.effect("an association that goes, or loses its role to another, ends the streams of its user at once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.isBelow(
        yield* afterLosing(
          ({ contextId, session }) =>
            sql`delete from user_associations where user_id = ${session.user.id} and rgw_account_id = ${contextId}`
        ),
        announced
      )
      assert.isBelow(
        yield* afterLosing(
          ({ contextId, session }) =>
            sql`update user_associations set manager_role = null, portal_role = 'portal_user'
              where user_id = ${session.user.id} and rgw_account_id = ${contextId}`
        ),
        announced
      )
    })
  )

  it.effect("a user who is deactivated, changes role or password, or is deleted loses every stream at once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const change of ["is_active = false", "role = 'ui_none'", "password_hash = 'changed'"]) {
        assert.isBelow(
          yield* afterLosing(
            ({ session }) => sql`update ui_users set ${sql.literal(change)} where id = ${session.user.id}`
          ),
          announced,
          change
        )
      }
      assert.isBelow(
        yield* afterLosing(({ session }) => sql`delete from ui_users where id = ${session.user.id}`),
        announced
      )
    })
  )

  it.effect("what nobody announces is seen within 5 s: an expiry, and a revocation whose announcement got lost", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.isBelow(
        yield* afterLosing(
          ({ session }) =>
            sql`update auth_sessions set idle_expires_at = now() - interval '1 second'
              where id = ${session.session_id}`,
          { session: true, token: false }
        ),
        rule
      )
      assert.isBelow(
        yield* afterLosing(({ contextId, session }) =>
          sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`alter table user_associations disable trigger user_associations_changed`
              yield* sql`delete from user_associations where user_id = ${session.user.id}
                and rgw_account_id = ${contextId}`
              yield* sql`alter table user_associations enable trigger user_associations_changed`
            })
          )
        ),
        rule
      )
    })
  )

  it.effect("what was announced while nobody listened is made up for as soon as somebody does again", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const took = yield* afterLosing(
        ({ session }) =>
          Effect.gen(function* () {
            // the listener is away at this commit, and needs a quarter of a second to return
            yield* sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
              and query ilike 'listen%'`
            yield* sql`update auth_sessions set revoked_at = now(), revoked_reason = 'test'
              where id = ${session.session_id}`
          }),
        { session: true, token: false }
      )
      assert.isBelow(took, 2_500)
    })
  )

  it.effect("a right that is kept keeps its stream: other changes of the user's associations end nothing", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* afterLosing(
        ({ contextId, session, token }) =>
          Effect.gen(function* () {
            yield* associate(session)
            yield* sql`update user_associations set allow_manager_browser_data_access = true
              where user_id = ${session.user.id} and rgw_account_id = ${contextId}`
            yield* Effect.sleep("1 second")
            yield* sql`update api_tokens set revoked_at = now() where id = ${token.token_id}`
          }),
        { session: false, token: true }
      )
    })
  )
})

import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { makeSandbox } from "#sandbox/Sandbox.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { administrator } from "../services/support/storageFixture.ts"
import { somebodyWaits } from "../support/somebodyWaits.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"
import { WholeService } from "../support/WholeService.ts"
import { inBrowser, somebody } from "./people.ts"

/** Foreign transaction that holds the lock of associations and did `work`; it ends on request. */
const meanwhile = Effect.fnUntraced(function* (work: Effect.Effect<unknown, unknown, SqlClient.SqlClient>) {
  const sql = yield* SqlClient.SqlClient
  const done = yield* Deferred.make<void>()
  const end = yield* Deferred.make<void>()
  const transaction = sql`select association_turn()`.pipe(
    Effect.andThen(work),
    Effect.andThen(Deferred.succeed(done, undefined)),
    Effect.andThen(Deferred.await(end)),
    sql.withTransaction
  )
  const fiber = yield* Effect.forkChild(transaction)
  yield* Effect.race(Deferred.await(done), Fiber.join(fiber))
  return Effect.andThen(Deferred.succeed(end, undefined), Fiber.join(fiber))
})

const world = Effect.gen(function* () {
  const { browser } = yield* inBrowser("ui_superadmin", true)
  const gateway = yield* makeSandbox({ dir: yield* temporaryFolder(), seed: true })
  const endpoint = yield* (yield* StorageEndpoints).create(administrator, {
    name: `Gateway ${crypto.randomUUID()}`,
    url: gateway.url,
    provider: "cluster",
    admin_access_key: gateway.admin.accessKey,
    admin_secret_key: Redacted.make(gateway.admin.secretKey),
    features_config: { features: { admin: { enabled: true }, account: { enabled: true } } }
  })
  const send = (method: string, path: string, body?: object) =>
    Effect.map(
      Effect.promise(() => browser.send(method, path, body)),
      ({ body: row, code, status, text }) => ({ said: `${status} ${code}`.trim(), row, text })
    )
  const made = (path: string, body: object) =>
    Effect.map(send("POST", path, body), ({ row, said, text }) => {
      assert.strictEqual(said, "201", text)
      return Number(row["id"])
    })
  const name = () => `n${crypto.randomUUID().slice(0, 8)}`
  return {
    send,
    made,
    name,
    endpoint: endpoint.id,
    account: made("/api/admin/accounts", { name: name(), storage_endpoint_id: endpoint.id }),
    group: made("/api/admin/groups", { name: name() }),
    connection: (called: string) =>
      made("/api/admin/s3-connections", {
        name: called,
        storage_endpoint_id: endpoint.id,
        access_key: "AKIAKEY",
        secret_key: "secret"
      }),
    person: Effect.map(somebody(), ({ user }) => user.id)
  }
})

layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })(
  "what is deleted while it is linked",
  (it) => {
    it.effect(
      "is unknown (422) to whoever makes a group, a console user or an RGW user with it, and nothing is made",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { account, connection, endpoint, group, name, person, send } = yield* world
          const accountId = yield* account
          const groupId = yield* group
          const personId = yield* person
          const connectionId = yield* connection(name())
          const tries: ReadonlyArray<readonly [what: string, id: number, path: string, body: object]> = [
            ["ui_users", personId, "/api/admin/groups", { name: name(), user_details: [{ user_id: personId }] }],
            [
              "rgw_accounts",
              accountId,
              "/api/admin/users",
              {
                email: `${name()}@example.org`,
                full_name: "New",
                role: "ui_user",
                account_links: [{ account_id: accountId, portal_role: "portal_user" }]
              }
            ],
            [
              "s3_connections",
              connectionId,
              "/api/admin/groups",
              { name: name(), s3_connection_details: [{ s3_connection_id: connectionId }] }
            ],
            [
              "ui_groups",
              groupId,
              "/api/admin/s3-users",
              {
                storage_endpoint_id: endpoint,
                rgw_user_uid: name(),
                name: "New",
                group_links: [{ group_id: groupId, manager_role: "account_administrator" }]
              }
            ]
          ]
          for (const [table, id, path, body] of tries) {
            const end = yield* meanwhile(sql`delete from ${sql(table)} where id = ${id}`)
            const asked = yield* Effect.forkChild(send("POST", path, body))
            yield* somebodyWaits
            yield* end
            const { said, text } = yield* Fiber.join(asked)
            assert.strictEqual(said, "422 validation_failed", `${path} while ${table} goes: ${text}`)
          }
        })
    )

    it.effect("a shared connection is deleted in turn with whoever links it: neither waits for rows of the other", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { connection, name, person, send } = yield* world
        const called = name()
        const id = yield* connection(called)
        const personId = yield* person
        const turn = yield* Deferred.make<void>()
        const asked = yield* Deferred.make<void>()
        const linking = yield* Effect.forkChild(
          sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`select association_turn()`
              yield* Deferred.succeed(turn, undefined)
              yield* Deferred.await(asked)
              yield* sql`insert into user_associations (user_id, s3_connection_id, manager_role)
                values (${personId}, ${id}, 'account_administrator')`
            })
          )
        )
        yield* Deferred.await(turn)
        const removing = yield* Effect.forkChild(
          send("DELETE", `/api/admin/s3-connections/${id}?confirm_name=${called}`)
        )
        yield* somebodyWaits
        yield* Deferred.succeed(asked, undefined)
        yield* Fiber.join(linking)
        const { said, text } = yield* Fiber.join(removing)
        assert.strictEqual(said, "200", text)
        assert.lengthOf(yield* sql`select 1 from user_associations where user_id = ${personId}`, 0)
      })
    )
  }
)

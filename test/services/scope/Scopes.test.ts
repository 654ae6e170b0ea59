import { assert, describe, it } from "@effect/vitest"
import { Context, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#domain/platform/access/Caller.ts"
import type { WorkspaceId } from "#domain/platform/access/workspaces.ts"
import { RgwAccounts } from "#services/accounts/RgwAccounts.ts"
import { RightRecords } from "#services/accounts/contexts/RightRecords.ts"
import { Scopes } from "#services/accounts/scope/Scopes.ts"
import * as RightRecordsSql from "../../../layers/sql/accounts/RightRecordsSql.ts"
import { addEndpoint, addUser, administrator, inWorld } from "../support/storageFixture.ts"

const codeOf = <A, E extends { readonly _tag: string }>(effect: Effect.Effect<A, E>) =>
  Effect.map(Effect.flip(effect), (error) => error._tag)

const setPortal = Effect.fnUntraced(function* (enabled: boolean) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`delete from application_settings`
  yield* sql`insert into application_settings (settings, updated_at)
    values (${JSON.stringify({ portal: { enabled } })}::text::jsonb, now())`
})

const openSession = Effect.fnUntraced(function* (userId: number) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ id: string }>`
    insert into auth_sessions (id, user_id, kind, auth_version, created_at, authenticated_at,
      idle_expires_at, absolute_expires_at)
    select gen_random_uuid(), id, 'ui', auth_version, now(), now(), now() + interval '1 hour', now() + interval '1 hour'
    from ui_users where id = ${userId}
    returning id::text`
  return row!.id
})

describe("scopes", () => {
  it.effect("an endpoint is found by its id, and an unknown one is not found", () =>
    inWorld(() =>
      Effect.gen(function* () {
        const scopes = yield* Scopes
        const { id } = yield* addEndpoint()
        assert.strictEqual((yield* scopes.endpoint(id)).id, id)
        assert.strictEqual(yield* codeOf(scopes.endpoint(id + 1)), "NotFound")
        assert.strictEqual(yield* codeOf(scopes.endpoint(9_999_999_999)), "NotFound")
      })
    )
  )

  it.effect("all contexts are those that the caller manages", () =>
    inWorld(() =>
      Effect.gen(function* () {
        const scopes = yield* Scopes
        const endpoint = yield* addEndpoint()
        const [manages, portal] = [yield* addUser(), yield* addUser()]
        const account = yield* (yield* RgwAccounts).create(administrator, {
          name: "acme",
          storage_endpoint_id: endpoint.id,
          user_links: [
            { user_id: manages.id, manager_role: "account_administrator" },
            { user_id: portal.id, portal_role: "portal_user" }
          ]
        })
        const found = yield* scopes.contexts(manages.caller)
        assert.deepStrictEqual(
          found.map(({ context }) => context.id),
          [String(account.id)]
        )
        assert.include(found[0]?.listingKey, `endpoint:${endpoint.id}/owner:`)
        assert.deepStrictEqual(yield* scopes.contexts(portal.caller), [])
        assert.deepStrictEqual(yield* scopes.contexts(Caller.cases.Anonymous.make({})), [])
      })
    )
  )

  it.effect("a Portal account needs the Portal to be on and a portal role", () =>
    inWorld(() =>
      Effect.gen(function* () {
        const scopes = yield* Scopes
        const endpoint = yield* addEndpoint()
        const [manages, portal] = [yield* addUser(), yield* addUser()]
        const account = yield* (yield* RgwAccounts).create(administrator, {
          name: "acme",
          storage_endpoint_id: endpoint.id,
          user_links: [
            { user_id: manages.id, manager_role: "account_administrator" },
            { user_id: portal.id, portal_role: "portal_manager" }
          ]
        })
        assert.strictEqual(yield* codeOf(scopes.portal(portal.caller, account.id)), "Forbidden")
        yield* setPortal(true)
        assert.deepStrictEqual(yield* scopes.portal(portal.caller, account.id), {
          account_id: account.id,
          name: "acme",
          role: "portal_manager",
          listing_key: `endpoint:${endpoint.id}/owner:${account.rgw_account_id}`
        })
        assert.strictEqual(yield* codeOf(scopes.portal(manages.caller, account.id)), "Forbidden")
        assert.strictEqual(yield* codeOf(scopes.portal(portal.caller, account.id + 1)), "Forbidden")
        const sql = yield* SqlClient.SqlClient
        const override = (value: string) =>
          sql`update rgw_accounts set portal_settings = ${value}::text::jsonb where id = ${account.id}`
        yield* override('{"enabled": false}')
        assert.strictEqual(yield* codeOf(scopes.portal(portal.caller, account.id)), "Forbidden")
        yield* setPortal(false)
        yield* override('{"requests_enabled": true}')
        assert.strictEqual(yield* codeOf(scopes.portal(portal.caller, account.id)), "Forbidden")
        yield* override('{"enabled": true}')
        assert.strictEqual((yield* scopes.portal(portal.caller, account.id)).account_id, account.id)
      })
    )
  )

  it.effect("a stream of a workspace depends on its privilege, of the user or of a group, and on no role", () =>
    inWorld(() =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const records = Context.get(yield* Layer.build(RightRecordsSql.layer), RightRecords)
        const user = yield* addUser()
        const session_id = yield* openSession(user.id)
        const now = yield* DateTime.now
        const caller = Caller.cases.Session.make({
          session_id,
          user: { id: user.id, email: "a@example.org", full_name: "A", role: "ui_superadmin" },
          mfa_verified_at: null,
          authenticated_at: now
        })
        const standing = (workspace: WorkspaceId) =>
          Effect.map(records.areValid([{ caller, workspace, contextId: "", tool: null }]), ([first]) => first)
        const both = Effect.all([standing("cluster-admin"), standing("storage-ops")])
        const setPrivileges = (names: ReadonlyArray<string>) =>
          sql`update ui_users set role = 'ui_superadmin',
            privileges = array(select jsonb_array_elements_text(${JSON.stringify(names)}::text::jsonb))
            where id = ${user.id}`
        // a change of rights raises auth_version, which ends sessions: only the privilege must count here
        const keepSession = sql`
          update auth_sessions s set auth_version = u.auth_version from ui_users u where u.id = s.user_id`
        yield* setPrivileges([])
        yield* keepSession
        assert.deepStrictEqual(yield* both, [false, false])
        yield* setPrivileges(["cluster_admin"])
        yield* keepSession
        assert.deepStrictEqual(yield* both, [true, false])
        yield* setPrivileges([])
        const [group] = yield* sql<{ id: number }>`
          insert into ui_groups (name, privileges, created_at, updated_at)
          values ('ops', array['storage_ops'], now(), now()) returning id`
        yield* sql`insert into ui_group_members (group_id, user_id) values (${group!.id}, ${user.id})`
        yield* keepSession
        assert.deepStrictEqual(yield* both, [false, true])
        yield* sql`update ui_groups set privileges = '{}' where id = ${group!.id}`
        yield* keepSession
        assert.deepStrictEqual(yield* both, [false, false])
      })
    )
  )
})

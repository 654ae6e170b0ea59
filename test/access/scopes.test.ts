import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Api } from "#api/Api.ts"
import { Caller } from "#domain/platform/access/Caller.ts"
import { Scope } from "#domain/platform/access/Scope.ts"
import { assertAccessDeclared, type DeclaredAccess } from "#http/middleware/AccessDeclared.ts"
import { OwnedTokens } from "#services/identity/OwnedTokens.ts"
import { Users } from "#services/identity/users/Users.ts"
import { Settings } from "#services/platform/Settings.ts"
import { firstAdministrator } from "../support/firstAdministrator.ts"
import { managedAccount, sandboxPlace } from "../support/managedAccount.ts"
import { textOf } from "../support/textOf.ts"
import { WholeService } from "../support/WholeService.ts"
import { addressOf, mutates } from "./addressOf.ts"

const refusals = [
  "unauthenticated",
  "insufficient_scope",
  "scope_not_mapped",
  "browser_session_required",
  "forbidden",
  "workspace_unavailable"
]

const expected = ({ requirement }: DeclaredAccess, scope: Scope): string | null => {
  if (requirement._tag === "Scoped") return requirement.scope === scope ? null : "403 insufficient_scope"
  return requirement._tag === "Session" || requirement._tag === "Enrolment"
    ? "403 browser_session_required"
    : "403 scope_not_mapped"
}

layer(WholeService(), { excludeTestServices: true, timeout: "300 seconds" })("API-token scopes", (it) => {
  it.effect(
    "each scope opens exactly the routes that declare it: a read scope no mutation, a write scope no reading",
    () =>
      Effect.gen(function* () {
        const { publicOrigin } = yield* Settings
        const { user } = yield* firstAdministrator
        const sql = yield* SqlClient.SqlClient
        const { contextId } = yield* managedAccount((yield* sandboxPlace).place)
        const account = Number(contextId)
        yield* sql`update user_associations set portal_role = 'portal_manager' where rgw_account_id = ${account}`
        yield* sql`update rgw_accounts set portal_settings = '{"enabled": true}' where id = ${account}`
        yield* sql`update ui_users set privileges = array['cluster_admin', 'storage_ops'] where id = ${user.id}`
        const scopes = Scope.literals
        const caller = Caller.cases.Session.make({
          session_id: crypto.randomUUID(),
          user,
          mfa_verified_at: null,
          authenticated_at: yield* DateTime.now
        })
        const endpoints = yield* Effect.orDie(assertAccessDeclared(Api))
        const wrong: Array<string> = []
        let granted = 0
        for (const scope of scopes) {
          const { token } = yield* (yield* OwnedTokens).create(caller, { name: scope, scopes: [scope] })
          yield* Effect.forEach(
            endpoints,
            (endpoint) =>
              Effect.promise(async () => {
                const response = await fetch(`${publicOrigin}${addressOf(endpoint)}`, {
                  method: endpoint.method,
                  redirect: "manual",
                  headers: {
                    authorization: `Bearer ${token}`,
                    ...(mutates(endpoint) ? { "content-type": "application/json", origin: publicOrigin } : {})
                  },
                  ...(mutates(endpoint) ? { body: "{}" } : {})
                })
                const text = await textOf(response)
                const body = (text.startsWith("{") ? JSON.parse(text) : {}) as { readonly code?: string }
                const want = expected(endpoint, scope)
                const got = `${response.status} ${body.code ?? ""}`
                const right =
                  want === null ? !refusals.includes(body.code ?? "") && response.status < 500 : got === want
                if (want === null) granted++
                if (!right)
                  wrong.push(`${scope}: ${endpoint.method} ${endpoint.path}: ${got} instead of ${want ?? "access"}`)
              }),
            { concurrency: 8 }
          )
        }
        assert.deepStrictEqual(wrong, [])
        const scoped = endpoints.filter(({ requirement }) => requirement._tag === "Scoped")
        assert.strictEqual(granted, scoped.length, "every route with a scope was opened by one token")
        for (const { method, path, requirement } of scoped) {
          const write = requirement._tag === "Scoped" && requirement.scope.endsWith(".write")
          // checks, simulations and plans only read their body; ordering an archive only starts a read
          if (
            method !== "GET" &&
            !/\/(check|simulation|archives|details\/:entity|:name\/access|access\/plan|buckets\/query)$/.test(path)
          )
            assert.isTrue(write, "no mutation is opened by a read scope")
        }
      }),
    300_000
  )

  it.effect("a scope outside the owner's own workspaces is not given, and every token has at least one", () =>
    Effect.gen(function* () {
      const users = yield* Users
      const record = yield* users.create(
        { email: "none@example.org", fullName: "No Rights", role: "ui_none", passwordHash: null },
        yield* DateTime.now
      )
      const caller = Caller.cases.Session.make({
        session_id: crypto.randomUUID(),
        user: record!.user,
        mfa_verified_at: null,
        authenticated_at: yield* DateTime.now
      })
      const tokens = yield* OwnedTokens
      assert.strictEqual(
        (yield* Effect.flip(tokens.create(caller, { name: "too much", scopes: ["profile.read", "manager.read"] })))
          .code,
        "validation_failed"
      )
      assert.deepStrictEqual((yield* tokens.create(caller, { name: "own", scopes: ["profile.read"] })).scopes, [
        "profile.read"
      ])
    })
  )
})

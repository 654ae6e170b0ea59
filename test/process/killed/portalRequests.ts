import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Passage } from "../../support/GatewayProxy.ts"
import { createdAccount, internalToken, type KilledWork, registeredSandbox, until } from "./KilledWork.ts"

const held: Readonly<Record<string, Passage>> = {
  "asked-unsent": "hold the request",
  "asked-done": "hold the answer",
  "own-unsent": "hold the request",
  "own-done": "hold the answer"
}
const asked = Object.keys(held).filter((name) => name.startsWith("asked"))
const own = Object.keys(held).filter((name) => name.startsWith("own"))

export const portalRequests: KilledWork = {
  kind: "approvals of requests in the Portal, and creations of storage spaces",
  heldAt: "after the state of each is approved, or its space is stored, and before its bucket is sent or answered",
  truth: "each is granted, and recorded and reported once; each space has its bucket, and is shown as being created",
  begin: Effect.fnUntraced(function* (installation) {
    const sql = yield* SqlClient.SqlClient
    const { browser, userId } = installation
    const { endpoint, proxy } = yield* registeredSandbox(installation)
    yield* sql`update storage_endpoints
      set features_config = jsonb_set(features_config, '{features,iam}', '{"enabled": true}') where id = ${endpoint}`
    const { id: account } = yield* createdAccount(installation, endpoint, "portal")
    yield* sql`update user_associations set portal_role = 'portal_manager'
      where user_id = ${userId} and rgw_account_id = ${account}`
    const send = (method: string, path: string, body?: unknown) =>
      browser.send(method, `/api/portal${path}?account_id=${account}`, body)
    const ok = (method: string, path: string, body?: unknown) =>
      Effect.map(
        Effect.promise(() => send(method, path, body)),
        (answer) => {
          assert.include([200, 201], answer.status, answer.text)
          return answer.body
        }
      )
    yield* Effect.promise(() => browser.send("PUT", "/api/admin/settings", { portal: { enabled: true } }))
    const shared = yield* ok("POST", "/spaces", { name: "Shared", bucket_name: "shared" })
    const requests = [
      ...asked.map((name) => ({ type: "space", payload: { name, bucket_name: name }, result: null })),
      {
        type: "access",
        payload: { space_name: "Shared", right: "write" },
        result: { storage_space_id: shared["id"], right: "write" }
      }
    ]
    const ids = yield* Effect.forEach(requests, ({ payload, type }) =>
      Effect.map(ok("POST", "/requests", { type, payload }), ({ id }) => id as number)
    )
    proxy.set((method, path) =>
      method === "POST" && path === "/"
        ? "hold the request"
        : method === "PUT"
          ? (held[path.split(/[/?]/)[1] ?? ""] ?? "pass")
          : "pass"
    )
    for (const [index, { payload, result }] of requests.entries())
      void send("POST", `/requests/${ids[index]}/approve`, { result: result ?? payload }).catch(() => undefined)
    for (const name of own) void send("POST", "/spaces", { name, bucket_name: name }).catch(() => undefined)
    yield* until(() =>
      [...Object.keys(held), "POST / "].every((part) => proxy.held.some((name) => `${name} `.includes(part)))
    )
    assert.deepStrictEqual(
      yield* sql`select distinct state, granted_at from portal_requests`,
      [{ state: "approved", granted_at: null }],
      "each is approved and not granted yet"
    )
    return {
      afterKill: Effect.sync(() => proxy.set(() => "pass")),
      check: Effect.gen(function* () {
        yield* sql`update portal_requests set decided_at = now() - interval '10 minutes'`
        yield* sql`update portal_spaces set creating_since = creating_since - interval '10 minutes'`
        const spaceOf = Effect.fnUntraced(function* (name: string) {
          const [space] = yield* sql<{ id: number }>`select id from portal_spaces where name = ${name}`
          return yield* ok("GET", `/spaces/${space?.id}`)
        })
        assert.strictEqual((yield* spaceOf("own-unsent"))["bucket_state"], "creating")
        const run = Effect.map(
          Effect.promise(() =>
            browser.send("POST", "/api/internal/portal/expire", undefined, { "x-internal-token": internalToken })
          ),
          ({ body }) => body
        )
        assert.deepInclude(yield* run, {
          status: "completed",
          resumed_count: requests.length + own.length,
          failed_count: 0
        })
        assert.deepInclude(yield* run, { resumed_count: 0, failed_count: 0 })
        const { items } = yield* ok("GET", "/requests")
        assert.deepStrictEqual(
          items.map(({ state }: { readonly state: string }) => state),
          requests.map(() => "approved")
        )
        for (const name of ["Shared", ...Object.keys(held)]) {
          assert.deepInclude(yield* spaceOf(name), {
            bucket_state: "present",
            right: name === "Shared" ? "write" : "manage"
          })
        }
        const [{ n: entries } = { n: 0 }] = yield* sql<{ n: number }>`
          select count(*)::int as n from audit_logs where action = 'portal_request.approve' and status = 'success'`
        const [{ n: notes } = { n: 0 }] = yield* sql<{ n: number }>`
          select count(*)::int as n from notifications where title = 'Request approved'`
        assert.deepStrictEqual({ entries, notes }, { entries: requests.length, notes: requests.length })
      })
    }
  })
}

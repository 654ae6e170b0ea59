import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { address, call } from "../../frontend/src/client/call.ts"
import { setCsrf } from "../../frontend/src/client/csrf.ts"
import { ProblemError } from "../../frontend/src/client/problem-error.ts"
import { onStepUp, settleStepUp } from "../../frontend/src/client/step-up.ts"
import { browserStorage } from "../support/browserStorage.ts"

const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } })
const problem = (status: number, code: string) =>
  json(status, { status, code, title: code, detail: code, request_id: "r1" })

const script = (steps: ReadonlyArray<readonly [string, () => Response]>, kept = new Map<string, string>()) => {
  const left = [...steps]
  const sent: Array<{ readonly call: string; readonly csrf: string | null }> = []
  vi.stubGlobal("localStorage", browserStorage(kept))
  vi.stubGlobal("navigator", { locks: { request: (_: string, run: () => Promise<unknown>) => run() } })
  vi.stubGlobal("fetch", (address: string, init: RequestInit = {}) => {
    const call = `${init.method ?? "GET"} ${address}`
    sent.push({ call, csrf: new Headers(init.headers).get("x-csrf-token") })
    const step = left.shift()
    assert.strictEqual(call, step?.[0])
    return Promise.resolve(step![1]())
  })
  return sent
}

afterEach(() => {
  vi.unstubAllGlobals()
  setCsrf(null)
})

const token = { name: "ci", scopes: ["manager.read"] } as const
const created = { id: "t" }
const passwords = { new_password: "correct horse battery" }
const assertion = {
  id: "aa",
  rawId: "aa",
  type: "public-key",
  clientExtensionResults: {},
  response: { clientDataJSON: "aa", authenticatorData: "aa", signature: "aa" }
} as const
const refreshable = {
  authenticated: false,
  setup_required: false,
  refreshable: true,
  pending: null,
  csrf_token: "for-refresh"
}

describe("a request of the console", () => {
  it("renews an expired session once and then repeats itself", async () => {
    const sent = script([
      ["GET /api/manager/buckets?context_id=a%2Fb&page=2", () => problem(401, "unauthenticated")],
      ["GET /api/auth/session", () => json(200, refreshable)],
      ["POST /api/auth/refresh", () => json(200, { next: "ready", csrf_token: "new" })],
      ["GET /api/manager/buckets?context_id=a%2Fb&page=2", () => json(200, { items: [] })]
    ])
    assert.deepEqual<unknown>(
      await call("GET /api/manager/buckets", { query: { context_id: "a/b", page: 2, search: "", sort_by: null } }),
      { items: [] }
    )
    assert.strictEqual(sent[2]?.csrf, "for-refresh")
  })

  it("waits for the values that a page which is gone asked for, and leaves no trace of its own question", async () => {
    const kept = new Map([["stowage:refresh", String(Date.now())]])
    const used = { ...refreshable, refreshable: false }
    script(
      [
        ["GET /api/admin/users", () => problem(401, "unauthenticated")],
        ["GET /api/auth/session", () => json(200, used)],
        ["GET /api/auth/session", () => json(200, { authenticated: true, csrf_token: "c" })],
        ["GET /api/admin/users", () => json(200, { items: [] })],
        ["GET /api/admin/users", () => problem(401, "unauthenticated")],
        ["GET /api/auth/session", () => json(200, refreshable)],
        ["POST /api/auth/refresh", () => json(200, { next: "ready", csrf_token: "new" })],
        ["GET /api/admin/users", () => json(200, { items: [] })]
      ],
      kept
    )
    await call("GET /api/admin/users")
    await call("GET /api/admin/users")
    assert.deepStrictEqual([...kept], [])
  })

  it("renews the session before the first request of a page that came without an access cookie", async () => {
    const root: { dataset: { access?: string } } = { dataset: { access: "expired" } }
    vi.stubGlobal("document", { documentElement: root })
    script([
      ["GET /api/auth/session", () => json(200, refreshable)],
      ["POST /api/auth/refresh", () => json(200, { next: "ready", csrf_token: "new" })],
      ["GET /api/admin/users", () => json(200, { items: [] })],
      ["GET /api/admin/groups", () => json(200, { items: [] })]
    ])
    await call("GET /api/admin/users")
    await call("GET /api/admin/groups")
    assert.deepEqual(root.dataset, {})
  })

  it("does not wait for what was asked long ago", async () => {
    script(
      [
        ["GET /api/admin/users", () => problem(401, "session_revoked")],
        ["GET /api/auth/session", () => json(200, { ...refreshable, refreshable: false })]
      ],
      new Map([["stowage:refresh", String(Date.now() - 6_000)]])
    )
    const cause = await call("GET /api/admin/users").catch((thrown: unknown) => thrown)
    assert.strictEqual((cause as ProblemError).code, "session_revoked")
  })

  it("does not refresh when another tab already did", async () => {
    script([
      ["GET /api/admin/users", () => problem(401, "unauthenticated")],
      ["GET /api/auth/session", () => json(200, { authenticated: true, csrf_token: "c" })],
      ["GET /api/admin/users", () => json(200, { items: [] })]
    ])
    await call("GET /api/admin/users")
  })

  it("says that the session is over when it cannot be renewed", async () => {
    script([
      ["GET /api/admin/users", () => problem(401, "session_revoked")],
      ["GET /api/auth/session", () => json(200, { ...refreshable, refreshable: false })]
    ])
    const cause = await call("GET /api/admin/users").catch((thrown: unknown) => thrown)
    assert.instanceOf(cause, ProblemError)
    assert.strictEqual((cause as ProblemError).code, "session_revoked")
    assert.strictEqual((cause as ProblemError).requestId, "r1")
  })

  it("does not take a wrong password for an expired session", async () => {
    setCsrf("c")
    script([["POST /api/auth/login", () => problem(401, "invalid_credentials")]])
    const cause = await call("POST /api/auth/login", { body: { email: "a@example.org", password: "p" } }).catch(
      (thrown: unknown) => thrown
    )
    assert.strictEqual((cause as ProblemError).code, "invalid_credentials")
  })

  it("sends the CSRF value with mutations, and reads it again once when it is stale", async () => {
    setCsrf("old")
    const sent = script([
      ["DELETE /api/admin/storage-endpoints/3", () => problem(403, "csrf_failed")],
      ["GET /api/auth/session", () => json(200, { authenticated: true, csrf_token: "fresh" })],
      ["DELETE /api/admin/storage-endpoints/3", () => new Response(null, { status: 204 })]
    ])
    assert.isUndefined(await call("DELETE /api/admin/storage-endpoints/:id", { params: { id: 3 } }))
    assert.deepStrictEqual(
      sent.map(({ csrf }) => csrf),
      ["old", null, "fresh"]
    )
  })

  it("keeps the CSRF value of the session that an answer opened", async () => {
    setCsrf("old")
    const sent = script([
      ["PUT /api/me/password", () => json(200, { next: "ready", csrf_token: "new" })],
      ["POST /api/me/recovery-codes", () => json(200, { recovery_codes: [] })]
    ])
    await call("PUT /api/me/password", { body: passwords })
    await call("POST /api/me/recovery-codes")
    assert.deepStrictEqual(
      sent.map(({ csrf }) => csrf),
      ["old", "new"]
    )
  })

  it("asks the person once for all that waits, and sends each request again", async () => {
    setCsrf("c")
    const asked = vi.fn()
    const forget = onStepUp(asked)
    script([
      ["POST /api/auth/api-tokens", () => problem(403, "step_up_required")],
      ["POST /api/me/recovery-codes", () => problem(403, "step_up_required")],
      ["POST /api/auth/api-tokens", () => json(201, created)],
      ["POST /api/me/recovery-codes", () => json(200, { recovery_codes: [] })]
    ])
    const answers = Promise.all([
      call("POST /api/auth/api-tokens", { body: token }),
      call("POST /api/me/recovery-codes")
    ])
    await vi.waitFor(() => assert.isTrue(asked.mock.calls.length > 0))
    await new Promise((resolve) => setTimeout(resolve, 10))
    settleStepUp(true)
    assert.deepEqual<unknown>(await answers, [created, { recovery_codes: [] }])
    assert.strictEqual(asked.mock.calls.length, 1)
    forget()
  })

  it("renews an expired session and then asks the person, for one request", async () => {
    const forget = onStepUp(() => settleStepUp(true))
    setCsrf("c")
    script([
      ["DELETE /api/me/passkeys/3", () => problem(401, "unauthenticated")],
      ["GET /api/auth/session", () => json(200, { authenticated: true, csrf_token: "c" })],
      ["DELETE /api/me/passkeys/3", () => problem(403, "step_up_required")],
      ["DELETE /api/me/passkeys/3", () => json(200, { next: "ready", csrf_token: "new" })]
    ])
    assert.deepEqual<unknown>(await call("DELETE /api/me/passkeys/:passkey_id", { params: { passkey_id: 3 } }), {
      next: "ready",
      csrf_token: "new"
    })
    forget()
  })

  it("says that proof is wanted when the person gives none, and when it was not enough", async () => {
    setCsrf("c")
    const refused = ["PUT /api/me/password", () => problem(403, "step_up_required")] as const
    const code = async () =>
      ((await call("PUT /api/me/password", { body: passwords }).catch((thrown: unknown) => thrown)) as ProblemError)
        .code
    script([refused])
    assert.strictEqual(await code(), "step_up_required")
    for (const proven of [false, true]) {
      const forget = onStepUp(() => settleStepUp(proven))
      script(proven ? [refused, refused] : [refused])
      assert.strictEqual(await code(), "step_up_required")
      forget()
    }
  })

  it("takes a refused passkey for what it is, inside a session too", async () => {
    setCsrf("c")
    script([["POST /api/auth/step-up/verify", () => problem(401, "invalid_credentials")]])
    const cause = await call("POST /api/auth/step-up/verify", { body: assertion }).catch((thrown: unknown) => thrown)
    assert.strictEqual((cause as ProblemError).code, "invalid_credentials")
  })

  it("says that the service cannot be reached", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")))
    const cause = await call("GET /api/admin/users").catch((thrown: unknown) => thrown)
    assert.strictEqual((cause as ProblemError).code, "offline")
  })

  it("survives an error that is no problem document", async () => {
    script([["GET /api/admin/users", () => new Response("<html>", { status: 502 })]])
    const cause = await call("GET /api/admin/users").catch((thrown: unknown) => thrown)
    assert.strictEqual((cause as ProblemError).code, "http_502")
  })

  it("encodes what a path names, and asks nothing where a browser would resolve it to another path", async () => {
    const ofBucket = (bucket_name: string) =>
      call("DELETE /api/manager/buckets/:bucket_name", { params: { bucket_name }, query: { context_id: "1" } })
    setCsrf("c")
    script([
      ["DELETE /api/manager/buckets/a%2F..%2Fb%3F%25%00%0D%3Ac?context_id=1", () => new Response(null, { status: 204 })]
    ])
    await ofBucket("a/../b?%\0\r:c")
    const sent = script([])
    for (const name of ["", ".", "..", "\ud800"]) {
      const cause = await ofBucket(name).catch((thrown: unknown) => thrown)
      assert.instanceOf(cause, ProblemError)
      assert.strictEqual((cause as ProblemError).code, "invalid_input", JSON.stringify(name))
    }
    assert.deepStrictEqual(sent, [])
  })

  it("names the address of what the browser asks by itself", () => {
    const query = { context_id: "c&1", key: "a/b c" }
    assert.strictEqual(
      address("GET /api/browser/buckets/:bucket_name/objects/download", { params: { bucket_name: "x y" }, query }),
      "/api/browser/buckets/x%20y/objects/download?context_id=c%261&key=a%2Fb+c"
    )
  })
})

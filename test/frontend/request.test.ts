import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { rememberCsrf } from "../../frontend/src/client/csrf.ts"
import { ProblemError } from "../../frontend/src/client/problem-error.ts"
import { request } from "../../frontend/src/client/request.ts"
import { onStepUp, settleStepUp } from "../../frontend/src/client/step-up.ts"

const json = (status: number, body: object) => new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } })
const problem = (status: number, code: string) => json(status, { status, code, title: code, detail: code, request_id: "r1" })

/** Answers calls in the order of the script; each step names what must be asked. */
const script = (steps: ReadonlyArray<readonly [string, () => Response]>) => {
  const left = [...steps]
  const sent: Array<{ readonly call: string; readonly csrf: string | null }> = []
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
  rememberCsrf(null)
})

const refreshable = { authenticated: false, setup_required: false, refreshable: true, pending: null, csrf_token: "for-refresh" }

describe("a request of the console", () => {
  it("renews an expired session once and then repeats itself", async () => {
    const sent = script([
      ["GET /api/manager/buckets?page=2", () => problem(401, "unauthenticated")],
      ["GET /api/auth/session", () => json(200, refreshable)],
      ["POST /api/auth/refresh", () => json(200, { next: "ready", csrf_token: "new" })],
      ["GET /api/manager/buckets?page=2", () => json(200, { items: [] })]
    ])
    assert.deepStrictEqual(await request("GET", "/manager/buckets", { query: { page: 2, search: "" } }), { items: [] })
    assert.strictEqual(sent[2]?.csrf, "for-refresh")
  })

  it("does not refresh when another tab already did", async () => {
    script([
      ["GET /api/manager/buckets", () => problem(401, "unauthenticated")],
      ["GET /api/auth/session", () => json(200, { authenticated: true, csrf_token: "c" })],
      ["GET /api/manager/buckets", () => json(200, { items: [] })]
    ])
    await request("GET", "/manager/buckets")
  })

  it("says that the session is over when it cannot be renewed", async () => {
    script([
      ["GET /api/manager/buckets", () => problem(401, "session_revoked")],
      ["GET /api/auth/session", () => json(200, { ...refreshable, refreshable: false })]
    ])
    const cause = await request("GET", "/manager/buckets").catch((thrown: unknown) => thrown)
    assert.instanceOf(cause, ProblemError)
    assert.strictEqual((cause as ProblemError).code, "session_revoked")
    assert.strictEqual((cause as ProblemError).requestId, "r1")
  })

  it("does not take a wrong password for an expired session", async () => {
    rememberCsrf("c")
    script([["POST /api/auth/login", () => problem(401, "invalid_credentials")]])
    const cause = await request("POST", "/auth/login", { body: {} }).catch((thrown: unknown) => thrown)
    assert.strictEqual((cause as ProblemError).code, "invalid_credentials")
  })

  it("sends the CSRF value with mutations, and reads it again once when it is stale", async () => {
    rememberCsrf("old")
    const sent = script([
      ["DELETE /api/admin/storage-endpoints/3", () => problem(403, "csrf_failed")],
      ["GET /api/auth/session", () => json(200, { authenticated: true, csrf_token: "fresh" })],
      ["DELETE /api/admin/storage-endpoints/3", () => new Response(null, { status: 204 })]
    ])
    assert.isUndefined(await request("DELETE", "/admin/storage-endpoints/3"))
    assert.deepStrictEqual(sent.map(({ csrf }) => csrf), ["old", null, "fresh"])
  })

  it("asks the person once for all that waits, and sends each request again", async () => {
    rememberCsrf("c")
    const asked = vi.fn()
    const forget = onStepUp(asked)
    script([
      ["POST /api/auth/api-tokens", () => problem(403, "step_up_required")],
      ["POST /api/me/recovery-codes", () => problem(403, "step_up_required")],
      ["POST /api/auth/api-tokens", () => json(201, { id: "t" })],
      ["POST /api/me/recovery-codes", () => json(200, { recovery_codes: [] })]
    ])
    const answers = Promise.all([request("POST", "/auth/api-tokens", { body: {} }), request("POST", "/me/recovery-codes")])
    await vi.waitFor(() => assert.isTrue(asked.mock.calls.length > 0))
    await new Promise((resolve) => setTimeout(resolve, 10))
    settleStepUp(true)
    assert.deepStrictEqual(await answers, [{ id: "t" }, { recovery_codes: [] }])
    assert.strictEqual(asked.mock.calls.length, 1)
    forget()
  })

  it("renews an expired session and then asks the person, for one request", async () => {
    const forget = onStepUp(() => settleStepUp(true))
    rememberCsrf("c")
    script([
      ["DELETE /api/me/passkeys/3", () => problem(401, "unauthenticated")],
      ["GET /api/auth/session", () => json(200, { authenticated: true, csrf_token: "c" })],
      ["DELETE /api/me/passkeys/3", () => problem(403, "step_up_required")],
      ["DELETE /api/me/passkeys/3", () => json(200, { next: "ready", csrf_token: "new" })]
    ])
    assert.deepStrictEqual(await request("DELETE", "/me/passkeys/3"), { next: "ready", csrf_token: "new" })
    forget()
  })

  it("says that proof is wanted when the person gives none, and when it was not enough", async () => {
    rememberCsrf("c")
    const refused = ["PUT /api/me/password", () => problem(403, "step_up_required")] as const
    const code = async () => ((await request("PUT", "/me/password", { body: {} }).catch((thrown: unknown) => thrown)) as ProblemError).code
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
    rememberCsrf("c")
    script([["POST /api/auth/step-up/verify", () => problem(401, "invalid_credentials")]])
    const cause = await request("POST", "/auth/step-up/verify", { body: {} }).catch((thrown: unknown) => thrown)
    assert.strictEqual((cause as ProblemError).code, "invalid_credentials")
  })

  it("says that the service cannot be reached", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")))
    const cause = await request("GET", "/manager/buckets").catch((thrown: unknown) => thrown)
    assert.strictEqual((cause as ProblemError).code, "offline")
  })

  it("survives an error that is no problem document", async () => {
    script([["GET /api/manager/buckets", () => new Response("<html>", { status: 502 })]])
    const cause = await request("GET", "/manager/buckets").catch((thrown: unknown) => thrown)
    assert.strictEqual((cause as ProblemError).code, "http_502")
  })
})

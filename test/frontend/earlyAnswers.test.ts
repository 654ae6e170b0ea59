import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { call } from "../../frontend/src/client/call.ts"
import { setCsrf } from "../../frontend/src/client/csrf.ts"
import { takePrefetchedResponse, MAX_EARLY_AGE_MS } from "../../frontend/src/client/early-answers.ts"
import { type PrefetchedResponse, normalizedAddress } from "../../frontend/src/client/early-answer.ts"
import { browserStorage } from "../support/browserStorage.ts"

const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } })

const users = "/api/admin/users?page=1&sort_by=full_name&sort_dir=asc"

const asked = (address: string, answer: Promise<Response>, at = Date.now()): PrefetchedResponse => {
  const early = { at, came: at, answer }
  globalThis.stowageEarly?.set(normalizedAddress(address), early)
  // as in the head: perhaps nobody reads it
  answer.catch(() => undefined)
  return early
}

const service = (answers: Record<string, () => Response>): Array<string> => {
  const sent: Array<string> = []
  vi.stubGlobal("localStorage", browserStorage())
  vi.stubGlobal("navigator", { locks: { request: (_: string, run: () => Promise<unknown>) => run() } })
  vi.stubGlobal("fetch", (address: string, init: RequestInit = {}) => {
    const what = `${init.method ?? "GET"} ${address}`
    sent.push(what)
    const answer = answers[what]
    return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError(`nobody expects ${what}`))
  })
  return sent
}

beforeEach(() => {
  globalThis.stowageEarly = new Map()
})
afterEach(() => {
  globalThis.stowageEarly = undefined
  vi.unstubAllGlobals()
  setCsrf(null)
})

describe("an answer that the page's head asked for", () => {
  it("is taken once: the second question goes to the service", async () => {
    asked(users, Promise.resolve(json(200, { items: ["early"] })))
    assert.deepStrictEqual(await (await takePrefetchedResponse(users))?.json(), { items: ["early"] })
    assert.isUndefined(await takePrefetchedResponse(users))
  })

  it("is one question's, in whatever order its parameters stand, and no other's", async () => {
    asked(users, Promise.resolve(json(200, {})))
    for (const other of [
      "/api/admin/users",
      "/api/admin/users?page=2&sort_by=full_name&sort_dir=asc",
      "/api/admin/users?page=1&sort_by=email&sort_dir=asc",
      `${users}&role=ui_admin`,
      `${users}&context_id=1`,
      "/api/admin/accounts?page=1&sort_by=full_name&sort_dir=asc"
    ])
      assert.isUndefined(await takePrefetchedResponse(other), other)
    assert.strictEqual(
      (await takePrefetchedResponse("/api/admin/users?sort_dir=asc&page=1&sort_by=full_name"))?.status,
      200
    )
  })

  it("tells one context from another, and values that look alike", () => {
    assert.notStrictEqual(
      normalizedAddress("/api/manager/buckets?context_id=1"),
      normalizedAddress("/api/manager/buckets?context_id=11")
    )
    assert.notStrictEqual(
      normalizedAddress("/api/manager/buckets?search=a%26b%3Dc"),
      normalizedAddress("/api/manager/buckets?search=a&b=c")
    )
    assert.strictEqual(
      normalizedAddress("/api/manager/buckets?search=a%20b&page=1"),
      normalizedAddress("/api/manager/buckets?page=1&search=a+b")
    )
  })

  it("is not used when it is too old, nor kept for later", async () => {
    asked(users, Promise.resolve(json(200, {})), Date.now() - MAX_EARLY_AGE_MS - 1)
    assert.isUndefined(await takePrefetchedResponse(users))
    assert.strictEqual(globalThis.stowageEarly?.size, 0)
  })

  it("is not used when the clock was set back since", async () => {
    asked(users, Promise.resolve(json(200, {})), Date.now() + MAX_EARLY_AGE_MS + 1_000)
    assert.isUndefined(await takePrefetchedResponse(users))
  })

  it("is not used when the line or the service failed: the page asks by itself", async () => {
    asked(users, Promise.reject(new TypeError("Failed to fetch")))
    assert.isUndefined(await takePrefetchedResponse(users))
    asked(users, Promise.resolve(json(503, {})))
    assert.isUndefined(await takePrefetchedResponse(users))
    asked(users, Promise.resolve(json(500, {})))
    const sent = service({ [`GET ${users}`]: () => json(200, { items: [] }) })
    assert.deepStrictEqual<unknown>(
      await call("GET /api/admin/users", { query: { page: 1, sort_by: "full_name", sort_dir: "asc" } }),
      { items: [] }
    )
    assert.deepStrictEqual(sent, [`GET ${users}`])
  })

  it("that says 401 renews the session once and is asked for again", async () => {
    asked(
      users,
      Promise.resolve(json(401, { status: 401, code: "unauthenticated", title: "", detail: "", request_id: "r" }))
    )
    const sent = service({
      "GET /api/auth/session": () =>
        json(200, { authenticated: false, setup_required: false, refreshable: true, pending: null, csrf_token: "c" }),
      "POST /api/auth/refresh": () => json(200, { next: "ready", csrf_token: "d" }),
      [`GET ${users}`]: () => json(200, { items: [] })
    })
    assert.deepStrictEqual<unknown>(
      await call("GET /api/admin/users", { query: { page: 1, sort_by: "full_name", sort_dir: "asc" } }),
      { items: [] }
    )
    assert.deepStrictEqual(sent, ["GET /api/auth/session", "POST /api/auth/refresh", `GET ${users}`])
  })

  it("saves the request, and no change ever takes it", async () => {
    asked("/api/admin/users", Promise.resolve(json(200, { items: ["early"] })))
    setCsrf("c")
    const sent = service({ "POST /api/admin/users": () => json(201, { id: 7 }) })
    await call("POST /api/admin/users", { body: { email: "a@example.org", full_name: "A", role: "ui_user" } as never })
    assert.deepStrictEqual<unknown>(await call("GET /api/admin/users"), { items: ["early"] })
    assert.deepStrictEqual(sent, ["POST /api/admin/users"])
  })

  it("fails like any request whose asker has gone, before it came and while it is waited for", async () => {
    const gone = new AbortController()
    gone.abort()
    asked(users, Promise.resolve(json(200, {})))
    assert.strictEqual(
      ((await takePrefetchedResponse(users, gone.signal).catch((cause: unknown) => cause)) as Error).name,
      "AbortError"
    )
    const leaving = new AbortController()
    asked(users, new Promise(() => undefined))
    const waiting = takePrefetchedResponse(users, leaving.signal).catch((cause: unknown) => cause)
    leaving.abort()
    assert.strictEqual(((await waiting) as Error).name, "AbortError")
  })

  it("that an asker gave up is not left for the next one", async () => {
    const leaving = new AbortController()
    asked(users, new Promise(() => undefined))
    const waiting = takePrefetchedResponse(users, leaving.signal).catch(() => "gone")
    leaving.abort()
    assert.strictEqual(await waiting, "gone")
    assert.isUndefined(await takePrefetchedResponse(users))
  })
})

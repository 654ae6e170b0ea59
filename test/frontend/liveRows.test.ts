import { afterEach, describe, expect, it, vi } from "vitest"
import { columnsText, hiddenIn } from "../../frontend/src/components/resource-table/columns-address.ts"
import { CachedRows, cachedRows } from "../../frontend/src/features/buckets/live-rows/cached-rows.ts"
import { followRows } from "../../frontend/src/features/buckets/live-rows/follow-rows.ts"
import { asListed, type Rule, ruleHasParam } from "../../frontend/src/features/buckets/feature-rules/rule.ts"
import type { LivePage, LiveRows } from "../../frontend/src/features/buckets/live-rows/live-rows.ts"
import { ProblemError } from "../../frontend/src/client/problem-error.ts"

describe("chosen columns in the address", () => {
  it("say the same after they were read again; what is no key is left out", () => {
    const some: ReadonlyArray<Readonly<Record<string, boolean>>> = [
      {},
      { "features.cors": false },
      { owner: true, "features.tags": false, quota_usage: true }
    ]
    for (const hidden of some) expect(hiddenIn(columnsText(hidden))).toEqual(hidden)
    expect(columnsText({ owner: true, "features.tags": false })).toBe("-owner,features.tags")
    expect(hiddenIn("name,,-,--x,<b>,features.cors")).toEqual({ name: false, "features.cors": false })
  })
})

describe("rows that a stream tells", () => {
  const { signal } = new AbortController()
  it("are waited for once, then shown by bucket as far as they are known", async () => {
    const rows = new CachedRows<{ readonly id: string }>()
    const first = rows.known("one", signal)
    rows.put("b", [{ id: "b/1" }, { id: "b/2" }])
    rows.put("a", [{ id: "a" }])
    expect((await first).map(({ id }) => id)).toEqual(["a", "b/1", "b/2"])
    rows.put("b", [{ id: "b/1" }])
    expect((await rows.known("one", signal)).map(({ id }) => id)).toEqual(["a", "b/1"])
  })

  it("are none of another question's, and nothing where everything is told and there is nothing", async () => {
    const rows = new CachedRows<object>()
    rows.hold("one")
    rows.put("a", [{}])
    const other = rows.known("other", signal)
    rows.whole()
    expect(await other).toEqual([])
    expect(rows.buckets).toBe(0)
  })

  it("fail with their stream, and end when they are no longer wanted", async () => {
    const rows = new CachedRows<object>()
    const refused = expect(rows.known("one", signal)).rejects.toThrow("Nothing to see")
    rows.failed(new ProblemError({ status: 403, code: "forbidden", title: "Forbidden", detail: "Nothing to see" }))
    await refused
    const left = new AbortController()
    const waiting = expect(new CachedRows<object>().known("one", left.signal)).rejects.toThrow("left")
    left.abort(new Error("left"))
    await waiting
  })

  it("are read again by the reader that comes after a failure was shown", async () => {
    const rows = new CachedRows<{ readonly id: string }>()
    const problem = new ProblemError({
      status: 503,
      code: "overloaded",
      title: "Service Unavailable",
      detail: "Short of memory"
    })
    let reconnected = 0
    rows.reconnect = () => {
      reconnected++
    }
    const first = expect(rows.known("one", signal)).rejects.toThrow("Short of memory")
    rows.failed(problem)
    await first
    const second = rows.known("one", signal)
    expect(reconnected).toBe(1)
    rows.put("a", [{ id: "a" }])
    expect(await second).toEqual([{ id: "a" }])
    rows.failed(problem)
    expect(await rows.known("one", signal)).toEqual([{ id: "a" }])
  })
})

const rule: Rule = {
  id: "a/1",
  bucket: "a",
  feature: "lifecycle",
  rule: 1,
  state: "enabled",
  summary: "",
  params: { expiration_days: 30, prefix: "logs/", transition_days: 60 },
  problem: null
}

const READING: LiveRows = {
  phase: "reading",
  progress: null,
  unavailable: 0,
  unlisted: "",
  failure: "",
  live: false,
  readAt: null,
  turn: 0,
  again: false
}

describe("a stream of rows whose buckets could not be listed", () => {
  afterEach(() => {
    cachedRows("exposure").forget()
    cachedRows("feature-rules").forget()
    vi.unstubAllGlobals()
  })
  const fault = { code: "storage_error", detail: "The gateway refused" }

  const followed = async (page: LivePage, frames: ReadonlyArray<readonly [string, object]>) => {
    const text = frames.map(([event, data], id) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(text.join(""))))
    const state: LiveRows = { ...READING }
    const controller = new AbortController()
    const endWhenDone = () => {
      if (state.phase === "done") controller.abort()
    }
    const query = { contextId: "1", feature: "lifecycle", again: false }
    await followRows(
      page,
      query,
      state,
      endWhenDone,
      () => expect.unreachable("no bucket was deleted"),
      controller.signal
    )
    return state
  }

  it("fails the page when no bucket is known", async () => {
    const known = expect(cachedRows("exposure").known("1 ", new AbortController().signal)).rejects.toMatchObject({
      code: fault.code,
      detail: fault.detail
    })
    const listing = { state: "empty", last_error: fault }
    const { unlisted } = await followed("exposure", [["done", { buckets: 0, unavailable: 0, listing }]])
    await known
    expect(unlisted).toBe(fault.detail)
  })

  it("fails with the reason of a stream that the service refuses for now", async () => {
    const rows = cachedRows("feature-rules")
    const known = expect(rows.known("1 lifecycle", new AbortController().signal)).rejects.toThrow("Short of memory")
    vi.stubGlobal("fetch", () =>
      Promise.resolve(
        Response.json(
          { status: 503, code: "overloaded", title: "Service Unavailable", detail: "Short of memory" },
          { status: 503, headers: { "content-type": "application/problem+json" } }
        )
      )
    )
    const state: LiveRows = { ...READING }
    const controller = new AbortController()
    const query = { contextId: "1", feature: "lifecycle", again: false }
    const following = followRows(
      "feature-rules",
      query,
      state,
      () => undefined,
      () => undefined,
      controller.signal
    )
    await known
    expect(state).toMatchObject({ phase: "reading", failure: "Short of memory" })
    controller.abort()
    await following
  })

  it("shows an account without buckets when an earlier listing found none", async () => {
    const known = cachedRows("exposure").known("1 ", new AbortController().signal)
    const listing = { state: "complete", last_error: fault }
    const { unlisted } = await followed("exposure", [["done", { buckets: 0, unavailable: 0, listing }]])
    expect([await known, unlisted]).toEqual([[], fault.detail])
  })

  it("shows known rows, and says that the listing is old", async () => {
    const listing = { state: "complete", last_error: fault }
    const { unavailable, unlisted } = await followed("feature-rules", [
      ["rows", { rows: [{ bucket: "a", rules: [rule] }] }],
      ["done", { buckets: 1, unavailable: 1, listing }]
    ])
    const rows = await cachedRows("feature-rules").known("1 lifecycle", new AbortController().signal)
    expect(rows).toEqual([asListed(rule)])
    expect([unavailable, unlisted]).toEqual([1, fault.detail])
  })
})

describe("rules in the console", () => {
  it("are compared by one parameter and its own value, as the service does", () => {
    expect(ruleHasParam(rule, null, "anything")).toBe(true)
    expect(ruleHasParam(rule, "expiration_days", null)).toBe(true)
    expect(ruleHasParam(rule, "expiration_days", "30")).toBe(true)
    expect(ruleHasParam(rule, "expiration_days", "60")).toBe(false)
    expect(ruleHasParam(rule, "prefix", "LOGS")).toBe(true)
    expect(ruleHasParam(rule, "toString", null)).toBe(false)
    expect(asListed(rule)).toMatchObject({ param: "expiration_days prefix transition_days", value: "30 logs/ 60" })
  })
})

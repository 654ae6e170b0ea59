import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { ProblemError } from "../../frontend/src/client/problem-error.ts"
import { followEventStream, stream } from "../../frontend/src/client/sse.ts"

const frame = (id: number, event: string, data: object) =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
const streamed = (...frames: ReadonlyArray<string>) =>
  new Response(frames.join(""), { headers: { "content-type": "text/event-stream" } })
const refusal = (status: number, code: string) =>
  new Response(JSON.stringify({ status, code, title: code, detail: code }), { status })

const answering = (...answers: ReadonlyArray<() => Response>) => {
  const left = [...answers]
  const asked: Array<readonly [string, string | null]> = []
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    asked.push([`${init.method} ${address}`, new Headers(init.headers).get("last-event-id")])
    return Promise.resolve((left.shift() ?? (() => refusal(403, "forbidden")))())
  })
  return asked
}

const listing = {
  state: "complete",
  refreshing: false,
  stale: false,
  refreshed_at: null,
  last_error: null,
  failed_at: null,
  version: 3
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe("an event stream of the console", () => {
  it("hands out its frames with their data, and throws an error frame as the problem that it carries", async () => {
    const counts: Array<number> = []
    answering(
      () => new Response(JSON.stringify({ authenticated: true, csrf_token: "c" })),
      () =>
        streamed(
          frame(1, "progress", { stage: "counting", processed: 5, total: 9, percent: 55 }),
          frame(2, "error", { status: 502, code: "storage_error", title: "t", detail: "d" })
        )
    )
    const cause = await (async () => {
      for await (const { data, event } of stream("POST /api/manager/usage-stats/stream", {
        query: { context_id: "1" }
      })) {
        if (event === "progress") counts.push(data.processed)
      }
    })().catch((thrown: unknown) => thrown)
    assert.deepStrictEqual(counts, [5])
    assert.instanceOf(cause, ProblemError)
    assert.strictEqual((cause as ProblemError).code, "storage_error")
  })

  it("goes on after the last frame when it was cut, and ends at a refusal that asking again cannot mend", async () => {
    vi.useFakeTimers()
    const asked = answering(
      () => streamed(frame(7, "state", { listing, total: 2 }), "id: 8\nevent: st"),
      () => streamed(frame(9, "done", { listing })),
      () => refusal(503, "unavailable")
    )
    const seen: Array<string> = []
    const states: Array<boolean> = []
    const query = { context_id: "1", page: 1 }
    const over = followEventStream(
      "GET /api/manager/buckets/stream",
      { query, signal: new AbortController().signal },
      {
        onFrame: ({ event, id }) => seen.push(`${id} ${event}`),
        onState: (open) => states.push(open)
      }
    )
    await vi.advanceTimersByTimeAsync(60_000)
    await over
    const address = "GET /api/manager/buckets/stream?context_id=1&page=1"
    assert.deepStrictEqual(asked, [
      [address, null],
      [address, "7"],
      [address, "9"],
      [address, "9"]
    ])
    assert.deepStrictEqual(seen, ["7 state", "9 done"])
    assert.deepStrictEqual(states, [true, false, true, false, false, false])
  })
})

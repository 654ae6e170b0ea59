import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { backoff } from "../../frontend/src/client/backoff.ts"
import { type ServerEvent, SseParser } from "../../frontend/src/client/sse-parser.ts"

const wire =
  ': hello\r\n\r\nid: 1\r\nevent: progress\r\ndata: {"percent":\r\ndata: 50}\r\n\r\n:\n\nid: 2\ndata: ' +
  "é\n\nevent: done\ndata\n\n"
const events: ReadonlyArray<ServerEvent> = [
  { event: "progress", id: "1", data: '{"percent":\n50}' },
  { event: "message", id: "2", data: "é" },
  { event: "done", id: "2", data: "" }
]

describe("the event stream parser", () => {
  it("reads events, comments, continued data and both line ends", () => {
    assert.deepStrictEqual(new SseParser().push(wire), events)
  })

  it.prop(
    "reads the same wherever the stream is cut",
    { cuts: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: wire.length }))) },
    ({ cuts }) => {
      const parser = new SseParser()
      const places = [0, ...[...cuts].sort((a, b) => a - b), wire.length]
      const read = places.slice(1).flatMap((end, index) => parser.push(wire.slice(places[index], end)))
      assert.deepStrictEqual(read, events)
      assert.strictEqual(parser.lastEventId, "2")
    }
  )

  it("hands out nothing before the empty line, and takes the server's retry", () => {
    const parser = new SseParser()
    assert.deepStrictEqual(parser.push("retry: 5000\ndata: 1\n"), [])
    assert.strictEqual(parser.retry, 5000)
    assert.strictEqual(parser.push("\n").length, 1)
  })

  it("waits longer after each failure, at most half a minute", () => {
    assert.deepStrictEqual(
      [0, 1, 2, 10].map((attempt) => backoff(attempt, () => 0)),
      [1000, 2000, 4000, 30_000]
    )
    assert.strictEqual(
      backoff(0, () => 1),
      500
    )
  })
})

import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { trackEventStreams } from "#http/middleware/EventReaders.ts"

const encoder = new TextEncoder()

describe("a feed that has something to say at once", () => {
  it.live("is heard: what waits behind the head, which has not left yet, is no slow reader", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { attach } = yield* trackEventStreams(Effect.never)
        const server = yield* Effect.acquireRelease(
          Effect.promise(
            () =>
              new Promise<ReturnType<typeof createServer>>((resolve) => {
                const made = createServer((_, response) => {
                  response.writeHead(200, { "content-type": "text/event-stream" })
                  attach(
                    response,
                    (reader) => {
                      reader.send(encoder.encode("data: first\n\n"))
                      reader.send(encoder.encode("data: second\n\n"))
                      reader.end()
                      return () => undefined
                    },
                    "/api/prompt"
                  )
                }).listen(0, "127.0.0.1", () => resolve(made))
              })
          ),
          (made) =>
            Effect.sync(() => {
              made.closeAllConnections()
              made.close()
            })
        )
        const { port } = server.address() as AddressInfo
        const text = yield* Effect.promise(async () => (await fetch(`http://127.0.0.1:${port}`)).text())
        assert.strictEqual(text, ": open\n\ndata: first\n\ndata: second\n\n")
      })
    )
  )
})

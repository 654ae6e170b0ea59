import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { compressPage } from "../../http/console/compressPage.ts"

const served = async (page: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> => {
  const server = createServer((request, response) => {
    compressPage(request, response)
    response.setHeader("content-type", "text/html")
    page(request, response)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  try {
    const { port } = server.address() as AddressInfo
    return await fetch(`http://127.0.0.1:${port}/`, { headers: { "accept-encoding": "br" } }).then(
      (response) => response.text(),
      () => "cut off"
    )
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

describe("a compressed page", () => {
  it("arrives whole", async () => {
    assert.strictEqual(
      await served((_, response) => {
        response.write("<p>one</p>")
        response.end("<p>two</p>")
      }),
      "<p>one</p><p>two</p>"
    )
  })

  it("whose renderer ends it and then fails once more ends only itself, not the process", async () => {
    assert.strictEqual(
      await served((_, response) => {
        response.write("<p>one</p>")
        response.end()
        response.end("Not found")
      }),
      "<p>one</p>"
    )
    assert.include(
      ["cut off", "<p>one</p>"],
      await served((_, response) => {
        response.write("<p>one</p>")
        response.end()
        response.write("more")
      })
    )
  })
})

import { once } from "node:events"
import * as http from "node:http"
import { type AddressInfo, createServer } from "node:net"
import { PassThrough } from "node:stream"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { expectContinue } from "#layers/s3/expectContinue.ts"

const size = 8 * 1024 ** 2
/** Milliseconds, longer than the wait for a gateway's answer. */
const ages = 60_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Sends a body as the SDK does: the head first, the body piped behind it. Returns the status, and the bytes read. */
const send = async (port: number, headers: Readonly<Record<string, string>>) => {
  const request = http.request({
    port,
    host: "127.0.0.1",
    method: "PUT",
    headers: { "content-length": String(size), ...headers }
  })
  const body = new PassThrough()
  body.end(Buffer.alloc(size))
  expectContinue(body).pipe(request)
  const [answer] = (await once(request, "response")) as [http.IncomingMessage]
  if (body.readableLength > 0) await once(answer.resume(), "close")
  vi.advanceTimersByTime(ages)
  // the pipe reads in later turns of the loop
  await new Promise((resolve) => setImmediate(resolve))
  return { status: answer.statusCode, sent: size - body.readableLength }
}

const listening = async (server: http.Server | ReturnType<typeof createServer>) => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}

const taking: http.RequestListener = (request, response) =>
  void request.resume().on("end", () => response.writeHead(200).end())

it.each([
  ["and closes", true],
  ["and waits for more", false]
])("nothing of a body goes to whoever refuses it by its head %s, and its reason is read", async (_, closes) => {
  const server = createServer((socket) => {
    socket.once("data", () => {
      socket.write(`HTTP/1.1 403 Forbidden\r\n${closes ? "Connection: close\r\n" : ""}Content-Length: 2\r\n\r\nno`)
      if (closes) socket.destroySoon()
    })
  })
  const gone = once(server, "connection").then(([socket]) => once(socket, "close"))
  expect(await send(await listening(server), { expect: "100-continue" })).toEqual({ status: 403, sent: 0 })
  await gone
  server.close()
})

it("a body goes to whoever asks for it, at once where nobody was to be asked", async () => {
  const server = http.createServer(taking)
  const port = await listening(server)
  expect(await send(port, { expect: "100-continue" })).toEqual({ status: 200, sent: size })
  expect(await send(port, {})).toEqual({ status: 200, sent: size })
  server.close()
  server.closeAllConnections()
})

it("a body goes to whoever never says that it wants it, too", async () => {
  const server = createServer((socket) => {
    socket.once("data", () => vi.advanceTimersByTime(ages))
    let read = 0
    socket.on("data", (bytes) => {
      read += bytes.length
      if (read > size) socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    })
  })
  expect(await send(await listening(server), { expect: "100-continue" })).toEqual({ status: 200, sent: size })
  server.close()
})

import { once } from "node:events"
import * as http from "node:http"
import { type AddressInfo, createServer } from "node:net"
import { PassThrough } from "node:stream"
import { expect, it } from "vitest"
import { onceWanted } from "#layers/s3/onceWanted.ts"

const size = 8 * 1024 ** 2

/** Sends a body to a port as the SDK does: the head first, the body piped behind it. Answers the status, and how much of the body was asked for. */
const send = async (port: number, headers: Readonly<Record<string, string>>) => {
  const request = http.request({ port, host: "127.0.0.1", method: "PUT", headers: { "content-length": String(size), ...headers } })
  const body = new PassThrough()
  body.end(Buffer.alloc(size))
  onceWanted(body).pipe(request)
  const [answer] = await once(request, "response") as [http.IncomingMessage]
  answer.resume()
  return { status: answer.statusCode, sent: size - body.readableLength }
}

const listening = async (server: http.Server | ReturnType<typeof createServer>) => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}

const taking: http.RequestListener = (request, response) => void request.resume().on("end", () => response.writeHead(200).end())

it("nothing of a body goes to whoever refuses it by its head, and its reason is read", async () => {
  const server = http.createServer(taking).on("checkContinue", (_, response: http.ServerResponse) => {
    response.writeHead(403, { connection: "close" }).end("no", () => response.socket?.destroy())
  })
  expect(await send(await listening(server), { expect: "100-continue" })).toEqual({ status: 403, sent: 0 })
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
    let read = 0
    socket.on("data", (bytes) => {
      read += bytes.length
      if (read > size) socket.end("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    })
  })
  expect(await send(await listening(server), { expect: "100-continue" })).toEqual({ status: 200, sent: size })
  server.close()
})

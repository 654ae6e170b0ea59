import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, it } from "vitest"
import { drainListener } from "#http/drainListener.ts"

const answered = async (made: Server): Promise<string> => {
  made.listen(0, "127.0.0.1")
  await once(made, "listening")
  const { port } = made.address() as AddressInfo
  const client = spawn(
    "bash",
    [
      "-c",
      `exec 3<>/dev/tcp/127.0.0.1/${port}; printf 'POST / HTTP/1.1\\r\\nHost: here\\r\\nContent-Length: ` +
        "2\\r\\nConnection: close\\r\\n\\r\\nhi' >&3; cat <&3"
    ],
    { stdio: ["ignore", "pipe", "ignore"] }
  )
  let said = ""
  client.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text
  })
  // the system accepts the connection and its bytes; the process does not meanwhile
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  const closed = new Promise<void>((resolve) => made.close(() => resolve()))
  await Promise.all([closed, once(client, "close")])
  return said
}

const greeting = () => createServer((request, response) => request.resume().on("end", () => response.end("done")))

it("whoever waits to be accepted when a server closes is served", async () => {
  expect(await answered(drainListener(greeting()))).toMatch(/^HTTP\/1\.1 200 OK[^]*done$/)
})

it("which a plain close does not do", async () => {
  expect(await answered(greeting())).toBe("")
})

it("a server that never comes to rest is closed all the same", async () => {
  const server = drainListener(greeting())
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  let busy = true
  const work = () => {
    const until = performance.now() + 1
    while (performance.now() < until);
    if (busy) setImmediate(work)
  }
  work()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  busy = false
  expect(server.listening).toBe(false)
})

import { Effect } from "effect"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export const webhookReceiver = (...statuses: ReadonlyArray<number>) =>
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<{ url: string; received: Array<Received>; close: () => void }>((resolve) => {
          const received: Array<Received> = []
          const server = createServer((request, response) => {
            const chunks: Array<Buffer> = []
            request.on("data", (chunk: Buffer) => void chunks.push(chunk))
            request.on("end", () => {
              const status = statuses[Math.min(received.length, statuses.length - 1)] ?? 204
              received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
              response.writeHead(status, { location: "http://localhost:1/elsewhere" }).end()
            })
          })
          server.listen(0, "localhost", () => {
            const { port } = server.address() as AddressInfo
            resolve({ url: `http://localhost:${port}/hook`, received, close: () => server.close() })
          })
        })
    ),
    ({ close }) => Effect.sync(close)
  )

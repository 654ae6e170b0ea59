import { Effect } from "effect"
import { once } from "node:events"
import { createServer, type Server, type Socket } from "node:net"
import { createServer as createSecureServer, type TlsOptions } from "node:tls"

export interface ScriptedServer {
  readonly port: number
  readonly connections: () => number
  readonly heard: () => Buffer
  readonly quiet: () => Promise<void>
}

type Script = (socket: Socket) => void

const run = (make: (script: Script) => Server, event: "connection" | "secureConnection", script: Script) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const open = new Set<Socket>()
        const received: Array<Buffer> = []
        let connections = 0
        const server = make((socket) => {
          socket.on("data", (bytes: Buffer) => received.push(bytes))
          script(socket)
        })
        server.on("connection", (socket: Socket) => {
          connections += 1
          open.add(socket)
          // clients may disconnect abruptly
          socket.on("error", () => socket.destroy()).on("close", () => open.delete(socket))
        })
        server.on(event, (socket: Socket) => void socket.on("error", () => socket.destroy()))
        server.on("tlsClientError", () => undefined)
        server.listen(0, "127.0.0.1")
        await once(server, "listening")
        return { server, open, heard: received, connections: () => connections }
      }),
      ({ open, server }) =>
        Effect.promise(async () => {
          for (const socket of open) socket.destroy()
          await new Promise((resolve) => server.close(resolve))
        })
    ),
    ({ connections, heard, open, server }): ScriptedServer => {
      const address = server.address()
      return {
        port: typeof address === "object" && address !== null ? address.port : 0,
        connections,
        heard: () => Buffer.concat(heard),
        quiet: async () => {
          while (open.size > 0) await once([...open][0]!, "close")
        }
      }
    }
  )

export const tcpServer = (script: Script) => run((each) => createServer(each), "connection", script)

export const tlsServer = (options: TlsOptions, script: Script) =>
  run((each) => createSecureServer(options, each), "secureConnection", script)

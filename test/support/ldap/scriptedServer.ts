import { Effect } from "effect"
import { once } from "node:events"
import { createServer, type Server, type Socket } from "node:net"
import { createServer as createSecureServer, type TlsOptions } from "node:tls"

/** A server that does what a test says, and remembers. */
export interface ScriptedServer {
  readonly port: number
  /** How many connections came in. */
  readonly connections: () => number
  /** Everything that was received. */
  readonly heard: () => Buffer
  /** Resolves when no connection is open any more. */
  readonly quiet: () => Promise<void>
}

type Script = (socket: Socket) => void

const run = (make: (script: Script) => Server, event: "connection" | "secureConnection", script: Script) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const open = new Set<Socket>()
        const heard: Array<Buffer> = []
        let connections = 0
        const server = make((socket) => {
          socket.on("data", (bytes: Buffer) => heard.push(bytes))
          script(socket)
        })
        server.on("connection", (socket: Socket) => {
          connections += 1
          open.add(socket)
          // clients that hang up without a word are part of the test
          socket.on("error", () => socket.destroy()).on("close", () => open.delete(socket))
        })
        server.on(event, (socket: Socket) => void socket.on("error", () => socket.destroy()))
        server.on("tlsClientError", () => undefined)
        server.listen(0, "127.0.0.1")
        await once(server, "listening")
        return { server, open, heard, connections: () => connections }
      }),
      ({ open, server }) => Effect.promise(async () => {
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

/** In clear; ends with the scope. */
export const tcpServer = (script: Script) => run((each) => createServer(each), "connection", script)

/** Under TLS. */
export const tlsServer = (options: TlsOptions, script: Script) => run((each) => createSecureServer(options, each), "secureConnection", script)

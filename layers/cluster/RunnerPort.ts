import * as NodeSocket from "@effect/platform-node/NodeSocket"
import { Clock, Context, Effect, Exit, Fiber, Layer, Metric, Result, Scope } from "effect"
import { NetAddress } from "effect/net"
import { type Socket, SocketServer } from "effect/socket"
import type { AddressInfo } from "node:net"
import { createServer, type TLSSocket } from "node:tls"
import { keyHintOf, type RunnerKey } from "./runnerKeys.ts"
import { runnerSuite } from "./runnerSuite.ts"

const HANDSHAKE_LIMITS = { patience: 3_000, atOnce: 64 }

const REPORT_INTERVAL_MILLIS = 60_000

const refused = Metric.counter("stowage_runner_refused_total", {
  description: "Connections to the runner's port that did not prove that they are a replica",
  incremental: true
})

export const refusedRunnersFromZero = Metric.update(refused, 0)

/** The TLS handshake refuses clients without a key of the ring, before any of their data is decoded. */
export const runnerPort = (
  { host, port }: { readonly host: string; readonly port: number },
  keys: ReadonlyArray<RunnerKey>
) =>
  Layer.effect(
    SocketServer.SocketServer,
    Effect.gen(function* () {
      const context = yield* Effect.context<never>()
      const secrets = new Map(keys.map(({ id, secret }) => [id, secret]))
      const server = createServer({
        ...runnerSuite,
        pskIdentityHint: keyHintOf(keys),
        pskCallback: (_, identity) => secrets.get(identity) ?? null,
        handshakeTimeout: HANDSHAKE_LIMITS.patience,
        keepAlive: true,
        keepAliveInitialDelay: 5_000
      })

      const proving = new Set<string>()
      const nameOf = (socket: {
        readonly remoteAddress?: string | undefined
        readonly remotePort?: number | undefined
      }) => `${socket.remoteAddress} ${socket.remotePort}`
      server.on("connection", (socket) => {
        if (proving.size >= HANDSHAKE_LIMITS.atOnce) return socket.destroy()
        const name = nameOf(socket)
        proving.add(name)
        socket.once("close", () => proving.delete(name))
      })
      server.on("secureConnection", (socket) => proving.delete(nameOf(socket)))

      const lastReport = { at: Number.NEGATIVE_INFINITY, times: 0 }
      server.on("tlsClientError", (_, socket) => {
        const address = socket.remoteAddress ?? "gone already"
        socket.destroy()
        Effect.runForkWith(context)(
          Effect.gen(function* () {
            yield* Metric.update(refused, 1)
            lastReport.times++
            const now = yield* Clock.currentTimeMillis
            if (now - lastReport.at < REPORT_INTERVAL_MILLIS) return
            const { times } = lastReport
            Object.assign(lastReport, { at: now, times: 0 })
            yield* Effect.logWarning(
              "Somebody asked the runner's port who proved no key of JWT_KEYS: a stranger, or a replica whose " +
                "ring is another",
              { address, times }
            )
          })
        )
      })

      const open = new Set<TLSSocket>()
      let handle = (socket: TLSSocket): void => {
        socket.pause()
      }
      server.on("secureConnection", (socket) => {
        open.add(socket)
        socket.once("close", () => open.delete(socket))
        socket.on("error", () => socket.destroy())
        handle(socket)
      })

      yield* Effect.acquireRelease(
        Effect.callback<void, SocketServer.SocketServerError>((resume) => {
          server.once("error", (cause) =>
            resume(
              Effect.fail(
                new SocketServer.SocketServerError({ reason: new SocketServer.SocketServerOpenError({ cause }) })
              )
            )
          )
          server.listen({ host, port }, () => resume(Effect.void))
        }),
        () =>
          Effect.callback<void>((resume) => {
            for (const socket of open) socket.destroy()
            server.close(() => resume(Effect.void))
          })
      )
      const bound = server.address() as AddressInfo

      const run = Effect.fnUntraced(function* <R, E, _>(handler: (socket: Socket.Socket) => Effect.Effect<_, E, R>) {
        const scope = yield* Scope.make()
        const services = Context.omit(Scope.Scope)(yield* Effect.context<R>()) as Context.Context<R>
        handle = (socket) => {
          socket.pause()
          NodeSocket.fromDuplex(
            Effect.acquireRelease(Effect.succeed(socket), () => Effect.sync(() => socket.destroySoon()))
          ).pipe(
            Effect.flatMap(handler),
            Effect.ignoreCause({ log: "Debug", message: "A line of the runner's port broke" }),
            Effect.runForkWith(services),
            Fiber.runIn(scope)
          )
        }
        open.forEach(handle)
        return yield* Effect.callback<never>(() => Scope.close(scope, Exit.void))
      })

      return SocketServer.SocketServer.of({
        address: Result.getOrThrow(NetAddress.inetAddressFromIpString(bound.address, bound.port)),
        run
      })
    })
  )

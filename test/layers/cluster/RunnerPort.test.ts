import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Queue, Redacted, Result } from "effect"
import { RunnerAddress, Runners } from "effect/cluster"
import { RpcClient, RpcSerialization, RpcServer } from "effect/rpc"
import { SocketServer } from "effect/socket"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { connect } from "node:net"
import type { KeyRing } from "#services/platform/Settings.ts"
import { runnerKeys } from "#layers/cluster/runnerKeys.ts"
import { runnerLines } from "#layers/cluster/RunnerLines.ts"
import { runnerPort } from "#layers/cluster/RunnerPort.ts"
import { freePort } from "../../support/freePort.ts"

const key = () => ({ kid: "any", secret: Redacted.make(randomBytes(32).toString("base64url")) })
const ring = (...keys: KeyRing) => runnerKeys(keys)
const [first, second] = [key(), key()]
const host = "127.0.0.1"

const opened = (keys: ReturnType<typeof ring>) =>
  Effect.gen(function* () {
    const port = yield* Effect.promise(freePort)
    const heard = yield* Queue.unbounded<string>()
    const server = yield* Layer.build(runnerPort({ host, port }, keys))
    const counted = Layer.effect(
      SocketServer.SocketServer,
      Effect.map(SocketServer.SocketServer, ({ address, run }) =>
        SocketServer.SocketServer.of({
          address,
          run: (handler) => run((socket) => Effect.andThen(Queue.offer(heard, "a line"), handler(socket)))
        })
      )
    )
    const handlers = Runners.Rpcs.toLayer({
      Ping: () => Effect.void,
      Notify: () => Effect.die("not asked"),
      Effect: () => Effect.die("not asked"),
      Stream: () => Effect.die("not asked"),
      Envelope: () => Effect.die("not asked")
    } as never)
    yield* Layer.build(
      RpcServer.layer(Runners.Rpcs).pipe(
        Layer.provide(handlers),
        Layer.provide(RpcServer.layerProtocolSocketServer),
        Layer.provide(RpcSerialization.layerSchemaBinary()),
        Layer.provide(counted),
        Layer.provide(Layer.succeedContext(server))
      )
    )
    return { port, lines: Queue.size(heard) }
  })

const answered = (port: number, keys: ReturnType<typeof ring>) =>
  Effect.gen(function* () {
    const { make } = yield* Runners.RpcClientProtocol
    const protocol = yield* make(RunnerAddress.make(host, port))
    const client = yield* Effect.provideService(Runners.makeRpcClient, RpcClient.Protocol, protocol)
    return Result.isSuccess(yield* Effect.result(client.Ping()))
  }).pipe(Effect.scoped, Effect.provide(runnerLines(keys).pipe(Layer.provide(RpcSerialization.layerSchemaBinary()))))

const stranger = async (port: number, bytes: Uint8Array) => {
  const socket = connect({ host, port })
  let received = 0
  socket
    .on("data", (data) => {
      received += data.length
    })
    .on("error", () => undefined)
  await once(socket, "connect")
  if (bytes.length > 0) socket.write(bytes)
  await new Promise((resolve) => socket.once("close", resolve))
  return received
}

describe("the runner's port", () => {
  it.live("hears replicas of the same ring, and those in the middle of its rotation", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { port } = yield* opened(ring(first))
        assert.isTrue(yield* answered(port, ring(first)))
        assert.isTrue(yield* answered(port, ring(second, first)), "which sign with the new key already")
        const { port: ahead } = yield* opened(ring(second, first))
        assert.isTrue(yield* answered(ahead, ring(first)), "and which know the old one alone")
      })
    )
  )

  it.live(
    "refuses another ring, a message without a handshake, nonsense and endless bytes before anything is heard",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { lines, port } = yield* opened(ring(first))
          assert.isFalse(yield* answered(port, ring(second)))
          const { encode } = (yield* RpcSerialization.RpcSerialization.pipe(
            Effect.provide(RpcSerialization.layerSchemaBinary())
          )).makeUnsafe()
          const ping = encode({ _tag: "Ping" }) as Uint8Array
          for (const bytes of [
            ping,
            randomBytes(1_000),
            Buffer.from("GET / HTTP/1.1\r\n\r\n"),
            Buffer.alloc(8 * 1024 * 1024, 0xff)
          ]) {
            assert.isBelow(yield* Effect.promise(() => stranger(port, bytes)), 100, "an alert at most")
          }
          assert.strictEqual(yield* lines, 0)
          assert.isTrue(yield* answered(port, ring(first)))
          assert.isAbove(yield* lines, 0)
        })
      )
  )

  it.live("hangs up on who says nothing, however many they are", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { lines, port } = yield* opened(ring(first))
        yield* Effect.promise(() => Promise.all(Array.from({ length: 200 }, () => stranger(port, Buffer.alloc(0)))))
        assert.strictEqual(yield* lines, 0)
        assert.isTrue(yield* answered(port, ring(first)))
      })
    )
  )
})

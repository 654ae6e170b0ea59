import * as NodeSocket from "@effect/platform-node/NodeSocket"
import { Effect, Layer } from "effect"
import { Runners } from "effect/cluster"
import { RpcClient, RpcSerialization } from "effect/rpc"
import { Socket } from "effect/socket"
import { keyHintOf, type RunnerKey, sharedKey } from "./runnerKeys.ts"
import { runnerSuite } from "./runnerSuite.ts"

export const runnerLines = (keys: ReadonlyArray<RunnerKey>) =>
  Layer.effect(
    Runners.RpcClientProtocol,
    Effect.gen(function* () {
      const serialization = yield* RpcSerialization.RpcSerialization
      return {
        codecFor: serialization.codecFor,
        make: Effect.fnUntraced(function* ({ host, port }) {
          const socket = yield* NodeSocket.makeTls({
            ...runnerSuite,
            host,
            port,
            openTimeout: "2 seconds",
            // the shared key is the identity: there is no certificate
            checkServerIdentity: () => undefined,
            pskCallback: (hint) => {
              const key = sharedKey(keys, hint)
              return key === null
                ? { identity: keyHintOf(keys.slice(0, 1)), psk: keys[0]?.secret ?? Buffer.alloc(32) }
                : { identity: key.id, psk: key.secret }
            }
          })
          return yield* RpcClient.makeProtocolSocket({ pingInterval: "2 seconds", pingTimeout: "4 seconds" }).pipe(
            Effect.provideService(Socket.Socket, socket),
            Effect.provideService(RpcSerialization.RpcSerialization, serialization)
          )
        }, Effect.orDie)
      }
    })
  )

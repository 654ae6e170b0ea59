import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { type Config, Effect, Layer, Option, Schedule } from "effect"
import {
  type MessageStorage,
  RunnerAddress,
  RunnerHealth,
  Runners,
  type Sharding,
  ShardingConfig,
  SingleRunner,
  SocketRunner,
  SqlMessageStorage
} from "effect/cluster"
import { RpcSerialization } from "effect/rpc"
import type { SocketServer } from "effect/socket"
import type { SqlClient } from "effect/sql"
import { Settings } from "#services/platform/Settings.ts"
import { countedRunners } from "./countedRunners.ts"
import { runnerKeys } from "./runnerKeys.ts"
import { runnerLines } from "./RunnerLines.ts"
import { runnerPort } from "./RunnerPort.ts"

const SHARD_COUNT = 64

const MAX_FRAME_BYTES = 1024 * 1024

const sharding: Partial<ShardingConfig.ShardingConfig["Service"]> = {
  shardsPerGroup: SHARD_COUNT,
  // maximum delay of a schedule; each poll is one small query
  entityMessagePollInterval: "2 seconds",
  // together: another replica takes over from a killed one within 10 s
  runnerHealthCheckInterval: "2 seconds",
  refreshAssignmentsInterval: "1 second",
  shardLockExpiration: "6 seconds",
  shardLockRefreshInterval: "2 seconds",
  simulateRemoteSerialization: false
}

type Engine = Layer.Layer<
  MessageStorage.MessageStorage | Runners.Runners | Sharding.Sharding,
  Config.ConfigError | SocketServer.SocketServerError,
  SqlClient.SqlClient
>

const health = Layer.effect(
  RunnerHealth.RunnerHealth,
  Effect.map(Runners.Runners, (runners) =>
    RunnerHealth.RunnerHealth.of({
      isAlive: (address) =>
        runners
          .ping(address)
          .pipe(
            Effect.timeout("3 seconds"),
            Effect.retry({ times: 2, schedule: Schedule.spaced("500 millis") }),
            Effect.isSuccess
          )
    })
  )
)

const replica = (
  { bind, host, port }: { readonly bind: string; readonly host: string; readonly port: number },
  keys: ReturnType<typeof runnerKeys>
) => {
  const lines = runnerLines(keys)
  return SocketRunner.layer.pipe(
    Layer.provide([runnerPort({ host: bind, port }, keys), lines]),
    Layer.provide(health.pipe(Layer.provide(Runners.layerRpc), Layer.provide(lines))),
    Layer.provideMerge(SqlMessageStorage.layer.pipe(Layer.provide(NodeCrypto.layerDigest))),
    Layer.provideMerge(countedRunners),
    Layer.provide(ShardingConfig.layer({ ...sharding, runnerAddress: Option.some(RunnerAddress.make(host, port)) })),
    Layer.provide(RpcSerialization.layerSchemaBinary({ maxFrameSize: MAX_FRAME_BYTES }))
  )
}

export const Cluster = Layer.unwrap(
  Effect.map(
    Settings,
    ({ rings, runner }): Engine =>
      Option.match(runner, {
        onNone: (): Engine =>
          SingleRunner.layer({ shardingConfig: sharding }).pipe(Layer.provide(NodeCrypto.layerDigest)),
        onSome: (address): Engine => replica(address, runnerKeys(rings.jwt))
      })
  )
)

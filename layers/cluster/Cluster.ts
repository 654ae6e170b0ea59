import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { type Config, Effect, Layer, Option, Schedule } from "effect"
import { type MessageStorage, RunnerAddress, RunnerHealth, Runners, type Sharding, ShardingConfig, SingleRunner, SocketRunner, SqlMessageStorage } from "effect/cluster"
import { RpcSerialization } from "effect/rpc"
import type { SocketServer } from "effect/socket"
import type { SqlClient } from "effect/sql"
import { Settings } from "#services/platform/Settings.ts"
import { countedRunners } from "./countedRunners.ts"
import { runnerKeys } from "./runnerKeys.ts"
import { runnerLines } from "./RunnerLines.ts"
import { runnerPort } from "./RunnerPort.ts"

/** Must be equal on every runner of a database. */
const shards = 64

/** Bytes of one message between replicas: they say which actor is meant and what it answers, never what a listing holds. */
const longestFrame = 1024 * 1024

const sharding: Partial<ShardingConfig.ShardingConfig["Service"]> = {
  shardsPerGroup: shards,
  // how late a schedule may fire; each poll is one small query
  entityMessagePollInterval: "2 seconds",
  // together: what a killed replica did is done by another within 10 s, also where it was the one that looked after the others
  runnerHealthCheckInterval: "2 seconds",
  refreshAssignmentsInterval: "1 second",
  shardLockExpiration: "6 seconds",
  shardLockRefreshInterval: "2 seconds",
  simulateRemoteSerialization: false
}

type Engine = Layer.Layer<MessageStorage.MessageStorage | Runners.Runners | Sharding.Sharding, Config.ConfigError | SocketServer.SocketServerError, SqlClient.SqlClient>

/** Whether a replica answers: one that is gone refuses at once, one that is late has three times as long. */
const health = Layer.effect(RunnerHealth.RunnerHealth, Effect.map(Runners.Runners, (runners) => RunnerHealth.RunnerHealth.of({
  isAlive: (address) => runners.ping(address).pipe(Effect.timeout("3 seconds"), Effect.retry({ times: 2, schedule: Schedule.spaced("500 millis") }), Effect.isSuccess)
})))

/** One of several runners on the database. */
const replica = ({ bind, host, port }: { readonly bind: string; readonly host: string; readonly port: number }, keys: ReturnType<typeof runnerKeys>) => {
  const lines = runnerLines(keys)
  return SocketRunner.layer.pipe(
    Layer.provide([runnerPort({ host: bind, port }, keys), lines]),
    Layer.provide(health.pipe(Layer.provide(Runners.layerRpc), Layer.provide(lines))),
    Layer.provideMerge(SqlMessageStorage.layer.pipe(Layer.provide(NodeCrypto.layerDigest))),
    Layer.provideMerge(countedRunners),
    Layer.provide(ShardingConfig.layer({ ...sharding, runnerAddress: Option.some(RunnerAddress.make(host, port)) })),
    Layer.provide(RpcSerialization.layerSchemaBinary({ maxFrameSize: longestFrame }))
  )
}

/**
 * Places each actor on one runner and fires each schedule once. One process by itself, unless RUNNER_HOST names the
 * address at which the other replicas of the same database reach this one. Open: Settings, SqlClient.
 */
export const Cluster = Layer.unwrap(Effect.map(Settings, ({ rings, runner }): Engine =>
  Option.match(runner, {
    onNone: (): Engine => SingleRunner.layer({ shardingConfig: sharding }).pipe(Layer.provide(NodeCrypto.layerDigest)),
    onSome: (address): Engine => replica(address, runnerKeys(rings.jwt))
  })))

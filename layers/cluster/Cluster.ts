import * as NodeClusterSocket from "@effect/platform-node/NodeClusterSocket"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Effect, Layer, Option } from "effect"
import { RunnerAddress, type ShardingConfig, SingleRunner } from "effect/cluster"
import { Settings } from "#services/settings/Settings.ts"

/** Must be equal on every runner of a database. */
const shards = 64

const sharding: Partial<ShardingConfig.ShardingConfig["Service"]> = {
  shardsPerGroup: shards,
  // how late a schedule may fire; each poll is one small query
  entityMessagePollInterval: "2 seconds",
  runnerHealthCheckInterval: "5 seconds",
  shardLockExpiration: "15 seconds",
  shardLockRefreshInterval: "5 seconds",
  simulateRemoteSerialization: false
}

/**
 * Places each actor on one runner and fires each schedule once. One process by itself, unless RUNNER_HOST names the
 * address at which the other replicas of the same database reach this one. Open: Settings, SqlClient.
 */
export const Cluster = Layer.unwrap(Effect.map(Settings, ({ runner }) =>
  Option.match(runner, {
    onNone: () => SingleRunner.layer({ shardingConfig: sharding }).pipe(Layer.provide(NodeCrypto.layerDigest)),
    onSome: ({ host, port }) =>
      NodeClusterSocket.layer({ shardingConfig: { ...sharding, runnerAddress: Option.some(RunnerAddress.make(host, port)) } })
  })))

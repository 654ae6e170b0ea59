import * as NodeClusterSocket from "@effect/platform-node/NodeClusterSocket"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Config, Effect, Layer, Option } from "effect"
import { RunnerAddress, type ShardingConfig, SingleRunner } from "effect/cluster"

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
 * address at which the other replicas of the same database reach this one (RUNNER_PORT, default 34431).
 */
export const Cluster = Layer.unwrap(Effect.gen(function*() {
  const host = yield* Config.option(Config.NonEmptyString("RUNNER_HOST"))
  const port = yield* Config.Port("RUNNER_PORT").pipe(Config.withDefault(34431))
  return Option.match(host, {
    onNone: () => SingleRunner.layer({ shardingConfig: sharding }).pipe(Layer.provide(NodeCrypto.layerDigest)),
    onSome: (address) =>
      NodeClusterSocket.layer({ shardingConfig: { ...sharding, runnerAddress: Option.some(RunnerAddress.make(address, port)) } })
  })
}))

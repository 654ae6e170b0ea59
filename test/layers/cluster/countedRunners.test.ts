import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Metric } from "effect"
import { ClusterMetrics, Runner, RunnerAddress, RunnerStorage, ShardingConfig } from "effect/cluster"
import { countedRunners } from "#layers/cluster/countedRunners.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"

const Runners = countedRunners.pipe(Layer.provide(ShardingConfig.layer()), Layer.provideMerge(TestDatabase.layer))

layer(Runners, { excludeTestServices: true, timeout: "60 seconds" })("replicas of one database", (it) => {
  it.effect("are counted by the metric of runners, on each of them", () =>
    Effect.gen(function* () {
      const storage = yield* RunnerStorage.RunnerStorage
      for (const port of [1, 2])
        yield* storage.register(
          Runner.make({ address: RunnerAddress.make("replica", port), groups: ["default"], weight: 1 }),
          true
        )
      assert.lengthOf(yield* storage.getRunners, 2)
      assert.strictEqual((yield* Metric.value(ClusterMetrics.runners)).value, 2n)
    })
  )
})

import { Clock, Effect, Layer, Metric, PubSub, Stream } from "effect"
import { ClusterMetrics, RunnerStorage, SqlRunnerStorage } from "effect/cluster"
import { Replicas } from "#services/platform/live/Replicas.ts"

/** Milliseconds that a lower count must last: after a database outage runners reappear one by one. */
const MIN_STABLE_MILLIS = 10_000

export const makeReplicaCount = Effect.gen(function* () {
  const board = yield* PubSub.sliding<number>({ capacity: 16, replay: 1 })
  let lastCount: number | null = null
  let fewer: { readonly since: number; most: number } | null = null

  const settle = (count: number) =>
    Effect.suspend(() => {
      fewer = null
      if (count === lastCount) return Effect.void
      lastCount = count
      return Effect.asVoid(PubSub.publish(board, count))
    })
  const setCount = (count: number) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (lastCount === null || count >= lastCount) return settle(count)
      if (fewer === null) fewer = { since: now, most: count }
      fewer.most = Math.max(fewer.most, count)
      return now - fewer.since < MIN_STABLE_MILLIS ? Effect.void : settle(fewer.most)
    })
  return { replicas: { now: () => lastCount, changes: Stream.fromPubSub(board) }, seen: setCount }
})

export const countedRunners = Layer.unwrap(
  Effect.map(makeReplicaCount, ({ replicas, seen: setCount }) =>
    Layer.merge(
      Layer.succeed(Replicas, replicas),
      Layer.effect(
        RunnerStorage.RunnerStorage,
        Effect.map(RunnerStorage.RunnerStorage, (storage) =>
          RunnerStorage.RunnerStorage.of({
            ...storage,
            getRunners: Effect.tap(storage.getRunners, (runners) =>
              Effect.andThen(
                setCount(runners.length),
                // the cluster itself sets this gauge only at its start
                Metric.update(ClusterMetrics.runners, BigInt(runners.length))
              )
            )
          })
        )
      ).pipe(Layer.provide(Layer.orDie(SqlRunnerStorage.layer)))
    )
  )
)

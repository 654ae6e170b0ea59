import { Clock, Effect, Layer, Metric, PubSub, Stream } from "effect"
import { ClusterMetrics, RunnerStorage, SqlRunnerStorage } from "effect/cluster"
import { Replicas } from "#services/platform/live/Replicas.ts"

/**
 * Milliseconds for which there must be fewer before it is believed: a database that was away shows for a moment only who has told it
 * already that they live. That there are more is believed at once.
 */
const steady = 10_000

/** What is known of how many there are; `seen` is told what each look found. */
export const makeReplicaCount = Effect.gen(function*() {
  // whoever begins to listen hears the last one
  const board = yield* PubSub.sliding<number>({ capacity: 16, replay: 1 })
  let known: number | null = null
  let fewer: { readonly since: number; most: number } | null = null

  const settle = (count: number) => Effect.suspend(() => {
    fewer = null
    if (count === known) return Effect.void
    known = count
    return Effect.asVoid(PubSub.publish(board, count))
  })
  const seen = (count: number) => Effect.flatMap(Clock.currentTimeMillis, (now) => {
    if (known === null || count >= known) return settle(count)
    if (fewer === null) fewer = { since: now, most: count }
    fewer.most = Math.max(fewer.most, count)
    return now - fewer.since < steady ? Effect.void : settle(fewer.most)
  })
  return { replicas: { now: () => known, changes: Stream.fromPubSub(board) }, seen }
})

/** The runners' storage, and how many of them live by what the cluster reads of it every second: no statement of its own. */
export const countedRunners = Layer.unwrap(Effect.map(makeReplicaCount, ({ replicas, seen }) => Layer.merge(
  Layer.succeed(Replicas, replicas),
  Layer.effect(RunnerStorage.RunnerStorage, Effect.map(RunnerStorage.RunnerStorage, (storage) => RunnerStorage.RunnerStorage.of({
    ...storage, getRunners: Effect.tap(storage.getRunners, (runners) => Effect.andThen(
      seen(runners.length),
      // the cluster itself sets this gauge to 1 at its start and never again
      Metric.update(ClusterMetrics.runners, BigInt(runners.length))))
  }))).pipe(Layer.provide(Layer.orDie(SqlRunnerStorage.layer)))
)))

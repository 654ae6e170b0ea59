import { Effect, Layer, Metric } from "effect"

const failures = Metric.counter("stowage_log_failures_total", { description: "How often standard output or error could not be written: a full disk, a pipe that nobody reads any more", incremental: true })

/**
 * Lets the process go on when its log cannot be written (EPIPE, ENOSPC …), which would end it otherwise. What could not be written is lost: where it
 * would be said is what failed, so that a metric counts it. Lines are written again as soon as there is room.
 */
export const LogOutlived = Layer.effectDiscard(Effect.gen(function*() {
  const context = yield* Effect.context<never>()
  const count = (by: number) => failures.updateUnsafe(by, context)
  const failed = () => count(1)
  // a metric that was never counted is not told
  count(0)
  yield* Effect.forEach([process.stdout, process.stderr], (stream) =>
    Effect.acquireRelease(Effect.sync(() => stream.on("error", failed)), () => Effect.sync(() => stream.off("error", failed))))
}))

import { Effect, Metric } from "effect"

const failures = Metric.counter("stowage_log_failures_total", { description: "How often standard output or error could not be written: a full disk, a pipe that nobody reads any more", incremental: true })

/**
 * Lets the process go on when its log cannot be written (EPIPE, ENOSPC …), which would end it otherwise. What could not be written is lost: where it
 * would be said is what failed, so that a metric counts it. Lines are written again as soon as there is room.
 */
export const outliveLog = Effect.contextWith((context) => Effect.sync(() => {
  // a metric that was never counted is not told
  failures.updateUnsafe(0, context)
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => { failures.updateUnsafe(1, context) })
}))

import { Effect, Layer, Logger, Metric } from "effect"

const failures = Metric.counter("stowage_log_failures_total", { description: "How often standard output or error could not be written: a full disk, a pipe that nobody reads", incremental: true })

/** Bytes that may wait for whoever reads the pipe: Node keeps what is not read yet in memory, however much it is. */
const mostUnread = 1024 * 1024

/** A logger of standard error whose lines are lost, and counted, while its reader is far behind. */
export const lossy = <Message>(logger: Logger.Logger<Message, void>): Logger.Logger<Message, void> =>
  Logger.make((entry) => process.stderr.writableLength > mostUnread ? failures.updateUnsafe(1, entry.fiber.context) : logger.log(entry))

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

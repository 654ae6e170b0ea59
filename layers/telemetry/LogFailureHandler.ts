import { Effect, Layer, Logger, Metric } from "effect"

const failures = Metric.counter("stowage_log_failures_total", {
  description: "How often standard output or error could not be written: a full disk, a pipe that nobody reads",
  incremental: true
})

/** Node buffers unread output without limit. */
const MAX_UNREAD_BYTES = 1024 * 1024

export const dropWhenUnread = <Message>(logger: Logger.Logger<Message, void>): Logger.Logger<Message, void> =>
  Logger.make((entry) =>
    process.stderr.writableLength > MAX_UNREAD_BYTES ? failures.updateUnsafe(1, entry.fiber.context) : logger.log(entry)
  )

/** Keeps the process alive when its log cannot be written (EPIPE, ENOSPC …). */
export const LogFailureHandler = Layer.effectDiscard(
  Effect.gen(function* () {
    const context = yield* Effect.context<never>()
    const count = (by: number) => failures.updateUnsafe(by, context)
    const failed = () => count(1)
    // a counter exists only after its first update
    count(0)
    yield* Effect.forEach([process.stdout, process.stderr], (stream) =>
      Effect.acquireRelease(
        Effect.sync(() => stream.on("error", failed)),
        () => Effect.sync(() => stream.off("error", failed))
      )
    )
  })
)

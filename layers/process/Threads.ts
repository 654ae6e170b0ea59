import { Duration, Effect, Exit, Option, type Scope, Semaphore } from "effect"
import { Worker } from "node:worker_threads"
import { callerUser, CurrentCaller } from "#domain/platform/access/Caller.ts"
import { callerQueues } from "#services/platform/limits/callerQueues.ts"
import { READY } from "./answerTasks.ts"

export type TaskOutcome =
  | { readonly _tag: "Done"; readonly value: unknown }
  | { readonly _tag: "Exceeded" }
  | { readonly _tag: "Busy" }

export interface ThreadOptions {
  readonly threads: number
  /** Processor time, so that a busy machine does not shorten it. */
  readonly timeLimit: Duration.Input
  /** Per caller; ten times as many for all. One more is `Busy`. */
  readonly maxWaiting: number
  readonly heapMegabytes?: number
}

const defaultHeapMegabytes = 192
const IDLE_MILLIS = 30_000

const [MAX_WAITS, MIN_WAIT_MILLIS] = [10, 20] as const
/** A thread that does not report its time for so long is in one long native call. */
const USAGE_TIMEOUT = "1 second"

export type Answer = { readonly value: unknown } | { readonly failure: string }

const processorTime = (worker: Worker): Effect.Effect<number> =>
  Effect.promise(() => worker.cpuUsage()).pipe(
    Effect.map(({ system, user }) => (system + user) / 1_000),
    Effect.timeoutOrElse({ duration: USAGE_TIMEOUT, orElse: () => Effect.succeed(Infinity) })
  )

const callerName = Effect.map(
  Effect.serviceOption(CurrentCaller),
  Option.match({
    onNone: () => "",
    onSome: (caller) =>
      caller._tag === "S3Session" ? `s3/${caller.session_id}` : `user/${callerUser(caller)?.id ?? caller._tag}`
  })
)

/** A caller's tasks run sequentially. Threads start on demand and end when idle. A task that throws dies. */
export const makeThreads = Effect.fnUntraced(function* (
  program: URL,
  options: ThreadOptions
): Effect.fn.Return<(task: unknown) => Effect.Effect<TaskOutcome>, never, Scope.Scope> {
  const idle: Array<{ readonly worker: Worker; readonly timer: NodeJS.Timeout }> = []
  const loading = new WeakMap<Worker, Promise<void>>()
  const limit = Duration.toMillis(options.timeLimit)
  const permits = yield* Semaphore.make(options.threads)
  let underWay = 0

  const end = (worker: Worker) => {
    void worker.terminate()
  }
  yield* Effect.addFinalizer(() =>
    Effect.sync(() =>
      idle.splice(0).forEach(({ timer, worker }) => {
        clearTimeout(timer)
        end(worker)
      })
    )
  )

  const forget = (worker: Worker) => {
    const at = idle.findIndex((one) => one.worker === worker)
    if (at >= 0) clearTimeout(idle.splice(at, 1)[0]!.timer)
  }

  const take = (): Worker => {
    const waiting = idle.pop()
    if (waiting === undefined) {
      const worker = new Worker(program, {
        resourceLimits: { maxOldGenerationSizeMb: options.heapMegabytes ?? defaultHeapMegabytes }
      })
      loading.set(worker, new Promise((resolve) => void worker.once("message", () => resolve())))
      // an unhandled error event ends the process; the running task reports it
      return worker.on("error", () => forget(worker)).once("exit", () => forget(worker))
    }
    clearTimeout(waiting.timer)
    waiting.worker.ref()
    return waiting.worker
  }

  const release = (worker: Worker) => {
    // an idle thread must not keep the process alive
    worker.unref()
    const timer = setTimeout(() => {
      forget(worker)
      end(worker)
    }, IDLE_MILLIS).unref()
    idle.push({ worker, timer })
  }

  const answer = (worker: Worker, task: unknown) =>
    Effect.callback<TaskOutcome>((resume) => {
      const finish = (outcome: Effect.Effect<TaskOutcome>) => {
        worker.off("message", answered).off("error", failed)
        resume(outcome)
      }
      const answered = (message: Answer | typeof READY) => {
        if (message === READY) return
        finish(
          "value" in message
            ? Effect.succeed({ _tag: "Done", value: message.value })
            : Effect.die(new Error(message.failure))
        )
      }
      const failed = (failure: unknown) =>
        finish(
          failure instanceof Error && "code" in failure && failure.code === "ERR_WORKER_OUT_OF_MEMORY"
            ? Effect.succeed<TaskOutcome>({ _tag: "Exceeded" })
            : Effect.die(failure)
        )
      worker.on("message", answered).on("error", failed)
      worker.postMessage(task)
    })

  const overdue = Effect.fnUntraced(function* (worker: Worker) {
    yield* Effect.promise(() => loading.get(worker) ?? Promise.resolve())
    const before = yield* processorTime(worker)
    let remaining = limit
    while (remaining > 0) {
      yield* Effect.sleep(Math.max(remaining, MIN_WAIT_MILLIS))
      remaining = limit - ((yield* processorTime(worker)) - before)
    }
    return { _tag: "Exceeded" } as const satisfies TaskOutcome
  })

  const run = (task: unknown) =>
    Effect.acquireUseRelease(
      Effect.sync(take),
      (worker) =>
        Effect.raceFirst(answer(worker, task), overdue(worker)).pipe(
          Effect.timeoutOption(MAX_WAITS * limit),
          Effect.map(Option.getOrElse((): TaskOutcome => ({ _tag: "Exceeded" })))
        ),
      (worker, exit) =>
        Effect.sync(() => (Exit.isSuccess(exit) && exit.value._tag === "Done" ? release(worker) : end(worker)))
    )

  const busy = Effect.succeed<TaskOutcome>({ _tag: "Busy" })
  const enqueue = callerQueues(1 + options.maxWaiting)
  const inThread = (task: unknown) =>
    Effect.suspend(() => {
      if (underWay >= options.threads + 10 * options.maxWaiting) return busy
      underWay += 1
      return Effect.ensuring(
        permits.withPermits(1)(run(task)),
        Effect.sync(() => {
          underWay -= 1
        })
      )
    })

  return (task) => Effect.flatMap(callerName, (caller) => enqueue(caller, inThread(task), busy))
})

import { Clock, Duration, Effect, Exit, Result } from "effect"
import {
  type AdaptiveConcurrency,
  allowedCalls,
  initialConcurrency,
  MAX_CONCURRENCY,
  nextConcurrency
} from "#domain/platform/work/adaptiveConcurrency.ts"
import { type GatewayFailure, StorageTimeout } from "#domain/platform/errors/Errors.ts"
import { type EndpointGuard, type GatewayCaller, gatewayNotAnswering } from "../gateway/EndpointGuard.ts"
import { isTransient } from "../gateway/failures.ts"
import type { Answer, DocumentSource, GatewayHttp } from "./GatewayHttp.ts"

const MAX_RETRIES = 2
const RETRY_PAUSE_MILLIS = 50

export interface ReadJob {
  readonly path: string
  /** Encoded, in the order of its names. */
  readonly query: string
  /** On its own connection (T1). */
  readonly alone?: boolean
}

export interface Series<A, E> {
  readonly operation: string
  readonly caller: GatewayCaller
  readonly source: DocumentSource
  readonly jobs: ReadonlyArray<ReadJob>
  readonly decode: (answer: Answer, index: number) => Result.Result<A, E>
  /** In no order. */
  readonly deliver: (index: number, read: Result.Result<A, E | GatewayFailure>) => void
  /** Whether the series fails with it: it is then not delivered. */
  readonly ends: (failure: E | GatewayFailure) => boolean
}

/** Plain callbacks: an effect per document costs more than the call. As many at once as the gateway keeps pace with. */
export const readSeries = (http: GatewayHttp["Service"], guard: EndpointGuard["Service"]) => {
  const limit = Duration.toMillis(guard.timeout)

  return Effect.fnUntraced(function* <A, E extends GatewayFailure | { readonly _tag: "NotFound" }>({
    caller,
    decode,
    deliver,
    ends,
    jobs,
    operation,
    source
  }: Series<A, E>) {
    if (jobs.length === 0) return
    const clock = yield* Clock.Clock
    const read = yield* http.documents(operation, source)
    let unread = 0
    let running = 0
    let pace: AdaptiveConcurrency = initialConcurrency
    let parked: Array<() => void> = []
    const wake = () => {
      const waiting = parked
      parked = []
      for (const go of waiting) go()
    }

    const work = guard.series(caller, operation, (calls) =>
      Effect.callback<void, E | GatewayFailure>((resume) => {
        let stop = () => {}
        let isStopped = false
        const next = (): void => {
          if (isStopped) return
          if (unread >= jobs.length) {
            resume(Effect.void)
            return wake()
          }
          if (running >= allowedCalls(pace) && running > 0) {
            parked.push(next)
            return
          }
          start(unread++)
        }
        const start = (index: number): void => {
          const job = jobs[index]!
          const began = clock.currentTimeMillisUnsafe()
          if (!calls.admit(operation, began)) return finish(index, Result.fail(gatewayNotAnswering()))
          running += 1
          let cancel = () => {}
          let again: NodeJS.Timeout | undefined
          const settle = (exit: Exit.Exit<unknown, unknown>) => {
            running -= 1
            clearTimeout(again)
            clearTimeout(alarm)
            const now = clock.currentTimeMillisUnsafe()
            calls.ended(operation, exit, began, now)
            return now - began
          }
          const close = (outcome: Result.Result<A, E | GatewayFailure>) => {
            const isRefusal = Result.isFailure(outcome) && !isTransientFailure(outcome.failure)
            const milliseconds = settle(Result.isFailure(outcome) ? Exit.fail(outcome.failure) : Exit.void)
            pace = nextConcurrency(
              pace,
              Result.isSuccess(outcome) || isRefusal ? { _tag: "Answered", milliseconds } : { _tag: "Failed" }
            )
            finish(index, outcome)
          }
          const alarm = setTimeout(() => {
            cancel()
            close(Result.fail(new StorageTimeout({ operation })))
          }, limit)
          stop = () => {
            cancel()
            settle(Exit.interrupt())
          }
          const attempt = (retriesLeft: number) => {
            cancel = read(operation, job.path, job.query, job.alone === true, (exit) => {
              let outcome: Result.Result<A, E | GatewayFailure>
              // an exception in a callback of a socket would end the process
              try {
                if (Exit.isFailure(exit) && Exit.hasDies(exit)) throw exit.cause
                outcome = answered(exit, (answer) => decode(answer, index))
              } catch (defect) {
                stop = () => {}
                settle(Exit.interrupt())
                return resume(Effect.die(defect))
              }
              if (Result.isSuccess(outcome) || !isTransientFailure(outcome.failure) || retriesLeft === 0)
                return close(outcome)
              cancel = () => {}
              again = setTimeout(
                () => attempt(retriesLeft - 1),
                RETRY_PAUSE_MILLIS * 2 ** (MAX_RETRIES - retriesLeft) * (0.8 + 0.4 * Math.random())
              )
            })
          }
          attempt(MAX_RETRIES)
        }
        const finish = (index: number, outcome: Result.Result<A, E | GatewayFailure>): void => {
          stop = () => {}
          if (Result.isFailure(outcome) && ends(outcome.failure)) return resume(Effect.fail(outcome.failure))
          deliver(index, outcome)
          next()
          wake()
        }
        next()
        return Effect.sync(() => {
          isStopped = true
          stop()
        })
      })
    )

    // half of the permits stay with everybody else
    const workers = Math.max(1, Math.min(MAX_CONCURRENCY, Math.floor(guard.permitsPerEndpoint() / 2), jobs.length))
    yield* Effect.forEach(Array.from({ length: workers }), () => work, { concurrency: "unbounded", discard: true })
  })
}

const isTransientFailure = (failure: GatewayFailure | { readonly _tag: "NotFound" }): boolean =>
  failure._tag !== "NotFound" && isTransient(failure)

const answered = <A, E>(
  exit: Exit.Exit<Answer, GatewayFailure>,
  decode: (answer: Answer) => Result.Result<A, E>
): Result.Result<A, E | GatewayFailure> => {
  if (Exit.isSuccess(exit)) return decode(exit.value)
  const failure = Exit.findErrorOption(exit)
  return Result.fail(failure._tag === "Some" ? failure.value : gatewayNotAnswering())
}

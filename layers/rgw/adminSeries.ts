import { Clock, Duration, Effect, Exit, Result } from "effect"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import { type GatewayFailure, type StorageError, StorageTimeout } from "#domain/platform/errors/Errors.ts"
import { type CallSeries, type EndpointGuard, gatewayCaller, notAnswering } from "../gateway/EndpointGuard.ts"
import { isTransient } from "../gateway/failures.ts"
import type { Answer, GatewayHttp } from "./GatewayHttp.ts"
import { queryText } from "./signRequest.ts"

/** RGW answers no faster to more (quirks of 2,000 users: 1,150 a second to one, 2,400 to eight). */
const MAX_WORKERS = 8
const MAX_RETRIES = 2
const RETRY_PAUSE_MILLIS = 50

type Read<A> = Result.Result<A, StorageError>

const sorted = (query: Readonly<Record<string, string>>) =>
  queryText(Object.fromEntries(Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1))))

/** Plain callbacks: an effect per document would cost more than the call. Each document has the full timeout. */
export const adminSeries = (http: GatewayHttp["Service"], guard: EndpointGuard["Service"]) => {
  const limit = Duration.toMillis(guard.timeout)

  return Effect.fnUntraced(function* <A>(
    target: AdminTarget,
    operation: string,
    path: string,
    queries: ReadonlyArray<Readonly<Record<string, string>>>,
    decode: (answer: Answer) => Read<A>,
    deliver: (index: number, read: Read<A>) => void
  ) {
    const key = yield* target.credential.open
    const { region, url, verifyTls } = target
    const clock = yield* Clock.Clock
    const read = yield* http.documents(operation, { url, region, key, userSupplied: false, verifyTls })
    let unread = 0

    const work = (calls: CallSeries) =>
      Effect.callback<void, GatewayFailure>((resume) => {
        let stop = () => {}
        const next = (): void => {
          const index = unread
          const query = queries[index]
          if (query === undefined) return resume(Effect.void)
          unread += 1
          const began = clock.currentTimeMillisUnsafe()
          if (!calls.admit(operation, began)) return resume(Effect.fail(notAnswering()))
          let cancel = () => {}
          let again: NodeJS.Timeout | undefined
          const settle = (exit: Exit.Exit<unknown, unknown>) => {
            clearTimeout(again)
            clearTimeout(alarm)
            calls.ended(operation, exit, began, clock.currentTimeMillisUnsafe())
          }
          const close = (outcome: Result.Result<Read<A>, GatewayFailure>) => {
            if (Result.isFailure(outcome)) {
              settle(Exit.fail(outcome.failure))
              return resume(Effect.fail(outcome.failure))
            }
            settle(Result.isFailure(outcome.success) ? Exit.fail(outcome.success.failure) : Exit.void)
            deliver(index, outcome.success)
            next()
          }
          const alarm = setTimeout(() => {
            cancel()
            close(Result.fail(new StorageTimeout({ operation })))
          }, limit)
          stop = () => {
            cancel()
            settle(Exit.interrupt())
          }
          const attempt = (left: number) => {
            cancel = read(operation, path, sorted(query), false, (exit) => {
              if (Exit.isFailure(exit) && Exit.hasDies(exit)) {
                settle(Exit.interrupt())
                return resume(Effect.failCause(exit.cause))
              }
              const outcome = answered(exit, decode)
              const failure = Result.isFailure(outcome)
                ? outcome.failure
                : Result.isFailure(outcome.success)
                  ? outcome.success.failure
                  : null
              if (failure === null || !isTransient(failure) || left === 0) return close(outcome)
              cancel = () => {}
              again = setTimeout(
                () => attempt(left - 1),
                RETRY_PAUSE_MILLIS * 2 ** (MAX_RETRIES - left) * (0.8 + 0.4 * Math.random())
              )
            })
          }
          attempt(MAX_RETRIES)
        }
        next()
        return Effect.sync(() => stop())
      })

    // half of the permits stay with everybody else
    const workers = Math.max(1, Math.min(MAX_WORKERS, Math.floor(guard.turns() / 2), queries.length))
    yield* Effect.forEach(
      Array.from({ length: workers }),
      () => guard.series(gatewayCaller(target, key, path), operation, work),
      { concurrency: "unbounded", discard: true }
    )
  })
}

/** A refusal is about the one that was asked for; a silent gateway ends the series. */
const answered = <A>(
  exit: Exit.Exit<Answer, GatewayFailure>,
  decode: (answer: Answer) => Read<A>
): Result.Result<Read<A>, GatewayFailure> => {
  if (Exit.isSuccess(exit)) return Result.succeed(decode(exit.value))
  const failure = Exit.findErrorOption(exit)
  if (failure._tag === "None") return Result.fail(notAnswering())
  return failure.value._tag === "StorageError" ? Result.succeed(Result.fail(failure.value)) : Result.fail(failure.value)
}

import { type PgConnection, PgPool } from "@effect/sql-pg"
import { Duration, Effect, Fiber, Schedule, type Scope } from "effect"
import { SqlError } from "effect/sql"
import { DatabaseTimeout } from "#services/platform/health/DatabaseTimeout.ts"
import { rootCauseText } from "../rootCauseText.ts"
import { poolMetrics } from "./poolMetrics.ts"

type Session = PgConnection.PgConnection
type Failure = SqlError.SqlError

export interface BoundedPool {
  readonly get: Effect.Effect<Session, Failure, Scope.Scope>
  readonly reserve: Effect.Effect<Session, Failure, Scope.Scope>
  readonly answered: <A>(session: Session, statement: Effect.Effect<A, Failure>) => Effect.Effect<A, Failure>
  readonly isGivenUp: (session: Session) => boolean
}

const failure = (operation: string, message: string): Failure =>
  new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause: new Error(message), message, operation }) })

/** Real time: a database ignores the test clock. */
const expiry = (error: () => Failure): Effect.Effect<never, Failure> =>
  Effect.flatMap(DatabaseTimeout, (patience) =>
    Effect.callback((resume) => {
      const timer = setTimeout(() => {
        resume(Effect.fail(error()))
      }, Duration.toMillis(patience))
      return Effect.sync(() => {
        clearTimeout(timer)
      })
    })
  )

/** A silently dropped connection looks like a slow one: after a timeout, replaces sessions without a later answer. */
export const make = Effect.fnUntraced(function* (
  options: PgPool.Config,
  isStarting: () => boolean = () => false
): Effect.fn.Return<BoundedPool, Failure, Scope.Scope> {
  const pool = yield* PgPool.make(options)
  /** Time of the last answer by backend id, in process milliseconds: a reserved session is another object. */
  const lastAnswers = new Map<number, number>()
  const givenUp = new WeakSet<Session>()
  const figures = yield* poolMetrics(options.maxConnections ?? 10)
  let lastGivenUp = -1

  const trusted = ({ processId }: Session) => {
    const last = lastAnswers.get(processId)
    if (last === undefined) lastAnswers.set(processId, performance.now())
    else if (last < lastGivenUp) lastAnswers.delete(processId)
    return last === undefined || last >= lastGivenUp
  }
  const fresh: Effect.Effect<Session, Failure, Scope.Scope> = Effect.flatMap(pool.get, (session) =>
    trusted(session) ? Effect.succeed(session) : Effect.andThen(pool.invalidate(session), fresh)
  )
  let isReported = false
  const reportOnce = (error: Failure) =>
    Effect.suspend(() => {
      if (isReported || !isStarting()) return Effect.void
      isReported = true
      return Effect.logWarning(
        `The database does not accept a connection yet and is tried again: ${rootCauseText(error)}`
      )
    })
  const opened = fresh.pipe(
    Effect.tapError(reportOnce),
    Effect.retry({ while: (error) => isStarting() && error.isRetryable, schedule: Schedule.spaced("500 millis") })
  )
  const get = figures.taken(
    Effect.raceFirst(
      opened,
      expiry(() => {
        figures.gaveUpWaiting()
        return failure("acquire", "No connection to the database became free")
      })
    )
  )

  const answered = <A>(session: Session, statement: Effect.Effect<A, Failure>): Effect.Effect<A, Failure> =>
    Effect.withFiber((caller) => {
      if (givenUp.has(session)) return Effect.fail(failure("execute", "The connection to the database is gone"))
      return Effect.callback((resume) => {
        // forked: a cancelled statement takes seconds to end
        const work = Effect.runForkWith(caller.context)(statement)
        const timer = setTimeout(
          () => {
            lastGivenUp = performance.now()
            givenUp.add(session)
            figures.gaveUpStatement()
            resume(
              Effect.andThen(
                pool.invalidate(session),
                Effect.fail(failure("execute", "The database did not answer a statement"))
              )
            )
            work.interruptUnsafe()
          },
          Duration.toMillis(caller.getRef(DatabaseTimeout))
        )
        work.addObserver((exit) => {
          clearTimeout(timer)
          lastAnswers.set(session.processId, performance.now())
          resume(exit)
        })
        return Effect.suspend(() => {
          clearTimeout(timer)
          return Fiber.interrupt(work)
        })
      })
    })

  return {
    get,
    reserve: Effect.flatMap(get, (session) => session.pin),
    answered,
    isGivenUp: (session) => givenUp.has(session)
  }
})

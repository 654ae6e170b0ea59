import { Effect, Option, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { Settings } from "#services/platform/Settings.ts"
import { CommandFailed } from "./CommandFailed.ts"

const lock = "hashtextextended('stowage/replicas', 0)"

/** Attempts half a second apart: the server may not have noticed a killed process yet. */
const DEFAULT_ATTEMPTS = 20

/**
 * Refuses a database that another process serves when either has no RUNNER_HOST: each would run every actor, and
 * requests to the wrong one would wait for ever. The lock ends with its connection.
 */
export const requireRunnerHost = Effect.fnUntraced(function* (tries: number = DEFAULT_ATTEMPTS) {
  const { mode, runner } = yield* Settings
  if (mode !== "production") return
  const connection = yield* (yield* SqlClient.SqlClient).reserve
  const shared = Option.isSome(runner) ? "_shared" : ""
  const taken = Effect.map(
    connection.executeValues(`select pg_try_advisory_lock${shared}(${lock})`, []),
    ([row]) => row?.[0] === true
  )
  if (yield* Effect.repeat(taken, { times: tries, schedule: Schedule.spaced("500 millis"), until: (got) => got }))
    return
  return yield* new CommandFailed({
    message: Option.isSome(runner)
      ? "RUNNER_HOST: another process serves this database without one: stop it, or set RUNNER_HOST there"
      : "RUNNER_HOST: another process serves this database: replicas need an address at which the others reach them"
  })
})

import { Effect, Option, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { Settings } from "#services/platform/Settings.ts"
import { CommandFailed } from "./CommandFailed.ts"

const lock = "hashtextextended('stowage/replicas', 0)"

const DEFAULT_ATTEMPTS = 20

/** Without RUNNER_HOST two processes would each run every actor, and requests would wait for ever. */
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

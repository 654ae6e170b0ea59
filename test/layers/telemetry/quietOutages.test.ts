import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger, References } from "effect"
import { ConnectionError, SqlError, SqlSyntaxError } from "effect/sql/SqlError"
import { TestClock } from "effect/testing"
import { Cause } from "effect"
import { Unavailable } from "#domain/platform/errors/Errors.ts"
import { quietOutages } from "#layers/telemetry/quietOutages.ts"

const gone = Cause.die(
  new SqlError({ reason: new ConnectionError({ cause: new Error("connect ECONNREFUSED 127.0.0.1:5432") }) })
)
const fault = Cause.die(new SqlError({ reason: new SqlSyntaxError({ cause: new Error("syntax error") }) }))
const refused = Cause.fail(new Unavailable({ detail: "The circuit is open" }))

const written = (work: Effect.Effect<void>) =>
  Effect.gen(function* () {
    const lines: Array<readonly [text: string, causes: number]> = []
    const logger = quietOutages(
      Logger.make((entry) => {
        lines.push([String(entry.message), entry.cause.reasons.length])
      })
    )
    yield* work.pipe(Effect.provide(Logger.layer([logger])), Effect.provideService(References.MinimumLogLevel, "Info"))
    return lines
  })

describe("lines of the log while something is away", () => {
  it.effect("are one a second for each message, without a stack, and count those that were left out", () =>
    Effect.gen(function* () {
      const lines = yield* written(
        Effect.gen(function* () {
          for (let round = 0; round < 50; round++) {
            yield* Effect.logWarning("A listing could not be read", gone)
            yield* Effect.logError("Request failed", refused)
          }
          yield* TestClock.adjust("1 second")
          yield* Effect.logWarning("A listing could not be read", gone)
        })
      )
      assert.deepStrictEqual(lines, [
        ["A listing could not be read: connect ECONNREFUSED 127.0.0.1:5432", 0],
        ["Request failed: The circuit is open", 0],
        ["A listing could not be read: connect ECONNREFUSED 127.0.0.1:5432 (and 49 more since the last line)", 0]
      ])
    })
  )

  it.effect("of faults of ours keep their stack, each of them", () =>
    Effect.gen(function* () {
      const both = Cause.combine(gone, fault)
      const lines = yield* written(
        Effect.forEach([fault, fault, both], (cause) => Effect.logError("Request failed", cause), { discard: true })
      )
      assert.deepStrictEqual(lines, [
        ["Request failed", 1],
        ["Request failed", 1],
        ["Request failed", 2]
      ])
    })
  )
})

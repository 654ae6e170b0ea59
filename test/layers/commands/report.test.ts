import { assert, describe, it } from "@effect/vitest"
import { Cause, Console, Effect } from "effect"
import { ConnectionError, SqlError, SqlSyntaxError } from "effect/sql/SqlError"
import { report } from "#layers/commands/report.ts"

const printed = (cause: Cause.Cause<unknown>) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const console = yield* Console.Console
    yield* Effect.provideService(report(cause), Console.Console, {
      ...console,
      error: (line: string) => {
        lines.push(line)
      }
    })
    return lines.join("\n")
  })
const late = new SqlError({
  reason: new ConnectionError({ cause: new Error("Connection timed out\nwith a second line"), operation: "connect" })
})

describe("the end of a command", () => {
  it.effect("by a database that does not answer is one line, whether a step failed or died of it", () =>
    Effect.gen(function* () {
      for (const cause of [Cause.fail(late), Cause.die(late)])
        assert.strictEqual(yield* printed(cause), "stowage: the database cannot be used: Connection timed out")
    })
  )

  it.effect("by a statement that the database refuses is a fault of ours, with its stack", () =>
    Effect.gen(function* () {
      assert.match(
        yield* printed(
          Cause.die(
            new SqlError({ reason: new SqlSyntaxError({ cause: new Error("syntax error"), operation: "execute" }) })
          )
        ),
        /\n\s+at /
      )
    })
  )
})

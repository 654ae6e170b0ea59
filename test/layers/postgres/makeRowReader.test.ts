import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Schema } from "effect"
import { RowMismatch, makeRowReader } from "#layers/postgres/makeRowReader.ts"

const Row = Schema.Struct({ id: Schema.Int, name: Schema.NullOr(Schema.String), at: Schema.Date })
const rowReader = makeRowReader("things", Row)
const good = { id: 1, name: null, at: new Date(0) }

const defectOf = <A>(effect: Effect.Effect<A>) =>
  Effect.map(Effect.exit(effect), (exit) => (Exit.isFailure(exit) ? Cause.squash(exit.cause) : null))

describe("rows of a statement", () => {
  it.effect("come as their schema says, without columns that nobody asked for", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* rowReader.all(Effect.succeed([good, { ...good, id: 2, more: "x" }])), [
        good,
        { ...good, id: 2 }
      ])
      assert.deepStrictEqual(yield* rowReader.first(Effect.succeed([good])), good)
      assert.isNull(yield* rowReader.first(Effect.succeed([])))
      assert.deepStrictEqual(yield* rowReader.one(Effect.succeed([good])), good)
    })
  )

  it.effect("of another shape are a defect that names table and column, and shows no value", () =>
    Effect.gen(function* () {
      const { name: _, ...nameless } = good
      for (const [column, row] of [
        ["id", { ...good, id: 1n }],
        ["id", { ...good, id: null }],
        ["name", nameless],
        ["name", { ...good, name: 7 }],
        ["at", { ...good, at: "hunter2" }]
      ] as const) {
        for (const read of [rowReader.all, rowReader.first, rowReader.one]) {
          const defect = yield* defectOf<unknown>(read(Effect.succeed([row])))
          assert.instanceOf(defect, RowMismatch)
          if (!(defect instanceof RowMismatch)) return
          assert.include(defect.message, "things")
          assert.include(defect.message, `"${column}"`)
          assert.notInclude(defect.message, "hunter2")
        }
      }
      assert.instanceOf(yield* defectOf(rowReader.one(Effect.succeed([]))), RowMismatch)
    })
  )

  it.effect("leave the failures of the statement as they are", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* Effect.flip(rowReader.all(Effect.fail("refused"))), "refused")
    })
  )
})

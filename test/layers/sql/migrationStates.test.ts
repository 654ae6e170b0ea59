import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { migrationState } from "#domain/objects/migrations/migrationState.ts"
import { runStates } from "#domain/platform/work/runState.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"

layer(TestDatabase.layer, { timeout: "120 seconds" })("states of migrations in SQL", (it) => {
  it.effect("are those of the domain, with and without a completed bucket", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [run] = yield* sql<{ readonly id: number }>`
        insert into work_runs (kind, title, scope, params, caller, created_at)
        values ('bucket_migration', '', 'admin', '{}', '{}', now()) returning id`
      const statesOf = () =>
        Effect.forEach([...runStates], (state) =>
          Effect.map(
            sql<{ readonly state: string }>`select bucket_migration_state(${run!.id}, ${state}) as state`,
            ([row]) => row!.state
          )
        )
      const known = (completed: number): ReadonlyArray<string> =>
        runStates.map((state) => migrationState({ state, completed }))
      assert.deepStrictEqual(yield* statesOf(), known(0))
      yield* sql`
        insert into work_items (run_id, ordinal, key, phase, label, detail, before_text, after_text, target, state)
        values (${run!.id}, 1, 'a', 1, '', '', '', '', '{}', 'completed')`
      assert.deepStrictEqual(yield* statesOf(), known(1))
    })
  )
})

import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ObjectDifference } from "#domain/objects/comparison/BucketComparison.ts"
import { ComparisonDifferences } from "#services/objects/comparison/ComparisonDifferences.ts"
import { whereOneOf } from "../../postgres/filtering.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const rowReader = makeRowReader("comparison_differences", ObjectDifference)

export const layer = Layer.effect(
  ComparisonDifferences,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return ComparisonDifferences.of({
      add: Effect.fn("ComparisonDifferences.add")(
        (runId: number, differences: ReadonlyArray<ObjectDifference>) =>
          differences.length === 0
            ? Effect.void
            : Effect.asVoid(sql`
          insert into comparison_differences (run_id, key, kind, source, target)
          select ${runId}::int, key, kind, source, target
          from jsonb_to_recordset(${JSON.stringify(differences)}::text::jsonb)
            as found (key text, kind text, source jsonb, target jsonb)
          on conflict (run_id, key) do update
            set kind = excluded.kind, source = excluded.source, target = excluded.target`),
        Effect.orDie
      ),
      page: Effect.fn("ComparisonDifferences.page")(function* (runId: number, { after, kinds, limit }) {
        const conditions = [sql`run_id = ${runId}`, sql`key > ${after}`, ...whereOneOf(sql, "kind", kinds)]
        return yield* rowReader.all(sql`
          select key, kind, source, target from comparison_differences where ${sql.and(conditions)}
          order by key limit ${limit}`)
      }, Effect.orDie)
    })
  })
)

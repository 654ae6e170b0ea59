import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { restoreActs } from "#domain/objects/objectwork/PointInTime.ts"
import { type RestoredKey, RestoredKeys } from "#services/objects/objectwork/RestoredKeys.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const rowReader = makeRowReader(
  "restored_keys",
  Schema.Struct({
    key: Schema.String,
    act: Schema.Literals(restoreActs),
    was: Schema.String,
    source: Schema.NullOr(Schema.String),
    made: Schema.NullOr(Schema.String)
  })
)

export const layer = Layer.effect(
  RestoredKeys,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal("key, act, was, source, made")
    return RestoredKeys.of({
      begin: Effect.fn("RestoredKeys.begin")(
        (runId: number, { act, key, made, source, was }: RestoredKey) =>
          Effect.asVoid(
            sql`insert into restored_keys ${sql.insert({ run_id: runId, key, act, was, source, made })}
              on conflict do nothing`
          ),
        Effect.orDie
      ),
      record: Effect.fn("RestoredKeys.record")(
        (runId: number, key: string, version: string) =>
          Effect.asVoid(sql`update restored_keys set made = ${version} where run_id = ${runId} and key = ${key}`),
        Effect.orDie
      ),
      known: Effect.fn("RestoredKeys.known")(
        (runId: number, keys: ReadonlyArray<string>) =>
          rowReader.all(sql`select ${columns} from restored_keys where run_id = ${runId} and ${sql.in("key", keys)}`),
        Effect.orDie
      ),
      done: Effect.fn("RestoredKeys.done")(
        (runId: number, after: string | null, limit: number) =>
          rowReader.all(sql`
        select ${columns} from restored_keys where run_id = ${runId} and made is not null and key > ${after ?? ""}
          order by key limit ${limit}`),
        Effect.orDie
      ),
      forget: Effect.fn("RestoredKeys.forget")(
        (runId: number, key: string) =>
          Effect.asVoid(sql`delete from restored_keys where run_id = ${runId} and key = ${key}`),
        Effect.orDie
      )
    })
  })
)

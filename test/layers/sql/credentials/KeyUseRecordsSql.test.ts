import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as KeyUseRecordsSql from "#layers/sql/gateways/KeyUseRecordsSql.ts"
import { KeyUseRecords } from "#services/gateways/credentials/KeyUseRecords.ts"
import { TestDatabase } from "../../../support/TestDatabase.ts"

const seed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ id: number }>`
    insert into storage_endpoints (name, url, features_config, admin_access_key, admin_secret, created_at, updated_at)
    values (${crypto.randomUUID()}, ${`http://${crypto.randomUUID()}.example.org`}, '{"features":{}}', 'TECHNICAL',
      'sealed', now(), now()) returning id`
  const id = row!.id
  yield* sql`insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret,
    created_at) values ('a', 'RGW1', 'r', ${id}, 'ACCOUNT', 's', now())`
  yield* sql`insert into rgw_users (name, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    values ('u', 'u', ${id}, 'USER', 's', now())`
  yield* sql`
    insert into s3_connections (name, storage_endpoint_id, access_key, secret, seal, created_at, updated_at)
    values (${crypto.randomUUID()}, ${id}, 'CONNECTION', 's', gen_random_uuid(), now(), now())`
  return id
})

layer(KeyUseRecordsSql.layer.pipe(Layer.provideMerge(TestDatabase.layer)), { excludeTestServices: true })(
  "last uses of stored keys in PostgreSQL",
  (it) => {
    it.effect("are kept of every key that is stored on the endpoint, and of no other; the latest stays", () =>
      Effect.gen(function* () {
        const records = yield* KeyUseRecords
        const [here, elsewhere] = [yield* seed, yield* seed]
        const all = [
          "ACCOUNT",
          "USER",
          "CONNECTION",
          "TECHNICAL",
          "STRANGER",
          "x'; drop table key_uses; --",
          "ключ\u{1F511}"
        ]
        const moment = Date.parse("2026-05-04T10:20:30.456Z")
        yield* records.store(all.map((accessKey) => ({ endpointId: here, accessKey, at: moment })))
        yield* records.store([{ endpointId: 2_000_000_000, accessKey: "USER", at: moment }])
        const read = Effect.map(records.lastUses(here, all), (uses) =>
          Object.fromEntries(Array.from(uses, ([key, at]) => [key, DateTime.toEpochMillis(at)]))
        )
        assert.deepStrictEqual(yield* read, { ACCOUNT: moment, USER: moment, CONNECTION: moment, TECHNICAL: moment })
        assert.strictEqual((yield* records.lastUses(elsewhere, all)).size, 0)
        yield* records.store([
          { endpointId: here, accessKey: "USER", at: moment - 1_000 },
          { endpointId: here, accessKey: "ACCOUNT", at: moment + 1_000 }
        ])
        assert.deepInclude(yield* read, { USER: moment, ACCOUNT: moment + 1_000 })
        yield* records.forget(moment + 500)
        assert.deepStrictEqual(yield* read, { ACCOUNT: moment + 1_000 })
        yield* records.store([])
      })
    )

    it.effect(
      "many writers of the same keys neither block nor refuse each other; what is known goes with its endpoint",
      () =>
        Effect.gen(function* () {
          const [records, sql] = [yield* KeyUseRecords, yield* SqlClient.SqlClient]
          const id = yield* seed
          const keys = ["USER", "ACCOUNT", "TECHNICAL", "CONNECTION"]
          yield* Effect.forEach(
            Array.from({ length: 40 }, (_, at) => at),
            (at) =>
              records.store(
                (at % 2 === 0 ? keys : keys.toReversed()).map((accessKey) => ({ endpointId: id, accessKey, at }))
              ),
            { concurrency: 8, discard: true }
          )
          assert.deepStrictEqual(
            [...(yield* records.lastUses(id, keys)).values()].map(DateTime.toEpochMillis),
            [39, 39, 39, 39]
          )
          for (const table of ["s3_connections", "rgw_users", "rgw_accounts"])
            yield* sql`delete from ${sql(table)} where storage_endpoint_id = ${id}`
          yield* sql`delete from storage_endpoints where id = ${id}`
          assert.lengthOf(yield* sql`select 1 from key_uses where storage_endpoint_id = ${id}`, 0)
        })
    )
  }
)

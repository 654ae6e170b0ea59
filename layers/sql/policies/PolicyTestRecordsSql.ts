import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { PolicyTest } from "#domain/policies/policyTests.ts"
import { PolicyTestSet } from "#domain/policies/PolicyCheck.ts"
import { PolicyTestRecords } from "#services/policies/PolicyTestRecords.ts"
import { rowsOf } from "../../postgres/rowsOf.ts"

const sets = rowsOf("policy_tests", PolicyTestSet)
const encode = Schema.encodeSync(Schema.fromJsonString(PolicyTestSet.fields.tests))

/** The policy tests of buckets in PostgreSQL: a row a bucket. */
export const layer = Layer.effect(PolicyTestRecords, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const find = Effect.fn("PolicyTestRecords.find")((listingKey: string, bucket: string) =>
    Effect.map(sets.first(sql`select tests, version from policy_tests where listing_key = ${listingKey} and bucket = ${bucket}`),
      (set): PolicyTestSet => set ?? { tests: [], version: 0 }), Effect.orDie)

  const replace = Effect.fn("PolicyTestRecords.replace")(function*(listingKey: string, bucket: string, tests: ReadonlyArray<PolicyTest>, version: number) {
    const now = DateTime.toDateUtc(yield* DateTime.now)
    return yield* sets.first(sql`
      insert into policy_tests as kept (listing_key, bucket, tests, version, changed_at)
      values (${listingKey}, ${bucket}, ${encode(tests)}::jsonb, 1, ${now})
      on conflict (listing_key, bucket) do update set tests = excluded.tests, version = kept.version + 1, changed_at = excluded.changed_at
        where kept.version = ${version}
      returning tests, version`)
  }, Effect.orDie)

  return PolicyTestRecords.of({ find, replace })
}))

import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { PolicyTest } from "#domain/buckets/policies/policyTests.ts"
import { PolicyTestSet } from "#domain/buckets/policies/PolicyCheck.ts"
import { PolicyTestRecords } from "#services/buckets/policies/PolicyTestRecords.ts"
import { makeRowReader } from "../../postgres/makeRowReader.ts"

const setReader = makeRowReader("policy_tests", PolicyTestSet)
const encode = Schema.encodeSync(Schema.fromJsonString(PolicyTestSet.fields.tests))

export const layer = Layer.effect(
  PolicyTestRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const find = Effect.fn("PolicyTestRecords.find")(
      (listingKey: string, bucket: string, createdAt: string | null) =>
        Effect.map(
          setReader.first(sql`
      select tests, version from policy_tests k
      where listing_key = ${listingKey} and bucket = ${bucket}
        and coalesce(k.made_at = ${createdAt}::timestamptz, true)`),
          (set): PolicyTestSet => set ?? { tests: [], version: 0 }
        ),
      Effect.orDie
    )

    const replace = Effect.fn("PolicyTestRecords.replace")(function* (
      listingKey: string,
      bucket: string,
      createdAt: string | null,
      tests: ReadonlyArray<PolicyTest>,
      version: number
    ) {
      const now = DateTime.toDateUtc(yield* DateTime.now)
      return yield* setReader.first(sql`
      insert into policy_tests as kept (listing_key, bucket, made_at, tests, version, changed_at)
      values (${listingKey}, ${bucket}, ${createdAt}::timestamptz, ${encode(tests)}::jsonb, 1, ${now})
      on conflict (listing_key, bucket) do update set tests = excluded.tests, changed_at = excluded.changed_at,
        made_at = coalesce(excluded.made_at, kept.made_at),
        version = case when kept.made_at <> excluded.made_at then 1 else kept.version + 1 end
        where case when kept.made_at <> excluded.made_at then 0 else kept.version end = ${version}
      returning tests, version`)
    }, Effect.orDie)

    return PolicyTestRecords.of({ find, replace })
  })
)
